import type { roleNames } from './roles.ts'

type Role = keyof typeof roleNames

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What each role lets people do, as the end of a sentence. */
const MAY: Record<Role, string> = {
	admin: 'do everything, in every org',
	auditor: 'see all of the platform',
	support: 'change users, orgs, members and subscriptions',
	billing: 'change plans, credits and budgets',
	operations: "run the platform, and change every org's settings",
}

const mayText = (roles: Role[]) => list.format(roles.map((role) => MAY[role]))

/** Texts of the operators and their roles. */
export const operators = {
	hint: 'Who holds which platform roles. Only platform admins can change them.',
	columns: { operator: 'Operator', roles: 'Roles', by: 'Granted by' },
	empty: 'No operators',
	empty_hint: 'A platform admin grants people their roles, on the page of the user.',
	add: {
		action: 'Add operator',
		hint: 'Who gets roles on the platform. Search by login, name or email address.',
		user: 'User',
	},
	unknown: '–',
	policy: {
		title: 'Signing in',
		factor: 'Second factor',
		demands: { off: 'Optional', operators: 'Required of operators', all: 'Required of everybody' },
		state: (demand: string) => `Second factor: ${demand.toLowerCase()}`,
		hint: 'A passkey or an authenticator app, in addition to the password. Owners can require it of their own members.',
		next: 'Next',
		ask: 'Change who needs a second factor?',
		consequences: {
			off: 'Everybody gets in with their password alone, unless they have a second factor or their org requires one.',
			operators:
				'Operators need a passkey or an authenticator app. People without one add it at the next sign-in; those who are signed in now have 15 minutes.',
			all: 'Everybody needs a passkey or an authenticator app. People without one add it at the next sign-in; those who are signed in now have 15 minutes.',
		},
		submit: 'Change it',
		done: 'Changed who needs a second factor.',
	},
	roles: {
		action: 'Platform roles…',
		title: (name: string) => `Platform roles of ${name}`,
		hint: 'A person can have several. Without any, they only see their own orgs.',
		hints: {
			admin: 'Everything, and the only role that grants roles.',
			auditor: 'Sees everything that operators see. Changes nothing.',
			support: 'Also changes users, their sessions and keys, orgs, members, subscriptions and overrides.',
			billing: 'Also changes plans, subscriptions, credits, budgets, codes and overrides.',
			operations: "Also changes providers, flags, mail, backups and pauses, and every org's settings.",
		} satisfies Record<Role, string>,
		review: 'Review…',
		unchanged: 'Nothing changed.',
		ask: (name: string) => `Change the platform roles of ${name}?`,
		action_set: 'Change roles',
		done: (name: string) => `Changed the platform roles of ${name}.`,
		self: "These are your own roles. You can't undo this yourself if you stop being a platform admin.",
		gains: (name: string, roles: Role[]) => `${name} will be able to ${mayText(roles)}.`,
		sees: (name: string) => `${name} will also see every org, user, run and log.`,
		loses: (name: string, roles: Role[]) => `${name} will no longer be able to ${mayText(roles)}.`,
		leaves: (name: string) => `${name} will only see their own orgs.`,
	},
} as const

import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '../../principal.ts'
import { security } from './of-accounts.ts'
import { ifAny, type Json, type Text, text, type Value } from './text.ts'

// Notices of who belongs to an org, who decides there, and what lets people in.

interface User {
	user: Value
}

interface Narrowed {
	connection: Value
	/** Whom the token was refused to deactivate. */
	refused: Json
}

interface Left extends Record<'connections' | 'tokens' | 'accounts', Json> {
	/** NULL for somebody who was deleted. */
	user: SQL
}

const membership = (title: string, body: Text) => security('membership_changed', title, body)
const ofYou = (body: Text) => membership('An operator changed your place in an org', body)
const ofMember = (body: Text) => membership('An operator changed the members of your org', body)

const waiting = (connections: Json) =>
	ifAny(connections, text` These connections give nobody more than member until you confirm them: ${connections}.`)

const narrowed = (title: string, { connection, refused }: Narrowed, what: Text) =>
	security(
		'scim_token_narrowed',
		title,
		text`The directory of ${connection} ${what}${ifAny(refused, text` It was refused to deactivate: ${refused}.`)}`,
	)

const deactivated = (user: Value, what: string) =>
	security(
		'directory_deactivated',
		'Your directory deactivated one of you',
		text`${user} was ${what}. The directory ended their access.`,
	)

export const OF_ORGS = {
	org_inherited: ({ orgs }: { orgs: Json }) =>
		security('org_inherited', "You're the owner of an org now", text`The last owner was deleted. You own ${orgs} now.`),
	org_without_owner: ({ orgs }: { orgs: Json }) =>
		security(
			'org_without_owner',
			'An org has no owner',
			text`Its last owner was deleted, and only operators could have inherited it: ${orgs}. Make somebody an owner.`,
		),
	org_restored: ({ org, connections, accounts }: { org: Value; connections: Json; accounts: Json }) =>
		security(
			'org_restored',
			'Your org was restored',
			text`${org} is back. Its invitations are void.${waiting(connections)}${ifAny(accounts, text` These service accounts work again with their keys, so end what nobody needs: ${accounts}.`)}`,
		),
	membership_ended: ({ org }: { org: Value }) => ofYou(text`${org}: you are no longer a member.`),
	membership_role: ({ org, role }: { org: Value; role: Role }) => ofYou(text`${org}: your role is ${role} now.`),
	member_removed: ({ user }: User) => ofMember(text`${user} was removed.`),
	member_role: ({ user, role }: User & { role: Role }) =>
		ofMember(text`${user} is now a member with the role ${role}.`),
	member_joined: ({ user, role }: User & { role: Role }) => ofMember(text`${user} joined with the role ${role}.`),
	first_role: ({ user, was_reached }: User & { was_reached: SQL }) =>
		security(
			'first_role',
			'Somebody becomes an operator',
			text`${user} gets a first platform role. Their sessions ended${sql`iif(${was_reached}, ', and so did what was made since somebody else reached their account', '')`}.`,
		),
	roles_unread: ({ connection, claim, user }: Record<'connection' | 'claim' | 'user', string>) =>
		security(
			'roles_unread',
			"A provider didn't say which roles an operator has",
			`${connection} left the claim ${claim} out for ${user}, because it is too long. They keep their roles for the time of one session after the last sign-in that named them. Let the provider send fewer groups.`,
		),
	left_behind: ({ user, connections, tokens, accounts }: Left) =>
		security(
			'left_behind',
			'Somebody no longer decides, and leaves something to you',
			text`${sql`coalesce(${user}, 'Somebody who was deleted')`} no longer decides here.${waiting(connections)}${ifAny(
				tokens,
				text` These SCIM tokens only read and deactivate members, and end in 14 days, so make new ones: ${tokens}.`,
			)}${ifAny(accounts, text` They have seen keys of these service accounts, so rotate or end them: ${accounts}.`)}`,
		),
	deactivation_refused: ({ user, connection }: User & { connection: Value }) =>
		security(
			'scim_token_narrowed',
			'A directory may not deactivate somebody',
			text`${user} should be out, says the directory of ${connection}. Its SCIM token only deactivates plain members whom it made. Remove them yourself, and make a new token.`,
		),
	scim_token_ended: (token: Narrowed) =>
		narrowed(
			'A SCIM token has ended',
			token,
			'reaches Plinth no longer, because who made its token no longer decides. Make a new token.',
		),
	scim_token_ending: ({ ends_on, ...token }: Narrowed & { ends_on: SQL }) =>
		narrowed(
			'A SCIM token is about to end',
			token,
			text`needs a new SCIM token until ${ends_on}: who made it no longer decides.`,
		),
	admin_deactivated: ({ user }: User) => deactivated(user, 'a platform admin'),
	owner_deactivated: ({ user }: User) => deactivated(user, 'an owner'),
	encryption_key_added: ({ account }: { account: SQL }) =>
		security(
			'encryption_key_added',
			'An encryption key was added',
			text`Credentials for the service account ${account} can now be opened with another key.`,
		),
	encryption_key_removed: ({ account }: { account: SQL }) =>
		security(
			'encryption_key_removed',
			'An encryption key was removed',
			text`Credentials for the service account ${account} are no longer encrypted for one of its keys.`,
		),
} as const

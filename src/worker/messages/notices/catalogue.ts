import { type SQL, sql } from 'drizzle-orm'
import { HOLDERS } from '../../ground/write/following.ts'
import { OF_ACCOUNTS, security } from './of-accounts.ts'
import { OF_ORGS } from './of-orgs.ts'
import { called, each, type Json, type Text, text } from './text.ts'

// What Plinth writes in its notices: by their codes, and made from the values that each names. Their payload has both, so programs
// needn't read English, and the console says them in other languages.

interface Unconfirmed {
	target_type: string
	/** What people call one of these. */
	thing: string
	names: string[]
	done: 'created' | 'changed' | 'deleted'
	why: keyof typeof WHY
}

interface Pause {
	scope: SQL
	/** What people call it. */
	subject: SQL
	reason: SQL
	/** NULL if it has no end. */
	until: SQL
}

interface Alerted {
	/** The rule, and after a colon its subject. */
	name: string
	title: string
	message: string
	/** Those of the message; null for an alert that an older version opened. */
	values: Record<string, unknown> | null
}

const WHY = {
	late: "and you didn't confirm it in time.",
	early: 'and that was ended before it was confirmed.',
	nobody: 'and nobody confirmed it.',
}

const unconfirmed = ({ thing, names, done, why }: Unconfirmed, outcome: string) =>
	`${[thing, ...names].join(' ')} was ${done}, ${WHY[why]} ${outcome}`

const SCOPES = { org: 'Org', user: 'User', agent: 'Agent', model: 'Model', provider: 'Provider', api_key: 'API key' }

const paused = ({ scope, subject, reason }: Pause) =>
	text`${sql`iif(${scope} = 'platform', 'Everything', ${text`${called(scope, SCOPES)} ${subject}`})`}: ${reason}`

const redirected = (keys: Json) =>
	each(keys, (member) => {
		const [name, provider] = [member('name'), member('default_of')]
		const where = sql`coalesce(${member('host')}, 'the default address of ' || ${provider}, 'its default address')`
		return text`The stored key of ${called(member('holder'), HOLDERS)}${sql`coalesce(' ' || ${name}, '')`} now goes to ${where}.`
	})

const disabled = (url: string, why: string) => ({
	type: 'webhook_endpoint.disabled',
	title: 'A webhook endpoint was disabled',
	body: `${url} ${why} Plinth keeps new events instead of sending them, and you can recover them.`,
})

export const NOTICES = {
	...OF_ACCOUNTS,
	...OF_ORGS,
	key_redirected: ({ keys, more }: { keys: Json; more: SQL }) =>
		security(
			'key_redirected',
			'A stored key now goes to another address',
			text`${redirected(keys)}${sql`iif(${more} > 0, ${text` So do ${more} more.`}, '')`}`,
		),
	email_config_changed: () =>
		security(
			'email_config_changed',
			'Mail is sent in another way now',
			'Somebody changed the server or the sender of the mail settings. Whoever has the server can read the codes in these mails.',
		),
	code_redeemed: ({ user, code_type, org, value }: Record<'user' | 'code_type' | 'org' | 'value', SQL>) =>
		security(
			'code_redeemed_by_operator',
			'An operator redeemed a code',
			text`${user} redeemed a code of the type ${code_type} for ${org}. Its value: ${value}`,
		),
	run_asks: ({ run, reason }: Record<'run' | 'reason', string>) => ({
		type: 'request.opened',
		title: 'A run asks for more',
		body: `Budgets refused ${run}. It asks: ${reason}`,
	}),
	key_proposes: ({ call }: { call: string }) => ({
		type: 'request.opened',
		title: 'A key proposes a change',
		body: `${call}. Nothing happens until somebody grants it.`,
	}),
	pause_set: (pause: Pause) => ({
		type: 'pause.set',
		title: 'The platform paused runs',
		body: text`${paused(pause)}${sql`coalesce(' (until ' || substr(${pause.until}, 1, 10) || ' ' || substr(${pause.until}, 12, 5) || ' UTC)', '')`}`,
	}),
	pause_lifted: (pause: Pause) => ({
		type: 'pause.lifted',
		title: 'The platform lifted a pause',
		body: paused(pause),
	}),
	webhook_endpoint_gone: ({ url }: { url: string }) => disabled(url, 'responded with 410 Gone.'),
	webhook_endpoint_failing: ({ url }: { url: string }) => disabled(url, 'failed at every attempt for five days.'),
	change_reverted: (change: Unconfirmed) => ({
		type: 'change.reverted',
		title: 'An unconfirmed change was rolled back',
		body: unconfirmed(change, 'Everything is as it was before.'),
	}),
	change_not_reverted: (change: Unconfirmed) => ({
		type: 'change.not_reverted',
		title: "An unconfirmed change couldn't be rolled back",
		body: unconfirmed(change, "It wasn't rolled back, because something changed since."),
	}),
	alert_opened: ({ title, message }: Alerted) => ({
		type: 'platform.alert',
		title: `Alert: ${title}`,
		body: message,
	}),
	alert_ended: ({ title, message }: Alerted) => ({
		type: 'platform.alert',
		title: `Alert ended: ${title}`,
		body: message,
	}),
} as const

/** What the trigger `budget_alerts_tell` writes, with its texts. */
const OF_TRIGGERS = ['budget_exceeded', 'budget_threshold']

export const NOTICE_CODES = [...Object.keys(NOTICES), ...OF_TRIGGERS]

type ValuesOf<Code extends keyof typeof NOTICES> =
	Parameters<(typeof NOTICES)[Code]> extends [infer Values] ? { values: Values } : { values?: never }

export type Coded = { [Code in keyof typeof NOTICES]: { code: Code } & ValuesOf<Code> }[keyof typeof NOTICES]

/** The type, the title and the body of a notice. */
export const noticeOf = ({ code, values }: Coded): { type: string; title: string; body: Text } =>
	NOTICES[code](values as never)

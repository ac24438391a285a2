import type { Unstable_Config } from 'wrangler'
import { publicUrlOf } from '../worker/ground/http/public-url.ts'

// What a deployment needs, as sentences about `wrangler.toml`, its variables and the account's secrets. Wrangler deploys without
// complaint whatever is wrong here, and the Worker fails later, and only for some requests.

type Config = Pick<
	Unstable_Config,
	| 'analytics_engine_datasets'
	| 'compatibility_flags'
	| 'd1_databases'
	| 'kv_namespaces'
	| 'observability'
	| 'queues'
	| 'r2_buckets'
	| 'ratelimits'
	| 'routes'
	| 'secrets'
	| 'triggers'
	| 'vars'
	| 'workers_dev'
>

const LOCATIONS = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me']
const FLAGS = ['global_fetch_strictly_public', 'queue_consumer_no_wait_for_wait_until']
const PLACEHOLDER = /^0[0-]{10,}/

/** What keeps this configuration from working. Each sentence says what to do. */
export function faultsOf(config: Config): string[] {
	return [
		...placeholders(config),
		...wrongVariables(config),
		...wrongQueues(config),
		...FLAGS.filter((flag) => !config.compatibility_flags.includes(flag)).map(
			(flag) => `compatibility_flags lacks ${flag}. Put it back: the code relies on it.`,
		),
		...when(!config.triggers.crons?.includes('* * * * *'), 'The cron "* * * * *" is missing. Without it no job runs.'),
		...when(
			config.workers_dev === false && !config.routes?.length,
			'The Worker has no address: workers_dev is false, and there is no route. Add one.',
		),
		...repeated(config.ratelimits.map(({ namespace_id }) => namespace_id)).map(
			(id) => `Two rate limiters have the namespace_id ${id}, so they share one counter. Give each its own.`,
		),
	]
}

/** What the top level has and a named environment lacks. Environments inherit no bindings, variables and required secrets. */
export function missingIn(environment: Config, base: Config): string[] {
	const names = new Set(namesOf(environment))
	const missing = namesOf(base).filter((name) => !names.has(name))
	return when(
		missing.length > 0,
		`The environment lacks ${missing.join(', ')}. Environments don't inherit bindings, variables and secrets, so repeat them there.`,
	)
}

/** What a configuration shares with another one of the same account, which `other` names. Each would change the other's data. */
export function sharedBy(config: Config, other: Config, name: string): string[] {
	const theirs = new Set(idsOf(other))
	return [
		...idsOf(config)
			.filter((id) => theirs.has(id))
			.map((id) => `${name} has ${id} too, so both would use the same data. Give each its own.`),
		...when(
			config.vars.QUEUE_PREFIX === other.vars.QUEUE_PREFIX,
			`${name} has the same QUEUE_PREFIX, so both would read the same queues. Give each its own.`,
		),
	]
}

/** What works, but is worth a look. */
export function doubtsOf({ observability, routes, vars, workers_dev }: Config): string[] {
	return [
		...when(
			workers_dev !== false && (routes ?? []).length > 0,
			"The Worker has a route, and workers_dev isn't false. Under workers.dev it is also open past the firewall of your zone.",
		),
		...when(
			vars.LOCATION === '',
			"LOCATION is empty, so the first callers decide where the Durable Objects live, for good. Name the database's region.",
		),
		...when(
			textOf(vars, 'OUTBOUND_ALLOWLIST') !== '',
			`OUTBOUND_ALLOWLIST admits ${textOf(vars, 'OUTBOUND_ALLOWLIST')}.`,
		),
		...when(vars.ACCESS_LOG !== 'on', 'ACCESS_LOG is off: no request is logged.'),
		...when(
			(observability?.logs?.head_sampling_rate ?? observability?.head_sampling_rate ?? 1) < 1,
			'head_sampling_rate is below 1, so most lines about faults are lost.',
		),
	]
}

/** Which secrets the account lacks, given the names of those it has. `env` is the environment, if it isn't the top level. */
export function missingSecrets({ secrets, vars }: Config, names: string[], env?: string): string[] {
	const wanted = [
		...(secrets?.required ?? []),
		...(vars.ANALYTICS_ACCOUNT_ID ? ['ANALYTICS_API_TOKEN'] : []),
		...(vars.SMTP_USER ? ['SMTP_PASS'] : []),
	]
	return wanted
		.filter((name) => !names.includes(name))
		.map((name) => `The secret ${name} is not set. Run npx wrangler secret put ${name}${env ? ` --env ${env}` : ''}.`)
}

const producedBy = ({ queues }: Config) =>
	(queues.producers ?? []).map(({ queue }) => queue).filter((queue) => queue !== undefined)

/** The queues that must exist. */
export const queuesOf = (config: Config): string[] => [
	...new Set([...producedBy(config), ...(config.queues.consumers ?? []).map(({ queue }) => queue)]),
]

const when = (holds: boolean, sentence: string) => (holds ? [sentence] : [])

/** A variable as text. Wrangler also accepts JSON values, which none of our variables has. */
function textOf(vars: Config['vars'], name: string): string {
	const value = vars[name]
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const repeated = (values: (string | undefined)[]) => [
	...new Set(values.filter((value, index) => values.indexOf(value) < index)),
]

function placeholders({ d1_databases, kv_namespaces }: Config): string[] {
	const [database, namespace] = [d1_databases[0]?.database_id, kv_namespaces[0]?.id]
	return [
		...when(
			!database || PLACEHOLDER.test(database),
			'database_id is a placeholder. Run npx wrangler d1 create plinth --location <region> and put its id there.',
		),
		...when(
			!namespace || PLACEHOLDER.test(namespace),
			'The id of [[kv_namespaces]] is a placeholder. Run npx wrangler kv namespace create plinth and put its id there.',
		),
	]
}

function wrongVariables({ vars }: Config): string[] {
	const text = (name: string) => textOf(vars, name)
	const origins = text('ALLOWED_ORIGINS').split(',').filter(Boolean)
	return [
		...when(
			!/^https:\/\/./.test(text('JWT_ISSUER')) || text('JWT_ISSUER') === 'https://plinth.local',
			'JWT_ISSUER must be the https address of this instance: other services check tokens against it.',
		),
		...origins
			.filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
			.map((origin) => `ALLOWED_ORIGINS names ${origin}, which isn't an origin. Write it as https://app.example.com.`),
		...when(
			text('PUBLIC_URL') !== '' && !publicUrlOf({ PUBLIC_URL: text('PUBLIC_URL') })?.startsWith('https:'),
			'PUBLIC_URL must be the https address of this instance, without a query, or empty: mails name it, and links in them lead there.',
		),
		...when(text('RATE_LIMITS') !== 'on', 'RATE_LIMITS must be on: without it one caller can take the whole database.'),
		...when(
			!['', ...LOCATIONS].includes(text('LOCATION')),
			`LOCATION must be one of ${LOCATIONS.join(', ')}, or empty.`,
		),
		...when(!/^[1-9]\d*$/.test(text('CREDITS_PER_USD')), 'CREDITS_PER_USD must be a positive integer.'),
		...when(
			text('SMTP_HOST') !== '' && (text('SMTP_FROM') === '' || text('SMTP_PORT') === ''),
			'SMTP_HOST needs SMTP_FROM and SMTP_PORT too.',
		),
	]
}

function wrongQueues(config: Config): string[] {
	const prefix = textOf(config.vars, 'QUEUE_PREFIX')
	const consumers = config.queues.consumers ?? []
	const consumed = new Set(consumers.map(({ queue }) => queue))
	return [
		...queuesOf(config)
			.filter((queue) => !queue.startsWith(`${prefix}-`))
			.map(
				(queue) =>
					`The queue ${queue} must begin with ${prefix}-, as QUEUE_PREFIX says. Its messages would wait forever.`,
			),
		...producedBy(config)
			.filter((queue) => !consumed.has(queue))
			.map((queue) => `The queue ${queue} has no consumer.`),
		...consumers
			.filter(
				({ queue, dead_letter_queue: dead }) =>
					!queue.endsWith('-dead') && (dead !== `${queue}-dead` || !consumed.has(dead)),
			)
			.map(({ queue }) => `The queue ${queue} needs the dead_letter_queue ${queue}-dead, and that one a consumer.`),
	]
}

/** A binding of any kind: Wrangler's configuration has them in lists, and some kinds one level down or alone. */
type Binding = Record<string, unknown>

const isObject = (value: unknown): value is Binding => typeof value === 'object' && value !== null

/** Durable Objects and rate limiters call their binding `name`. */
const nameOf = (value: Binding) => value.binding ?? (value.class_name || value.namespace_id ? value.name : undefined)

const within = (value: unknown): Binding[] => {
	if (!isObject(value)) return []
	return typeof nameOf(value) === 'string' ? [value] : Object.values(value).flatMap(within)
}

const bindingsOf = (config: Config): Binding[] =>
	Object.entries(config)
		.filter(([key]) => key !== 'vars')
		.flatMap(([, value]) => within(value))

const namesOf = (config: Config): string[] => [
	...bindingsOf(config).map((binding) => String(nameOf(binding))),
	...Object.keys(config.vars),
	...(config.secrets?.required ?? []),
]

/** What names a binding's data in the account. */
const IDS = ['bucket_name', 'database_id', 'dataset', 'id', 'namespace_id', 'queue', 'script_name']

const idsOf = (config: Config): string[] =>
	bindingsOf(config).flatMap((binding) =>
		IDS.map((key) => binding[key]).filter((id) => typeof id === 'string' && !PLACEHOLDER.test(id)),
	) as string[]

import type { Unstable_Config } from 'wrangler'

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

/** What the top level has and a named environment lacks. Environments inherit neither bindings nor variables. */
export function missingIn(environment: Config, base: Config): string[] {
	const names = new Set(bindingsOf(environment))
	const shared = idsOf(environment).filter((id) => idsOf(base).includes(id))
	return [
		...bindingsOf(base)
			.filter((name) => !names.has(name))
			.map(
				(name) =>
					`The environment lacks ${name}. Environments don't inherit bindings and variables, so repeat it there.`,
			),
		...shared.map((id) => `The environment and the top level share the id ${id}. Give the environment its own.`),
		...when(
			environment.vars.QUEUE_PREFIX === base.vars.QUEUE_PREFIX,
			'The environment has the same QUEUE_PREFIX as the top level, so both would read the same queues. Give it its own.',
		),
	]
}

/** What works, but is worth a look. */
export function doubtsOf({ observability, vars }: Config): string[] {
	return [
		...when(
			vars.LOCATION === '',
			"LOCATION is empty, so the first callers decide where the Durable Objects live, for good. Name the database's region.",
		),
		...when(vars.OUTBOUND_ALLOWLIST !== '', `OUTBOUND_ALLOWLIST admits ${textOf(vars, 'OUTBOUND_ALLOWLIST')}.`),
		...when(vars.ACCESS_LOG !== 'on', 'ACCESS_LOG is off: no request is logged.'),
		...when(
			(observability?.logs?.head_sampling_rate ?? observability?.head_sampling_rate ?? 1) < 1,
			'head_sampling_rate is below 1, so most lines about faults are lost.',
		),
	]
}

/** Which secrets the account lacks, given the names of those it has. */
export function missingSecrets({ secrets, vars }: Config, names: string[]): string[] {
	const wanted = [
		...(secrets?.required ?? []),
		...(vars.ANALYTICS_ACCOUNT_ID ? ['ANALYTICS_API_TOKEN'] : []),
		...(vars.SMTP_USER ? ['SMTP_PASS'] : []),
	]
	return wanted
		.filter((name) => !names.includes(name))
		.map((name) => `The secret ${name} is not set. Run npx wrangler secret put ${name}.`)
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
	return typeof value === 'string' ? value : JSON.stringify(value ?? '')
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

const bindingsOf = ({
	analytics_engine_datasets,
	d1_databases,
	kv_namespaces,
	queues,
	r2_buckets,
	ratelimits,
	vars,
}: Config) => [
	...[analytics_engine_datasets, d1_databases, kv_namespaces, queues.producers ?? [], r2_buckets].flatMap((bindings) =>
		bindings.map(({ binding }) => binding),
	),
	...ratelimits.map(({ name }) => name),
	...Object.keys(vars),
]

const idsOf = ({ d1_databases, kv_namespaces, ratelimits }: Config) =>
	[
		...d1_databases.map(({ database_id }) => database_id),
		...kv_namespaces.map(({ id }) => id),
		...ratelimits.map(({ namespace_id }) => namespace_id),
	].filter((id) => id !== undefined)

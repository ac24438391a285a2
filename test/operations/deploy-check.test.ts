import { expect, inject, test } from 'vitest'
import { doubtsOf, faultsOf, missingIn, missingSecrets, queuesOf, sharedBy } from '../../src/tools/deployment.ts'

type Config = Parameters<typeof faultsOf>[0]

/** `wrangler.toml` as it is in the repository, filled in as the guide says. */
function filledIn(change: (config: Config) => void = () => undefined): Config {
	const config = structuredClone(inject('wrangler')) as Config
	Object.assign(config.d1_databases[0] ?? {}, { database_id: 'b1f2c3d4-0000-4000-8000-000000000001' })
	Object.assign(config.kv_namespaces[0] ?? {}, { id: 'f1f2c3d4e5f6a7b8c9d0e1f2a3b4c5d6' })
	Object.assign(config.vars, { JWT_ISSUER: 'https://plinth.example.com', LOCATION: 'weur' })
	change(config)
	return config
}

test('the repository only needs ids and an issuer', () => {
	expect(faultsOf(inject('wrangler') as Config).map((sentence) => sentence.split(' ')[0])).toEqual([
		'database_id',
		'The',
		'JWT_ISSUER',
	])
	expect(faultsOf(filledIn())).toEqual([])
	expect(doubtsOf(filledIn())).toEqual([])
	expect(missingSecrets(filledIn(), [])).toHaveLength(4)
})

const vars = (values: Record<string, string>) => (config: Config) => void Object.assign(config.vars, values)

const without =
	(name: string) =>
	({ queues }: Config) =>
		void (queues.consumers = (queues.consumers ?? []).filter(({ queue }) => queue !== name))

test.for<[fault: string, change: (config: Config) => void]>([
	['JWT_ISSUER must be', vars({ JWT_ISSUER: 'http://plinth.example.com' })],
	['ALLOWED_ORIGINS names https://a.example.com/,', vars({ ALLOWED_ORIGINS: 'https://a.example.com/' })],
	['ALLOWED_ORIGINS names a.example.com,', vars({ ALLOWED_ORIGINS: 'https://b.example.com,a.example.com' })],
	['PUBLIC_URL must be', vars({ PUBLIC_URL: 'plinth.example.com' })],
	['PUBLIC_URL must be', vars({ PUBLIC_URL: 'http://localhost:8787' })],
	['PUBLIC_URL must be', vars({ PUBLIC_URL: 'https://plinth.example.com/?from=mail' })],
	['RATE_LIMITS must be on', vars({ RATE_LIMITS: 'off' })],
	['LOCATION must be one of', vars({ LOCATION: 'europe' })],
	['CREDITS_PER_USD must be', vars({ CREDITS_PER_USD: '0.5' })],
	['SMTP_HOST needs', vars({ SMTP_HOST: 'mail.example.com' })],
	['compatibility_flags lacks global_fetch_strictly_public', (config) => void config.compatibility_flags.shift()],
	['The cron "* * * * *" is missing', (config) => (config.triggers.crons = ['*/5 * * * *'])],
	['The Worker has no address', (config) => (config.workers_dev = false)],
	[
		'Two rate limiters have the namespace_id 1002',
		(config) => void Object.assign(config.ratelimits[0] ?? {}, { namespace_id: '1002' }),
	],
	['The queue plinth-webhooks has no consumer', without('plinth-webhooks')],
	['The queue plinth-webhooks needs the dead_letter_queue', without('plinth-webhooks-dead')],
])('%s …', ([fault, change]) => {
	expect(faultsOf(filledIn(change))).toEqual([expect.stringContaining(fault)])
})

test('a prefix that the queues do not have is reported for each queue', () => {
	const config = filledIn(vars({ QUEUE_PREFIX: 'plinth-staging' }))
	expect(faultsOf(config)).toEqual(queuesOf(config).map((queue) => expect.stringContaining(`The queue ${queue} must`)))
})

test('an environment repeats every kind of binding, the variables and the secrets', () => {
	const whole = filledIn()
	const bare = filledIn((config) => {
		Object.assign(config, {
			analytics_engine_datasets: [],
			d1_databases: [],
			durable_objects: { bindings: [] },
			kv_namespaces: [],
			queues: { producers: [], consumers: [] },
			r2_buckets: [],
			ratelimits: [],
			secrets: { required: [] },
		})
		delete (config.vars as { ACCESS_LOG?: string }).ACCESS_LOG
	})
	expect(missingIn(whole, whole)).toEqual([])
	const ofEachKind = [
		'ACCESS_LOG_DATASET',
		'DB',
		'PASSWORD_HASHER',
		'KV',
		'WEBHOOK_QUEUE',
		'ARCHIVE',
		'APPLY_RATE_LIMIT',
	]
	const [sentence = ''] = missingIn(bare, whole)
	expect(sentence.match(/lacks (.+)\. Env/)?.[1]?.split(', ')).toEqual(
		expect.arrayContaining([...ofEachKind, 'ACCESS_LOG', 'JWT_KEYS']),
	)
})

test('an environment shares no data with another one', () => {
	const production = filledIn()
	const staging = filledIn()
	const ids = [
		'plinth_access_log',
		'plinth_metrics',
		'b1f2c3d4',
		'f1f2c3d4',
		'plinth-archive',
		'1001',
		'1002',
		'1003',
		'1004',
		'1005',
		'1006',
		'1007',
	]
	const queues = ['plinth-broadcasts', 'plinth-webhooks', 'plinth-run-reports', 'QUEUE_PREFIX']
	const shared = sharedBy(staging, production, 'The top level')
	expect(shared).toEqual(expect.arrayContaining([...ids, ...queues].map((part) => expect.stringContaining(part))))
	expect(shared).toHaveLength(ids.length + queues.length)
	const text = JSON.stringify(staging)
		.replaceAll(/(?<=")plinth(?=[-_"])/g, 'staging')
		.replaceAll(/"100(\d)"/g, '"200$1"')
		.replaceAll('-4000-8000-', '-4000-9000-')
		.replaceAll('f1f2c3d4e5f6', 'a1f2c3d4e5f6')
	expect(sharedBy(JSON.parse(text) as Config, production, 'The top level')).toEqual([])
})

test('a Worker with a domain of its own should not answer under workers.dev', () => {
	const routes = [{ pattern: 'plinth.example.com', custom_domain: true }]
	const open = filledIn((config) => Object.assign(config, { routes }))
	expect(doubtsOf(open)).toEqual([expect.stringContaining("workers_dev isn't false")])
	expect(doubtsOf(filledIn((config) => Object.assign(config, { routes, workers_dev: false })))).toEqual([])
})

test('the check asks for the secrets that the variables need', () => {
	const all = ['JWT_KEYS', 'SECRETS_KEYS', 'BOOTSTRAP_ADMIN_LOGIN', 'BOOTSTRAP_ADMIN_PASSWORD']
	expect(missingSecrets(filledIn(), all)).toEqual([])
	expect(missingSecrets(filledIn(), all.slice(1), 'staging')).toEqual([
		'The secret JWT_KEYS is not set. Run npx wrangler secret put JWT_KEYS --env staging.',
	])
	const config = filledIn(vars({ ANALYTICS_ACCOUNT_ID: 'account', SMTP_USER: 'mailer' }))
	expect(missingSecrets(config, all)).toEqual([
		expect.stringContaining('ANALYTICS_API_TOKEN'),
		expect.stringContaining('SMTP_PASS'),
	])
})

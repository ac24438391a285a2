// `npm run deploy:check`, before the first deployment and every later one: says in sentences what's missing in `wrangler.toml`,
// the variables and the account. `-- --env staging` looks at a named environment.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Unstable_Config, unstable_readConfig } from 'wrangler'
import { doubtsOf, faultsOf, missingIn, missingSecrets, queuesOf, sharedBy } from './deployment.ts'
import { ROOT, WRANGLER } from './settings.ts'

const { env } = parseArgs({ options: { env: { type: 'string' } } }).values
const read = (name?: string): Unstable_Config =>
	unstable_readConfig(
		{ config: join(ROOT, 'wrangler.toml'), ...(name ? { env: name } : {}) },
		// Wrangler's own warnings are about the environment that is deployed.
		{ hideWarnings: name !== env },
	)
const config = read(env)
const others = [undefined, ...(config.definedEnvironments ?? [])].filter((name) => name !== env)
const faults = [
	...faultsOf(config),
	...(env ? missingIn(config, read()) : []),
	...others.flatMap((name) => sharedBy(config, read(name), name ? `[env.${name}]` : 'The top level')),
]
const unchecked: string[] = []

/** What Wrangler prints when we ask it about the account, or undefined if it has no answer. */
function ask(...args: string[]): string | undefined {
	const { status, stdout } = spawnSync(process.execPath, [WRANGLER, ...args, ...(env ? ['--env', env] : [])], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		timeout: 60_000,
		env: { ...process.env, CI: 'true', WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' },
	})
	return status === 0 ? stdout : undefined
}

const hasAccount = ask('whoami')?.includes('not authenticated') === false
if (hasAccount) lookAtAccount()
else unchecked.push("The account's secrets, queues and migrations: Wrangler isn't logged in. Run npx wrangler login.")
unchecked.push(
	'Analytics Engine: enable it once, in the dashboard under Workers & Pages. A deployment fails with code 10089 otherwise.',
)

function lookAtAccount() {
	const secrets = ask('secret', 'list', '--format', 'json')
	if (secrets === undefined)
		unchecked.push('The secrets: Cloudflare lists none for this Worker yet. Set them before npm run deploy.')
	else
		faults.push(
			...missingSecrets(
				config,
				(JSON.parse(secrets) as { name: string }[]).map(({ name }) => name),
				env,
			),
		)
	const queues = ask('queues', 'list')
	if (queues === undefined) unchecked.push("The queues: Cloudflare doesn't list them.")
	else
		faults.push(
			...queuesOf(config)
				.filter((queue) => !queues.split(/[\s│|]+/).includes(queue))
				.map((queue) => `There is no queue ${queue}. Run npx wrangler queues create ${queue}.`),
		)
	const buckets = ask('r2', 'bucket', 'list')
	if (buckets === undefined) unchecked.push("The buckets: Cloudflare doesn't list them. Is R2 enabled?")
	else
		faults.push(
			...config.r2_buckets
				.filter(({ bucket_name }) => !buckets.split(/\s+/).includes(String(bucket_name)))
				.map(
					({ bucket_name }) => `There is no bucket ${bucket_name}. Run npx wrangler r2 bucket create ${bucket_name}.`,
				),
		)
	const database = config.d1_databases[0]?.database_name ?? 'plinth'
	const migrations = ask('d1', 'migrations', 'list', database, '--remote')
	if (migrations === undefined) unchecked.push("The migrations: Cloudflare doesn't list them.")
	else if (!migrations.includes('No migrations to apply'))
		faults.push(
			`There are unapplied migrations. Run npx wrangler d1 migrations apply ${database} --remote before npm run deploy.`,
		)
}

function print(title: string, sentences: string[]) {
	if (sentences.length > 0) console.log(`${title}\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}\n`)
}

print('Fix these before you deploy:', faults)
print('Worth a look:', doubtsOf(config))
print('Not checked:', unchecked)
if (faults.length > 0) process.exitCode = 1
else console.log('Ready for npm run deploy.')

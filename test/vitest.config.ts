import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { buildConsole } from '../src/tools/console.ts'
import { outboundNetworks } from '../src/tools/networks.ts'
import { passwordService } from '../src/tools/password-service.ts'
import { keepFilesInMemory } from './support/in-memory.ts'
import { redirectRuntimeOutput } from './support/runtime-log.ts'
import { trustCertificates } from './support/smtp-certificates.ts'

// Wrangler, Miniflare and Vite are 20 MB of JavaScript to compile.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/plinth/compiled'))

// Miniflare reads the results of these when it is loaded.
keepFilesInMemory()
redirectRuntimeOutput()
await trustCertificates()
// The Worker's assets must be there before Miniflare starts.
await buildConsole()
const { cloudflareTest, readD1Migrations } = await import('@cloudflare/vitest-pool-workers')
const { unstable_readConfig } = await import('wrangler')

/** A private Ed25519 JWK, as `JWT_KEYS` holds them. */
const signingKey = (kid: string) => ({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid })

/** A 256-bit key, as `SECRETS_KEYS` holds them. */
const secretsKey = (id: string) => ({ id, key: randomBytes(32).toString('base64') })

const networks = outboundNetworks(readFileSync(String(process.env.NODE_EXTRA_CA_CERTS), 'utf8'))

/**
 * What looks at all rows, or changes every org, comes first. The files of a worker share a database: what takes ten seconds in a
 * new one takes minutes in one that a hundred files have filled. What counts
 * rows written comes first too, since a full database clears something up now and then.
 */
const FIRST = [
	'costs.test.ts',
	'admission.costs.test.ts',
	'dry-run.test.ts',
	'reverts.test.ts',
	'confirmations.test.ts',
	'jobs.test.ts',
	'broadcasts.faults.test.ts',
	'credits.bulk.test.ts',
	'credits.property.test.ts',
	'credits.ledger.test.ts',
	'dry-run.effects.test.ts',
	'dry-run.rules.test.ts',
]

class FirstInANewDatabase extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const sorted = await super.sort(files)
		const isFirst = ({ moduleId }: TestSpecification) => FIRST.includes(basename(moduleId))
		const place = ({ moduleId }: TestSpecification) => FIRST.indexOf(basename(moduleId))
		return [
			...sorted.filter(isFirst).toSorted((one, other) => place(one) - place(other)),
			...sorted.filter((file) => !isFirst(file)),
		]
	}
}

const root = join(import.meta.dirname, '..')

// Cached modules import dependencies by an address that changes with the lock file.
const dependencies = createHash('sha1')
	.update(readFileSync(join(root, 'package-lock.json')))
	.digest('hex')

export default defineConfig(async () => ({
	root,
	// As a string the API document is a module of 0.5 MB, as an object one of 2.2 MB.
	json: { stringify: true },
	plugins: [
		// Source maps of dependencies are three quarters of what the runner sends to workerd.
		{
			name: 'without-source-maps-of-dependencies',
			enforce: 'post',
			transform: (code: string, id: string) =>
				id.includes('/deps_ssr/') ? { code, map: { mappings: '' as const } } : undefined,
		},
		// The runner asks Node for each `import()`, and all that wait for the same one continue in the invocation that asked. In another
		// one a message can't be acknowledged, and an object can't reach its storage. So what the Worker loads with the first message, tick
		// or alarm is loaded at once.
		{
			name: 'entries-without-later-imports',
			enforce: 'pre',
			transform: (code: string, id: string) => {
				const isEntry = id === join(root, 'src/index.ts') || /extends (DurableObject|WorkerEntrypoint)\b/.test(code)
				if (!isEntry || !id.startsWith(join(root, 'src/'))) return undefined
				const paths = [...code.matchAll(/await import\('([^']+)'\)/g)].map(([, path = '']) => path)
				const imports = paths.map((path, index) => `import * as later${index} from '${path}'\n`).join('')
				return (
					imports + paths.reduce((text, path, index) => text.replace(`await import('${path}')`, `later${index}`), code)
				)
			},
		},
		cloudflareTest({
			wrangler: { configPath: './wrangler.toml' },
			miniflare: {
				// For tests that need a database of their own: an instance that is copied, and one that is empty.
				d1Databases: { COPIED_DB: 'copied', EMPTY_DB: 'empty' },
				serviceBindings: {
					AGENT_RUNTIME: 'agent-runtime',
					DEMO_AGENT: 'demo-agent',
					SERVED_OUTBOUND_PUBLIC: networks.OUTBOUND_PUBLIC,
					SERVED_OUTBOUND_LISTED: networks.OUTBOUND_LISTED,
					SERVED_PASSWORDS: passwordService(),
				},
				workers: [
					['agent-runtime', 'agent-runtime/worker.mjs'],
					['demo-agent', 'agents/agent.mjs'],
				].map(([name = '', path = '']) => ({
					name,
					modules: true,
					scriptPath: join(import.meta.dirname, path),
					compatibilityDate: '2026-10-01',
					// The name under which the runner serves the Worker that is tested.
					serviceBindings: { PLINTH: { name: 'vitest-plugin-runner-', entrypoint: 'Runtime' } },
				})),
				// Every variable is set here, so that a developer's .dev.vars never changes a test.
				bindings: {
					MIGRATIONS: await readD1Migrations('./drizzle'),
					JWT_KEYS: JSON.stringify([signingKey('current'), signingKey('previous')]),
					FOREIGN_KEY: JSON.stringify(signingKey('current')),
					SECRETS_KEYS: JSON.stringify([secretsKey('current'), secretsKey('previous')]),
					BOOTSTRAP_ADMIN_LOGIN: 'root',
					BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap-password-1',
					PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '',
					RATE_LIMITS: 'off',
					ACCESS_LOG_DELAY_MS: '0',
					ALLOWED_ORIGINS: 'https://console.example.com',
					ACCESS_TEAM: 'plinth-tests',
					ACCESS_AUD: 'plinth-tests',
				},
			},
		}),
	],
	test: {
		include: ['test/**/*.test.ts'],
		// They need a browser, and Python: `npm run test:console`, `npm run test:client`.
		exclude: ['test/console/**', 'test/client/**'],
		globalSetup: ['./test/support/servers.ts', './test/support/runtime-log.ts'],
		setupFiles: ['./test/support/setup.ts'],
		// A global set-up that imports Wrangler would compile all of it in the runner's way, which takes twenty seconds.
		provide: { wrangler: JSON.parse(JSON.stringify(unstable_readConfig({ config: './wrangler.toml' }))) as object },
		// Each worker has its own workerd and database. Each test makes its own world, so files can share them.
		isolate: false,
		sequence: { sequencer: FirstInANewDatabase },
		maxWorkers: 3,
		restoreMocks: true,
		// A last resort against a test that hangs. The speed of the machine must never decide.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		experimental: {
			fsModuleCache: true,
			fsModuleCachePath: join(root, 'node_modules/.cache/plinth/modules', dependencies),
		},
		silent: 'passed-only' as const,
		deps: {
			optimizer: {
				ssr: {
					enabled: true,
					include: [
						'drizzle-orm',
						'drizzle-orm/d1',
						'drizzle-orm/sqlite-core',
						'hono',
						'hono/accepts',
						'hono/body-limit',
						'hono/cookie',
						'hono/cors',
						'hono/html',
						'hono/route',
						'hono/router/reg-exp-router',
						'hono/streaming',
						'ip-address',
						'isbot',
						'jose',
						'jose/decode/protected_header',
						'jose/jwe/compact/encrypt',
						'jose/jwt/sign',
						'jose/jwt/verify',
						'jose/key/import',
						'standardwebhooks',
						'ulid',
						'zod',
					],
				},
			},
		},
	},
}))

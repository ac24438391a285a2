import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { buildConsole } from '../src/tools/console.ts'
import { outboundNetworks } from '../src/tools/networks.ts'
import { passwordService } from '../src/tools/password-service.ts'
import { buildProgram, PROGRAM } from './support/build-program.ts'
import { keepFilesInMemory } from './support/in-memory.ts'
import { randomOrder } from './support/random-order.ts'
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
await buildProgram(await readD1Migrations('./drizzle'))

/** A private Ed25519 JWK, as `JWT_KEYS` holds them. */
const signingKey = (kid: string) => ({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid })

/** A 256-bit key, as `SECRETS_KEYS` holds them. */
const secretsKey = (id: string) => ({ id, key: randomBytes(32).toString('base64') })

/**
 * The Worker's configuration without consumers of its queues: a message arrives when a test delivers it. Paths in it are relative to
 * the file.
 */
function wranglerOfTests(): string {
	const text = readFileSync(join(root, 'wrangler.toml'), 'utf8')
	const path = join(root, 'dist/test/wrangler.toml')
	writeFileSync(
		path,
		text
			.replaceAll(/^\[\[queues\.consumers\]\]\n(?:(?!\[).*\n)*/gm, '')
			.replace(/^\[build\]\n(?:(?!\[).*\n)*/m, '')
			.replace(/^main = .*$/m, 'main = "program.mjs"')
			.replace('"dist/assets"', '"../assets"'),
	)
	return path
}

const networks = outboundNetworks(readFileSync(String(process.env.NODE_EXTRA_CA_CERTS), 'utf8'))

const root = join(import.meta.dirname, '..')

/** The files that take longest, the longest first. */
const LONGEST = ['every-write', 'configured.walk', 'd1-calls', 'jobs', 'backups', 'every-endpoint'].map(
	(name) => `${name}.test.ts`,
)

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
		{
			name: 'one-program',
			enforce: 'pre',
			resolveId: (id: string) => (/(^(\.\.?\/)+|\/support\/)program\.ts$/.test(id) ? PROGRAM : undefined),
		},
		cloudflareTest({
			main: PROGRAM,
			wrangler: { configPath: wranglerOfTests() },
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
					JWT_KEYS: JSON.stringify([signingKey('current'), signingKey('previous')]),
					FOREIGN_KEY: JSON.stringify(signingKey('current')),
					SECRETS_KEYS: JSON.stringify([secretsKey('current'), secretsKey('previous')]),
					BOOTSTRAP_ADMIN_LOGIN: 'root',
					BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap-password-1',
					PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '',
					RATE_LIMITS: 'off',
					ACCESS_LOG: 'off',
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
		exclude: ['test/console/**', 'test/client/**', 'test/deployed/**'],
		globalSetup: ['./test/support/servers.ts', './test/support/runtime-log.ts'],
		setupFiles: ['./test/support/setup.ts'],
		// A global set-up that imports Wrangler would compile all of it in the runner's way, which takes twenty seconds.
		provide: { wrangler: JSON.parse(JSON.stringify(unstable_readConfig({ config: './wrangler.toml' }))) as object },
		// Each worker has its own workerd and database, which every file finds empty.
		isolate: false,
		sequence: { sequencer: randomOrder(LONGEST), seed: Date.now() },
		maxWorkers: 2,
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
					include: ['drizzle-orm', 'drizzle-orm/d1', 'ip-address', 'jose', 'standardwebhooks', 'ulid', 'zod'],
				},
			},
		},
	},
}))

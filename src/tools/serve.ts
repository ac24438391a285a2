// `npm run serve`: the built Worker in workerd, without the `wrangler dev` proxy. This is how to run Plinth on one machine.
// `--built` runs what was built before, so several instances of one build can start at once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulesOf, WORKER } from './build.ts'
import { trustedFile } from './certificate.ts'
import { outboundNetworks } from './networks.ts'
import { passwordService } from './password-service.ts'
import { ADDRESS, ASSETS, devVars, endAtSignal, greeting, PORT, ROOT, STATE, variablesFrom } from './settings.ts'
import { requireFreePort, untilReady, VARIABLES } from './worker.ts'

/** Serves the assets, and compresses texts for those who accept it, as Cloudflare does. */
const COMPRESSING = `export default {
	async fetch(request, { ASSETS }) {
		const response = await ASSETS.fetch(request)
		const isText = /^text|json|javascript|svg/.test(response.headers.get('Content-Type') ?? '')
		if (!response.body || !isText || !/\\bgzip\\b/.test(request.headers.get('Accept-Encoding') ?? '')) return response
		const headers = new Headers(response.headers)
		headers.set('Content-Encoding', 'gzip')
		headers.append('Vary', 'Accept-Encoding')
		headers.delete('Content-Length')
		return new Response(response.body, { status: response.status, headers })
	},
}`

// Miniflare reads this variable once, when it's loaded.
const trusted = await trustedFile()
process.env.NODE_EXTRA_CA_CERTS = trusted
const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
const { unstable_getMiniflareWorkerOptions } = await import('wrangler')
const { migrateLocalD1 } = await import('./state.ts')

await requireFreePort()
const vars = devVars()
await migrateLocalD1()
if (!process.argv.includes('--built')) await import('./build-worker.ts')

process.chdir(ROOT)
const { workerOptions } = unstable_getMiniflareWorkerOptions('wrangler.toml')
const { modulesRules: _, assets, ...options } = workerOptions
const variables = variablesFrom(vars, VARIABLES)
const miniflare = new Miniflare(
	convertV4MiniflareOptions({
		host: '127.0.0.1',
		port: 0,
		cf: false,
		logRequests: false,
		resourcePersistencePath: STATE,
		workers: [
			{
				...options,
				name: 'plinth',
				...modulesOf(join(WORKER, 'index.mjs')),
				bindings: { ...(options.bindings as Record<string, string>), ...variables },
				serviceBindings: {
					...(options.serviceBindings as object),
					...outboundNetworks(readFileSync(trusted, 'utf8')),
					ASSETS: 'compressed',
					PASSWORD_SERVICE: passwordService(),
				},
				// A request that bypasses `src/worker/ground/outbound` reaches nothing.
				outboundService: () => new Response('Requests must go out through src/worker/ground/outbound', { status: 502 }),
				// Requests go straight to the Worker, without any Miniflare code in between.
				unsafeDirectSockets: [{ host: '127.0.0.1', port: PORT }],
			},
			// A second worker serves the console's files. As assets of the first one they'd put Miniflare's router in front of
			// every request, which costs more than half of the requests per second.
			{
				name: 'console',
				modules: true,
				script: 'export default { fetch: (request, { ASSETS }) => ASSETS.fetch(request) }',
				compatibilityDate: String(options.compatibilityDate),
				assets: { ...(assets as { directory: string }), directory: ASSETS },
			},
			// Miniflare's router serves a file before it asks the worker that has the files, so this is a worker of its own.
			{
				name: 'compressed',
				modules: true,
				script: COMPRESSING,
				compatibilityDate: String(options.compatibilityDate),
				serviceBindings: { ASSETS: 'console' },
			},
		],
	}),
)
endAtSignal(() => miniflare.dispose())

await miniflare.ready
await untilReady(ADDRESS)
console.log(greeting(variables))

const worker = await miniflare.getWorker('plinth')
const tick = () => worker.scheduled({ cron: '* * * * *' }).catch(() => undefined)
await tick()
setInterval(() => void tick(), 60_000)

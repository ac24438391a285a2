// `npm start`: from a fresh clone to a running API, without questions and without an account.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { trustedFile } from './certificate.ts'
import { passOn } from './quiet.ts'
import {
	ADDRESS,
	ASSETS,
	CONSOLE_PAGE,
	devVars,
	greeting,
	RECEIVER,
	ROOT,
	variablesFrom,
	WRANGLER_ENV,
} from './settings.ts'
import { migrateLocalD1 } from './state.ts'
import { requireFreePort, untilReady, VARIABLES } from './worker.ts'

await requireFreePort()
const vars = devVars()
const isFirst = !existsSync(join(ASSETS, CONSOLE_PAGE))
if (isFirst) console.log('This is the first start: making the database…')

// Webhooks may go to the local receiver unless `.dev.vars` or the environment sets the list.
const variables = { OUTBOUND_ALLOWLIST: RECEIVER, ...variablesFrom(vars, VARIABLES) }
const env = {
	...WRANGLER_ENV,
	...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
	...process.env,
	...variables,
	...(isFirst ? { CONSOLE_LATER: '1' } : {}),
	NODE_EXTRA_CA_CERTS: await trustedFile(),
}
// Wrangler starts other processes. In their own process group they can be ended together.
const wrangler = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
	cwd: ROOT,
	env,
	// It loads while the database is migrated, and starts when it's told to.
	stdio: ['pipe', 'pipe', 'pipe'],
	detached: true,
})
passOn(wrangler.stdout, process.stdout)
passOn(wrangler.stderr, process.stderr)

let ending = false
wrangler.on('exit', (code) => {
	signalGroup('SIGKILL')
	process.exit(ending ? 0 : (code ?? 1))
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

function end() {
	if (ending) return
	ending = true
	wrangler.kill('SIGTERM')
	setTimeout(() => signalGroup('SIGKILL'), 5_000).unref()
}

function signalGroup(signal: NodeJS.Signals) {
	try {
		if (wrangler.pid) process.kill(-wrangler.pid, signal)
	} catch {
		// The group has ended.
	}
}

await migrateLocalD1()
if (isFirst) console.log('Starting the Worker…')
wrangler.stdin.end('start')
await untilReady(ADDRESS)
console.log(greeting(variables))
if (isFirst) await buildConsoleNow()

// `wrangler dev` doesn't fire the cron on its own.
for (;;) {
	await fetch(`${ADDRESS}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`).catch(() => undefined)
	await sleep(60_000)
}

/** Builds what the first start leaves for after its API answers. */
async function buildConsoleNow() {
	console.log('Building the documentation and the console (once)…')
	const started = performance.now()
	const build = spawn(process.execPath, [join(import.meta.dirname, 'build-console.ts')], {
		cwd: ROOT,
		stdio: 'inherit',
	})
	const [code] = (await once(build, 'exit')) as [number | null]
	// Wrangler serves the files that were there when it built the Worker, so it builds it again.
	utimesSync(join(ROOT, 'src/worker/index.ts'), new Date(), new Date())
	const seconds = Math.ceil((performance.now() - started) / 1_000)
	console.log(code === 0 ? `The console is ready, after ${seconds} s.` : 'The console could not be built.')
}

// `npm start`: from a fresh clone to an API that answers. Nothing asks a question or needs an account.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { trustedFile } from './certificate.ts'
import { migrate } from './migrate.ts'
import {
	ADDRESS,
	devVars,
	greeting,
	PERSIST_TO,
	PORT,
	ROOT,
	variablesFromEnvironment,
	WRANGLER,
	WRANGLER_ENV,
} from './settings.ts'
import { withLocalD1 } from './state.ts'
import { requireFreePort, untilReady, VARIABLES } from './worker.ts'

await requireFreePort()
const vars = devVars()
for (const file of await withLocalD1(migrate)) console.log('Applied migration', file)

const fromEnvironment = variablesFromEnvironment(VARIABLES, vars)
const env = { ...WRANGLER_ENV, ...process.env, NODE_EXTRA_CA_CERTS: await trustedFile() }
const wrangler = spawn(
	process.execPath,
	[
		WRANGLER,
		'dev',
		`--port=${PORT}`,
		'--inspector-port=0',
		`--persist-to=${PERSIST_TO}`,
		'--show-interactive-dev-session=false',
		...Object.entries(fromEnvironment).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
	],
	// A process group of its own, so that what it starts can be ended with it.
	{ cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true },
)

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
		// Nobody is left.
	}
}

await untilReady(ADDRESS)
console.log(greeting({ ...vars, ...fromEnvironment }))

// `wrangler dev` never fires a cron by itself.
for (;;) {
	await fetch(`${ADDRESS}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`).catch(() => undefined)
	await sleep(60_000)
}

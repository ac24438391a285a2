import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..')

/** The text of a file, or undefined if there is none. */
export const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Ends the process with what a check found, if it found anything. */
export function endOn(problems: readonly string[]) {
	for (const problem of problems) console.error(problem)
	if (problems.length > 0) process.exit(1)
}

/** Ends the process at the first signal, once `dispose` is done. */
export function endAtSignal(dispose: () => Promise<void>) {
	let ending = false
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => {
			if (ending) return
			ending = true
			void dispose().then(() => process.exit(0))
		})
}

export const PORT = Number(process.env.PORT ?? 8787)
export const ADDRESS = `http://127.0.0.1:${PORT}`
/** The same for people: browsers have no passkeys for an IP address. */
const SHOWN = `http://localhost:${PORT}`

export const RECEIVER = `localhost:${Number(process.env.RECEIVER_PORT ?? 8788)}`

/** The folder that keeps D1, KV, queues and objects between starts. Wrangler adds a folder named after its format. */
export const PERSIST_TO = resolve(ROOT, process.env.PERSIST_TO ?? '.wrangler/state')
export const STATE = join(PERSIST_TO, 'v3')

/** The folder of the Worker's static assets. The tests have their own, with one more language. */
export const ASSETS = join(ROOT, process.env.PSEUDO_LANGUAGE ? 'dist/test' : 'dist', 'assets')

/** The page of the console, among the assets. */
export const CONSOLE_PAGE = 'console/index.html'

const DEV_VARS = resolve(ROOT, process.env.DEV_VARS ?? '.dev.vars')

/** Keeps Wrangler offline and quiet: it doesn't fetch, report or ask anything. */
export const WRANGLER_ENV = {
	CLOUDFLARE_CF_FETCH_ENABLED: 'false',
	WRANGLER_HIDE_BANNER: 'true',
	WRANGLER_SEND_ERROR_REPORTS: 'false',
	WRANGLER_SEND_METRICS: 'false',
	X_LOCAL_EXPLORER: 'false',
	X_LOCAL_OBSERVABILITY: 'false',
}

export const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')

let wroteDevVars = false

/** The variables of `.dev.vars`. Writes the file with random secrets if it is missing. */
export function devVars(): Record<string, string | undefined> {
	if (!existsSync(DEV_VARS)) {
		const vars = {
			JWT_KEYS: JSON.stringify([
				{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: randomBytes(6).toString('hex') },
			]),
			SECRETS_KEYS: JSON.stringify([{ id: randomBytes(6).toString('hex'), key: randomBytes(32).toString('base64') }]),
			BOOTSTRAP_ADMIN_LOGIN: 'admin',
			BOOTSTRAP_ADMIN_PASSWORD: `${randomBytes(15).toString('base64url')}-1a`,
		}
		const lines = Object.entries(vars).map(([name, value]) => `${name}='${value}'\n`)
		writeFileSync(DEV_VARS, lines.join(''), { mode: 0o600 })
		console.log('Wrote .dev.vars with random secrets.')
		wroteDevVars = true
	}
	return parseEnv(readFileSync(DEV_VARS, 'utf8'))
}

/**
 * What the Worker gets of its known variables: those of `.dev.vars`, and over them those of this process's environment. Wrangler
 * itself would leave out what `wrangler.toml` doesn't name, such as METRICS_TOKEN.
 */
export function variablesFrom(
	vars: Record<string, string | undefined>,
	known: Iterable<string>,
): Record<string, string> {
	const set = [...known].flatMap((name) => {
		const value = process.env[name] ?? vars[name]
		return value === undefined ? [] : [[name, value] as const]
	})
	return Object.fromEntries(set)
}

/**
 * What `npm start` prints: the address, the administrator and a call to paste. Only the start that made up the password prints
 * it: later output ends up in logs and on shared screens.
 */
export function greeting({
	BOOTSTRAP_ADMIN_LOGIN: login,
	BOOTSTRAP_ADMIN_PASSWORD: password,
}: Record<string, string | undefined>): string {
	const body = JSON.stringify({ login, password }).replaceAll("'", String.raw`'\''`)
	const [secret, call] = wroteDevVars
		? [` / ${password}`, `curl -s ${ADDRESS}/v1/auth/login -H 'Prefer: handling=strict' -d '${body}'`]
		: [
				', whose password is in .dev.vars',
				String.raw`. ./.dev.vars && curl -s ${ADDRESS}/v1/auth/login -H 'Prefer: handling=strict' -d "{\"login\":\"$BOOTSTRAP_ADMIN_LOGIN\",\"password\":\"$BOOTSTRAP_ADMIN_PASSWORD\"}"`,
			]
	return [
		'',
		`Console: ${SHOWN}/console/`,
		`API: ${SHOWN}   (as a page: ${SHOWN}/docs)`,
		`Admin: ${login}${secret}`,
		'',
		'Log in:',
		`  ${call}`,
		'',
	].join('\n')
}

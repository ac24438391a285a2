import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { fillToScale, type Scale } from '../../drizzle/seed/scale.ts'
import { migrate } from '../../src/tools/migrate.ts'
import { fill, orgId } from './data.ts'
import { type Running, start } from './workers.ts'

/** Of everybody who is made here. */
export const PASSWORD = 'bootstrap-password-1'
const credentials = { login: 'root', password: PASSWORD }

/** The variables of every start of our Worker: the same keys, so one access token works for all of them. */
export const bindings = {
	JWT_KEYS: JSON.stringify([{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'bench' }]),
	SECRETS_KEYS: JSON.stringify([{ id: 'bench', key: randomBytes(32).toString('base64') }]),
	BOOTSTRAP_ADMIN_LOGIN: credentials.login,
	BOOTSTRAP_ADMIN_PASSWORD: credentials.password,
	RATE_LIMITS: 'off',
	ALLOWED_ORIGINS: '',
}

/** Creates a migrated, filled D1 in `state`, to copy for every Worker, and returns an access token that's valid for 15 minutes. */
export async function prepareState(script: string, state: string): Promise<string> {
	const ours = await start({ script, state, bindings })
	try {
		const db = await ours.database()
		await migrate(db)
		const access_token = await signIn(ours)
		const headers = { Authorization: `Bearer ${access_token}` }
		const me = await call<{ id: string; org_id: string }>(ours, '/v1/me', { headers })
		await db.batch(
			fill({ user_id: me.id, org_id: me.org_id }).map(([sql, ...params]) => db.prepare(sql).bind(...params)),
		)
		await change(ours, '/v1/tool-providers/web_search/hosted/activate?scope=org', { method: 'PUT', headers })
		await call(ours, '/readyz')
		return access_token
	} finally {
		await ours.stop()
	}
}

/** Makes a migrated D1 in `state` that has as many rows as `scale` says, in which the first org is rich; gives an access token. */
export async function prepareScale(script: string, state: string, scale: Scale): Promise<string> {
	const ours = await start({ script, state, bindings })
	try {
		const db = await ours.database()
		await migrate(db)
		await fillToScale(db, scale, () => undefined)
		const access_token = await signIn(ours)
		const headers = { Authorization: `Bearer ${access_token}` }
		const body = JSON.stringify({ org_id: orgId(0), amount: 1e12 })
		await change(ours, '/v1/admin/credits/adjust', { method: 'POST', headers, body })
		return access_token
	} finally {
		await ours.stop()
	}
}

/** An access token of the platform admin, valid for 15 minutes. */
export async function signIn(running: Running): Promise<string> {
	const login = { method: 'POST', body: JSON.stringify(credentials) }
	const { access_token } = await call<{ access_token: string }>(running, '/v1/auth/login', login)
	return access_token
}

/** A new user in an org of its own, who registers from the address `from`: an address may register ten times an hour. */
export async function register(
	running: Running,
	login: string,
	from = '127.0.0.1',
): Promise<{ access_token: string; org_id: string }> {
	const account = { login, password: PASSWORD, email: `${login}@example.com` }
	const headers = { 'CF-Connecting-IP': from }
	return call(running, '/v1/auth/register', { method: 'POST', headers, body: JSON.stringify(account) })
}

async function change({ url }: Running, path: string, init?: RequestInit): Promise<Response> {
	const response = await fetch(url + path, init)
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
	return response
}

const call = async <T>(running: Running, path: string, init?: RequestInit): Promise<T> =>
	(await change(running, path, init)).json()

import { type BrowserContext, request } from 'playwright-core'
import { logIn, STOPS_MS } from './browser.ts'
import type { ADMIN } from './instance.ts'

// Plinth takes more than a second to check a password, and longer while others wait. So a test passes its sessions on to the
// worker's next test, and one access token serves all calls of a user.

export type Login = typeof ADMIN

interface Session {
	cookies: Awaited<ReturnType<BrowserContext['cookies']>>
	/** The org in which this user's session starts. */
	org_id: string
	/** When it began. */
	since: number
}

interface Tokens {
	access_token: string
	expires_in: number
}

const SPARE_MS = 60_000
/** Ten minutes after a login, some operations ask for the password again. No test takes half of that. */
const FRESH_MS = 300_000

/** The sessions that no browser is using, by `keyOf`. */
const idle = new Map<string, Session[]>()
const held = new Map<BrowserContext, { key: string; org_id: string; since: number }>()
const tokens = new Map<string, { text: string; ends: number }>()

const keyOf = (at: string, login: string) => `${login} ${at}`

function leave(key: string, session: Session) {
	idle.set(key, [...(idle.get(key) ?? []), session])
}

function keep(key: string, { access_token, expires_in }: Tokens): string {
	tokens.set(key, { text: access_token, ends: Date.now() + Math.min(expires_in * 1_000, FRESH_MS) })
	return access_token
}

/** Signs a browser in: with a session that an earlier test left, or with the password. Returns what the API answered. */
export async function signIn(context: BrowserContext, at: string, user: Login, inOrg?: string): Promise<object> {
	const enter = (org_id: string) => context.request.post('/v1/auth/refresh', { data: { org_id }, maxRetries: 2 })
	const key = keyOf(at, user.login)
	const left = idle.get(key)?.pop()
	if (left && Date.now() - left.since < FRESH_MS) {
		await context.addCookies(left.cookies)
		// The previous test may have moved the session to another org, or ended it.
		const response = await enter(inOrg ?? left.org_id)
		held.set(context, { key, org_id: left.org_id, since: left.since })
		if (response.ok()) return (await response.json()) as object
		await context.clearCookies()
	}
	const answer = await logIn(context, user)
	const since = Date.now()
	const claims = Buffer.from(answer.access_token.split('.')[1] ?? '', 'base64url').toString()
	held.set(context, { key, org_id: (JSON.parse(claims) as { org_id: string }).org_id, since })
	return inOrg ? ((await (await enter(inOrg)).json()) as object) : answer
}

/** Leaves a browser's session to the next test. Call it when no page is open, because a page could still refresh it. */
export async function handOn(context: BrowserContext): Promise<void> {
	const holder = held.get(context)
	if (!holder) return
	held.delete(context)
	leave(holder.key, { cookies: await context.cookies(), org_id: holder.org_id, since: holder.since })
}

/** Forgets a user's session, because it ended. */
export function forgetLogin(at: string, { login }: Login): void {
	tokens.delete(keyOf(at, login))
	idle.delete(keyOf(at, login))
}

/** An access token of a user. */
export async function tokenOf(at: string, { login, password }: Login): Promise<string> {
	const key = keyOf(at, login)
	const known = tokens.get(key)
	if (known && known.ends - Date.now() > SPARE_MS) return known.text
	const response = await fetch(`${at}/v1/auth/login`, { method: 'POST', body: JSON.stringify({ login, password }) })
	if (!response.ok) throw new Error(`The login of ${login} answered ${response.status}: ${await response.text()}`)
	return keep(key, (await response.json()) as Tokens)
}

/** Registers a user. Their browser uses the session from the registration, and so do their calls. */
export async function registerAt(at: string, data: Login & { email: string; username: string; invite_code?: string }) {
	const client = await request.newContext({ baseURL: at, timeout: STOPS_MS })
	const response = await client.post('/v1/auth/register', { data })
	if (!response.ok()) throw new Error(`The registration answered ${response.status()}: ${await response.text()}`)
	const { user_id, org_id, ...fresh } = (await response.json()) as Tokens & { user_id: string; org_id: string }
	const { cookies } = await client.storageState()
	await client.dispose()
	const key = keyOf(at, data.login)
	leave(key, { cookies, org_id, since: Date.now() })
	keep(key, fresh)
	return { user_id, org_id }
}

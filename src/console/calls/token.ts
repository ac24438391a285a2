import createClient from 'openapi-fetch'
import type { components, paths } from '#client-types'
import { untilDone } from './trouble.ts'

// The access token is only in this tab's memory. The refresh cookie, which no script can read, survives a reload.

/** `starting` until the first refresh has said whether somebody is signed in. `ended` while the page of an ended session waits. */
export type SessionState = 'starting' | 'in' | 'ended' | 'out'

/** Who acts, and where. */
export interface Actor {
	user_id: string
	org_id: string
}

interface Token extends Actor {
	text: string
	expires_at: number
}

/** A token is replaced this long before it expires, so it doesn't expire during a request. */
const SPARE_MS = 30_000

/** Remembers this tab's org across reloads. Other tabs may act in other orgs. */
const ORG = 'plinth.org'

const auth = createClient<paths>({
	baseUrl: location.origin,
	headers: { Prefer: 'handling=strict', 'X-Client': 'console' },
})
const channel = new BroadcastChannel('plinth.session')

let state: SessionState = 'starting'
let token: Token | undefined
let refreshing: Promise<boolean> | undefined
/** How often somebody else has signed in where a session had ended. */
let takeovers = 0
/** How often this tab was signed out. */
let departures = 0
let hasDraft = () => false
const listeners = new Set<() => void>()

export const sessionState = () => state

/** The person who signed in here last, until they sign out. */
export const actor = (): Actor | undefined => token

export const takeoverCount = () => takeovers

/** A tab with a draft keeps it when another tab signs out. */
export function keepPageIf(condition: () => boolean) {
	hasDraft = condition
}

export function onSession(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** The token for a call, valid for at least half a minute; undefined if nobody is signed in. If the session has ended, it waits. */
export async function accessToken(): Promise<string | undefined> {
	if (state !== 'ended' && token && token.expires_at - Date.now() < SPARE_MS) await refresh()
	while (sessionState() === 'ended') await nextState()
	return token?.text
}

const nextState = () =>
	new Promise<void>((resolve) => {
		const stop = onSession(() => {
			stop()
			resolve()
		})
	})

/**
 * Trades the refresh cookie for a new token. A second call waits for the first, even in another tab, because two tabs using the
 * same cookie at different times would end the session.
 */
export function refresh(): Promise<boolean> {
	refreshing ??= inTurn().finally(() => {
		refreshing = undefined
	})
	return refreshing
}

async function inTurn(): Promise<boolean> {
	return navigator.locks.request('plinth.refresh', trade)
}

async function trade(): Promise<boolean> {
	const org_id = sessionStorage.getItem(ORG) ?? token?.org_id
	const before = departures
	let reply = await auth.POST('/v1/auth/refresh', { body: org_id ? { org_id } : {} })
	// The user has left that org.
	if (reply.response.status === 400) reply = await auth.POST('/v1/auth/refresh', { body: {} })
	// What the cookie was worth before its user signed out is worth nothing now.
	if (before !== departures) return false
	if (reply.data) {
		keep(reply.data)
		return true
	}
	// Only a refusal ends a session. If Plinth is unavailable, it may be back soon.
	if (state !== 'out' && (reply.response.status === 401 || reply.response.status === 403))
		become(state === 'starting' ? 'out' : 'ended')
	return false
}

/** Finds out at startup whether somebody is signed in, and asks until it gets an answer. */
export const start = () =>
	untilDone(async () => {
		await refresh().catch(() => undefined)
		return state !== 'starting'
	})

type SecondFactor = components['schemas']['SecondFactor']
type LogInByPasskey = components['schemas']['LogInByPasskey']

const byPassword = (login: string, password: string) => auth.POST('/v1/auth/login', { body: { login, password } })
const byPasskey = (body: LogInByPasskey) => auth.POST('/v1/auth/passkey', { body })
const byFactor = (body: SecondFactor) => auth.POST('/v1/auth/second-factor', { body })

/** Signs in. Returns the client's own response, which may ask for a second factor. */
export const logIn = (login: string, password: string) => entering(() => byPassword(login, password))

/** Signs in with the second factor that a login asked for. */
export const logInWithFactor = (body: SecondFactor) => entering(() => byFactor(body))

/** What a browser needs to ask for any passkey of ours. */
export const passkeyOptions = () => auth.POST('/v1/auth/passkey/options', { body: {} })

/** Signs in with a passkey alone. */
export const logInByPasskey = (body: LogInByPasskey) => entering(() => byPasskey(body))

/** What stands among the offered connections for Cloudflare Access. */
export const ACCESS = 'access'

/** Signs in with the assertion that Cloudflare Access puts into the request. */
export const logInByAccess = () => entering(() => auth.POST('/v1/auth/access', { body: {} }))

/** The calls of somebody who must add a second factor before they can log in. */
export function enrolling(enrolment_token: string) {
	const headers = { Authorization: `Bearer ${enrolment_token}` }
	return {
		passkeyOptions: () => auth.POST('/v1/me/passkeys/options', { headers }),
		addPasskey: (body: components['schemas']['CreatePasskey']) => auth.POST('/v1/me/passkeys', { headers, body }),
		appKey: () => auth.POST('/v1/me/totp/options', { headers }),
		enableApp: (code: string) => auth.PUT('/v1/me/totp', { headers, body: { code } }),
	}
}

/** The providers that somebody can sign in with who types this, or nothing. */
export const offeredConnections = (login?: string) =>
	auth.GET('/v1/auth/connections', { params: { query: login === undefined ? {} : { login } } })

async function entering(call: () => ReturnType<typeof byPassword>) {
	// A refresh that began before would bring its user's cookie back.
	const reply = await navigator.locks.request('plinth.refresh', call)
	sessionStorage.removeItem(ORG)
	if (reply.data) keep(reply.data)
	return reply
}

/** Signs in again where a session has ended. The same user stays in this tab's org. */
export const renew = (login: string, password: string) => renewing(() => byPassword(login, password))

/** The same, with the second factor that the login asked for. */
export const renewWithFactor = (body: SecondFactor) => renewing(() => byFactor(body))

/** The same, with a passkey alone: not every password signs in. */
export const renewByPasskey = (body: LogInByPasskey) => renewing(() => byPasskey(body))

async function renewing(call: () => ReturnType<typeof byPassword>) {
	const ended = token
	const reply = await navigator.locks.request('plinth.refresh', async () => {
		const answer = await call()
		if (!answer.data) return answer
		const now = actorOf(answer.data.access_token)
		if (now.user_id !== ended?.user_id) sessionStorage.removeItem(ORG)
		if (now.user_id !== ended?.user_id || now.org_id === ended.org_id) keep(answer.data)
		else await trade()
		return answer
	})
	return reply
}

export const requestReset = (login: string) => auth.POST('/v1/auth/password-reset', { body: { login } })

export const confirmReset = (body: components['schemas']['ConfirmReset']) =>
	auth.POST('/v1/auth/password-reset/confirm', { body })

/** Proves again who is there, for what asked for it. */
export const stepUp = async (body: components['schemas']['StepUp']) =>
	auth.POST('/v1/auth/step-up', { body, headers: { Authorization: `Bearer ${await accessToken()}` } })

/** Ends the session, here and in the other tabs. */
export async function logOut() {
	if (state !== 'ended')
		await auth.POST('/v1/auth/logout', { headers: token ? { Authorization: `Bearer ${token.text}` } : {} })
	become('out')
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
	channel.postMessage('out')
}

/** Switches this tab to another org of the user. Anyone who can't sign in there like this stays where they are. */
export async function switchOrg(org_id: string) {
	const before = departures
	const reply = await navigator.locks.request('plinth.refresh', () =>
		auth.POST('/v1/auth/refresh', { body: { org_id } }),
	)
	if (!reply.data || before !== departures) return reply
	sessionStorage.setItem(ORG, org_id)
	keep(reply.data)
	return reply
}

function keep({ access_token, expires_in }: { access_token: string; expires_in: number }) {
	const now = actorOf(access_token)
	const isOther = token !== undefined && token.user_id !== now.user_id
	token = { ...now, text: access_token, expires_at: Date.now() + expires_in * 1000 }
	if (isOther) takeovers += 1
	become('in', isOther)
}

/** What a token says about its user. */
function actorOf(text: string): Actor {
	const claims = atob((text.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
	const { sub, org_id } = JSON.parse(claims) as { sub: string; org_id: string }
	return { user_id: sub, org_id }
}

function become(next: SessionState, isOther = false) {
	if (next === 'out') {
		token = undefined
		departures += 1
	}
	if (next === state && !isOther) return
	// Tabs whose session ended continue, also when somebody signs in by another page or through a provider.
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
	if (next === 'in' && state !== 'in') channel.postMessage('in')
	state = next
	for (const listener of listeners) listener()
}

channel.addEventListener('message', ({ data }) => {
	if (data === 'out') become(hasDraft() ? 'ended' : 'out')
	else if (state === 'ended') void refresh()
})

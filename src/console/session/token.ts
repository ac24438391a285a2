import createClient from 'openapi-fetch'
import type { components, paths } from '#client-types'

// The access token is only in this tab's memory. The refresh cookie, which no script can read, survives a reload.

/** `starting` until the first refresh has said whether somebody is signed in. */
export type SessionState = 'starting' | 'in' | 'out'

interface Token {
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
const listeners = new Set<() => void>()

export const sessionState = () => state

export function onSession(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** The token for a call, valid for at least half a minute; undefined if nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
	if (token && token.expires_at - Date.now() < SPARE_MS) await refresh()
	return token?.text
}

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
	const org_id = sessionStorage.getItem(ORG)
	let reply = await auth.POST('/v1/auth/refresh', { body: org_id ? { org_id } : {} })
	// The user has left that org.
	if (reply.response.status === 400) reply = await auth.POST('/v1/auth/refresh', { body: {} })
	if (reply.data) {
		keep(reply.data)
		return true
	}
	// Only a refusal signs out. If Plinth is unavailable, it may be back soon.
	if (reply.response.status === 401 || reply.response.status === 403) become('out')
	return false
}

/** Finds out at startup whether somebody is signed in. */
export const start = () => refresh().catch(() => become('out'))

/** Signs in. Returns the client's own response. */
export async function logIn(login: string, password: string) {
	const reply = await auth.POST('/v1/auth/login', { body: { login, password } })
	sessionStorage.removeItem(ORG)
	if (reply.data) keep(reply.data)
	return reply
}

export const requestReset = (login: string) => auth.POST('/v1/auth/password-reset', { body: { login } })

export const confirmReset = (body: components['schemas']['ConfirmReset']) =>
	auth.POST('/v1/auth/password-reset/confirm', { body })

/** Ends the session, here and in the other tabs. */
export async function logOut() {
	await auth.POST('/v1/auth/logout', { headers: token ? { Authorization: `Bearer ${token.text}` } : {} })
	become('out')
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
	channel.postMessage('out')
}

/** Switches this tab to another org of the user. */
export async function switchOrg(org_id: string) {
	sessionStorage.setItem(ORG, org_id)
	await refresh()
}

function keep({ access_token, expires_in }: { access_token: string; expires_in: number }) {
	token = { text: access_token, expires_at: Date.now() + expires_in * 1000 }
	become('in')
}

function become(next: SessionState) {
	if (next === 'out') token = undefined
	if (next === state) return
	state = next
	for (const listener of listeners) listener()
}

channel.addEventListener('message', () => become('out'))

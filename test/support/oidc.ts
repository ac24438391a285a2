import { env } from 'cloudflare:workers'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { expect, onTestFinished, vi } from 'vitest'
import { as, type Reply, send } from './api.ts'
import { admin, type Caller, cookieOf, unique, user } from './world.ts'

// An OpenID provider that says whatever a test wants, instead of `fetch`. test/federation/oidc.provider.test.ts uses a real one.

/** What one sign-in gets. */
export interface Said {
	/** Claims beside `iss`, `aud`, `nonce` and the times, or instead of them. */
	claims: JWTPayload & { sub: string }
	/** What differs from an honest answer. */
	lie?: 'none' | 'withdrawn key' | 'public key as secret' | 'no token' | undefined
	/** What the userinfo endpoint adds. */
	userinfo?: Record<string, unknown>
}

// The real provider signs with RSA, whose keys take a third of a second to make.
const pair = () => generateKeyPair('ES256', { extractable: true })

type Answer = (url: URL, body: URLSearchParams) => Response | Promise<Response>

export interface Provider {
	issuer: string
	/** Answers instead of the provider, by path. */
	instead: Record<string, Answer>
	/** How often a path was asked. */
	asked: Record<string, number>
	/** What its own document says besides, or instead. */
	document: Record<string, unknown>
	/** What the next code stands for. */
	say: (said: Said) => string
	answer: Answer
}

export async function newProvider(issuer = `https://${unique('idp')}.example.com`): Promise<Provider> {
	const [current, withdrawn] = await Promise.all([pair(), pair()])
	const codes = new Map<string, Said & { nonce?: string }>()
	const keys = { keys: [{ ...(await exportJWK(current.publicKey)), kid: 'current', use: 'sig', alg: 'ES256' }] }
	const instead: Provider['instead'] = {}
	const asked: Provider['asked'] = {}
	const document: Provider['document'] = {}
	let nonce = ''

	async function idToken({ claims, lie }: Said) {
		const payload = { iss: issuer, aud: 'plinth', nonce, ...claims }
		if (lie === 'none') return new UnsecuredJWT(payload).setIssuedAt().setExpirationTime('5m').encode()
		if (lie === 'public key as secret')
			return new SignJWT(payload)
				.setProtectedHeader({ alg: 'HS256', kid: 'current' })
				.setIssuedAt()
				.setExpirationTime('5m')
				.sign(new TextEncoder().encode(await exportSPKI(current.publicKey)))
		const [key, kid] = lie === 'withdrawn key' ? [withdrawn, 'withdrawn'] : [current, 'current']
		const token = new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).setIssuedAt()
		return (claims.exp === undefined ? token.setExpirationTime('5m') : token).sign(key.privateKey)
	}

	const honest: Record<string, Answer> = {
		'/.well-known/openid-configuration': () =>
			Response.json({
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				userinfo_endpoint: `${issuer}/userinfo`,
				jwks_uri: `${issuer}/keys`,
				response_types_supported: ['code'],
				subject_types_supported: ['public'],
				id_token_signing_alg_values_supported: ['ES256'],
				...document,
			}),
		'/keys': () => Response.json(keys),
		'/token': async (_url, body) => {
			const said = codes.get(body.get('code') ?? '')
			if (!said || !body.get('code_verifier')) return Response.json({ error: 'invalid_grant' }, { status: 400 })
			codes.delete(body.get('code') ?? '')
			const id_token = said.lie === 'no token' ? {} : { id_token: await idToken(said) }
			const { userinfo = {} } = said
			userinfoNow = { sub: said.claims.sub, ...userinfo }
			return Response.json({ access_token: 'at', token_type: 'Bearer', ...id_token })
		},
		'/userinfo': () => Response.json(userinfoNow),
	}
	let userinfoNow: Record<string, unknown> = {}

	return {
		issuer,
		instead,
		asked,
		document,
		say(said) {
			const code = unique('code')
			codes.set(code, said)
			return code
		},
		answer(url, body) {
			const path = url.pathname.slice(new URL(issuer).pathname.replace(/\/$/, '').length)
			asked[path] = (asked[path] ?? 0) + 1
			if (path === '/authorize') nonce = url.searchParams.get('nonce') ?? ''
			return (instead[path] ?? honest[path])?.(url, body) ?? new Response('', { status: 404 })
		},
	}
}

/** Lets these providers answer, and nobody else. */
export const serve = (...providers: Provider[]) =>
	vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
		const request = new Request(input, init)
		const url = new URL(request.url)
		const found = providers.find(({ issuer }) => new URL(issuer).host === url.host)
		if (!found) throw new TypeError('Network connection lost')
		return found.answer(url, new URLSearchParams(await request.text()))
	})

/** A new provider that answers for the rest of the test. */
export async function servedProvider(): Promise<Provider> {
	const provider = await newProvider()
	serve(provider)
	return provider
}

/** A browser that has begun a sign-in, and is at the provider. */
export interface Begun {
	state: string
	cookie: string
	authorize: URL
}

/** Reads where a response sends the browser. */
export async function begun(
	{ status, headers }: Reply,
	provider: Provider,
	location = headers.get('Location'),
): Promise<Begun> {
	expect(status).toBeLessThan(400)
	const authorize = new URL(location ?? '')
	await provider.answer(authorize, new URLSearchParams())
	return { state: authorize.searchParams.get('state') ?? '', cookie: cookieOf(headers), authorize }
}

export const start = async (connection_id: string, provider: Provider, query = '') =>
	begun(await send('GET', `/v1/auth/oidc/${connection_id}/start${query}`), provider)

/** Comes back from the provider. */
export const comeBack = (
	connection_id: string,
	{ state, cookie }: Pick<Begun, 'state' | 'cookie'>,
	parameters: Record<string, string>,
) =>
	send('GET', `/v1/auth/oidc/${connection_id}/callback?${new URLSearchParams({ state, ...parameters }).toString()}`, {
		headers: { Cookie: cookie },
	})

/** A whole sign-in, as one browser makes it. */
export async function signInWith(connection_id: string, provider: Provider, said: Said): Promise<Reply> {
	const browser = await start(connection_id, provider)
	return comeBack(connection_id, browser, { code: provider.say(said) })
}

/** Why a sign-in was refused, as the console gets it. */
export const refusalIn = ({ headers }: Reply) =>
	Object.fromEntries(new URL(headers.get('Location') ?? '', 'http://localhost').searchParams) as Record<string, string>

/** The cookie that a sign-in ended with: the refresh token, among those that the response sets. */
export const refreshCookieIn = ({ headers }: Reply) =>
	headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0] ?? '')
		.find((cookie) => cookie.startsWith('plinth_refresh=')) ?? ''

export interface Connected {
	id: string
	domain: string
}

/** A connection whose domain is proved. */
async function connect(
	provider: Provider,
	path: string,
	owner: Pick<Caller, 'post'>,
	fields: object = {},
): Promise<Connected> {
	const domain = `${unique('acme')}.example.com`
	const body = {
		name: 'Acme',
		issuer: provider.issuer,
		client_id: 'plinth',
		client_secret: 'shh',
		domains: [domain],
		...fields,
	}
	const made = await owner.post(path, body)
	expect(made.status).toBe(201)
	const at = new Date().toISOString()
	await env.DB.prepare('UPDATE oidc_domains SET proved_at = ? WHERE connection_id = ?').bind(at, made.body.id).run()
	return { id: made.body.id, domain }
}

export const ofOrg = (provider: Provider, owner: Caller, fields: object = {}) =>
	connect(provider, `/v1/orgs/${owner.org_id}/oidc-connections`, owner, fields)

/** The platform has room for 20, so this one goes with its test. */
export async function ofPlatform(provider: Provider, root: Caller, fields: object = {}) {
	const connection = await connect(provider, '/v1/admin/oidc-connections', root, fields)
	onTestFinished(async () => void (await root.delete(`/v1/admin/oidc-connections/${connection.id}`)))
	return connection
}

/** The SCIM client of a connection, whose path this is. */
async function clientOf(path: string, owner: Pick<Caller, 'post'>) {
	const { status, body } = await owner.post(`${path}/scim-token`)
	expect(status).toBe(201)
	return { path: `${path}/scim-token`, client: as(body.token) }
}

/** An org with a connection, and its SCIM client. */
export async function directoryOfOrg(provider: Provider, fields: object = { default_role: 'member' }) {
	const owner = await user('owner')
	const connection = await ofOrg(provider, owner, fields)
	const path = `/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`
	return { owner, connection, ...(await clientOf(path, owner)) }
}

/** A connection of the platform, and its SCIM client. */
export async function directoryOfPlatform(provider: Provider) {
	const root = await admin()
	const connection = await ofPlatform(provider, root)
	return { connection, ...(await clientOf(`/v1/admin/oidc-connections/${connection.id}`, root)) }
}

export const someone = (fields: object = {}): Said => ({ claims: { sub: unique('sub'), ...fields } })

/** The API of whoever signed in. */
export async function enter(provider: Provider, { id }: Connected, said: Said) {
	const reply = await signInWith(id, provider, said)
	expect({ status: reply.status, location: reply.headers.get('Location') }).toEqual({
		status: 303,
		location: '/console/',
	})
	const cookie = refreshCookieIn(reply)
	const { status, body } = await send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })
	expect(status).toBe(200)
	return { ...as(body.access_token), cookie }
}

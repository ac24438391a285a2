import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Reply, send } from '../support/api.ts'
import {
	comeBack,
	newProvider,
	type Provider,
	refreshCookieIn,
	refusalIn,
	serve,
	signInWith,
	start,
	servedProvider,
} from '../support/oidc.ts'
import { type Caller, unique, user, world } from '../support/world.ts'

// A provider, or somebody in between, that wants more than it may. Each test tries one way in.
let provider: Provider
let owner: Caller
let admin: Caller
beforeEach(async () => {
	provider = await servedProvider()
	;({ owner, admin } = await world())
})

async function connect(
	fields: object = {},
	of = owner,
	path = `/v1/orgs/${of.org_id}/oidc-connections`,
): Promise<string> {
	const body = {
		name: 'Evil',
		issuer: provider.issuer,
		client_id: 'plinth',
		client_secret: 'shh',
		default_role: 'member',
		...fields,
	}
	const made = await of.post(path, body)
	expect(made.status).toBe(201)
	return made.body.id
}

/** What a sign-in came to: its answer, and the sessions and identities that it left. */
async function outcomeOf(reply: Reply, id: string) {
	const { results } = await env.DB.prepare(
		'SELECT 1 FROM sessions WHERE connection_id = ? UNION SELECT 1 FROM identities WHERE connection_id = ?',
	)
		.bind(id, id)
		.all()
	return { status: reply.status, ...refusalIn(reply), cookie: refreshCookieIn(reply), left: results }
}

/** Nobody got in. */
const nothing = (refused: string, said?: string) => ({
	status: 303,
	refused,
	...(said && { said }),
	cookie: '',
	left: [],
})

const sub = () => unique('sub')

describe('a token', () => {
	test.for<[string, object, string]>([
		['of another issuer', { iss: 'https://accounts.google.com' }, 'token: OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
		['for another client', { aud: 'somebody-else' }, 'token: OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
		['of another sign-in', { nonce: 'of-another' }, 'token: OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
		['that has expired', { exp: 1_000_000 }, 'token: OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
		['without a subject', { sub: '' }, 'token: no subject'],
		['with a subject of 10,000 characters', { sub: 'x'.repeat(10_000) }, 'token: no subject'],
		['whose subject ends in NUL', { sub: 'admin\0' }, 'token: no subject'],
		['whose subject is half a character', { sub: 'admin\ud800' }, 'token: no subject'],
		['for several clients that names none', { aud: ['plinth', 'else'] }, 'token: OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
		[
			'for several clients, made for another',
			{ aud: ['plinth', 'else'], azp: 'else' },
			'token: OAUTH_JWT_CLAIM_COMPARISON_FAILED',
		],
		['of 300 KB', { junk: 'x'.repeat(300_000) }, 'token: too_large'],
	])('%s gives nothing', async ([, claims, said]) => {
		const id = await connect()
		const reply = await signInWith(id, provider, { claims: { sub: sub(), ...claims } })
		expect(await outcomeOf(reply, id)).toMatchObject(nothing('oidc.provider', said))
		const { body } = await owner.get(`/v1/orgs/${owner.org_id}/oidc-connections/${id}`)
		expect(body).toMatchObject({ last_failure: said, last_failed_at: expect.any(String) })
	})

	test.for(['none', 'withdrawn key', 'public key as secret', 'no token'] as const)(
		'with the fault "%s" gives nothing',
		async (lie) => {
			provider.document['id_token_signing_alg_values_supported'] = ['ES256', 'HS256', 'none']
			const id = await connect()
			expect(await outcomeOf(await signInWith(id, provider, { claims: { sub: sub() }, lie }), id)).toMatchObject(
				nothing('oidc.provider'),
			)
		},
	)

	test('whose userinfo is about somebody else gives nothing', async () => {
		const id = await connect()
		const reply = await signInWith(id, provider, { claims: { sub: sub() }, userinfo: { sub: 'somebody-else' } })
		expect(await outcomeOf(reply, id)).toMatchObject(nothing('oidc.provider'))
	})
})

describe('an address', () => {
	test.for<[string, boolean, boolean]>([
		['that is not verified', false, true],
		['in a domain that the connection has not proved', true, false],
	])("of somebody else's account, %s, leads not to that account", async ([, email_verified, isProved]) => {
		const victim = await user()
		const domain = `${unique('victim')}.example.com`
		await admin.patch(`/v1/admin/users/${victim.user_id}`, { email: `v@${domain}`, email_verified: true })
		const id = await connect({ domains: [domain] })
		if (isProved)
			await env.DB.prepare("UPDATE oidc_domains SET proved_at = '2026-01-01' WHERE connection_id = ?").bind(id).run()
		const reply = await signInWith(id, provider, { claims: { sub: sub(), email: `v@${domain}`, email_verified } })
		expect(reply.headers.get('Location')).toBe('/console/')
		const { results } = await env.DB.prepare('SELECT user_id FROM sessions WHERE connection_id = ?')
			.bind(id)
			.all<{ user_id: string }>()
		expect(results).toHaveLength(1)
		expect(results[0]?.user_id).not.toBe(victim.user_id)
	})
})

describe('the way back', () => {
	test('counts once', async () => {
		const id = await connect()
		const browser = await start(id, provider)
		const first = await comeBack(id, browser, { code: provider.say({ claims: { sub: sub() } }) })
		expect(first.headers.get('Location')).toBe('/console/')
		const again = await comeBack(id, browser, { code: provider.say({ claims: { sub: sub() } }) })
		expect(refusalIn(again)).toMatchObject({ refused: 'oidc.unknown_sign_in' })
		expect(refreshCookieIn(again)).toBe('')
	})

	test("with somebody else's state gives nothing", async () => {
		const id = await connect()
		const [mine, theirs] = [await start(id, provider), await start(id, provider)]
		const code = provider.say({ claims: { sub: sub() } })
		expect(
			await outcomeOf(await comeBack(id, { state: theirs.state, cookie: mine.cookie }, { code }), id),
		).toMatchObject(nothing('oidc.unknown_sign_in'))
		const renamed = `${theirs.cookie.split('=')[0]}=${mine.cookie.split('=')[1]}`
		for (const cookie of ['', renamed])
			expect(await outcomeOf(await comeBack(id, { state: theirs.state, cookie }, { code }), id)).toMatchObject(
				nothing('oidc.unknown_sign_in'),
			)
	})

	test('with a code of another connection gives nothing', async () => {
		const [id, other] = [await connect(), await connect()]
		const [mine, theirs] = [await start(id, provider), await start(other, provider)]
		const nonce = theirs.authorize.searchParams.get('nonce')
		const code = provider.say({ claims: { sub: sub(), nonce } })
		expect(await outcomeOf(await comeBack(id, mine, { code }), id)).toMatchObject(nothing('oidc.provider'))
	})

	test.for<[string, object, Record<string, string>, string]>([
		['of another issuer', {}, { iss: 'https://evil.example.com' }, 'authorization: OAUTH_INVALID_RESPONSE'],
		[
			'without the issuer that the provider promised',
			{ authorization_response_iss_parameter_supported: true },
			{},
			'authorization: OAUTH_INVALID_RESPONSE',
		],
	])('%s gives nothing, so two providers are not mixed up', async ([, document, parameters, said]) => {
		Object.assign(provider.document, document)
		const id = await connect()
		const browser = await start(id, provider)
		const code = provider.say({ claims: { sub: sub() } })
		expect(await outcomeOf(await comeBack(id, browser, { code, ...parameters }), id)).toMatchObject(
			nothing('oidc.provider', said),
		)
		expect(provider.asked['/token']).toBeUndefined()
	})

	test('to a connection that was deleted meanwhile gives nothing', async () => {
		const id = await connect()
		const browser = await start(id, provider)
		expect((await owner.delete(`/v1/orgs/${owner.org_id}/oidc-connections/${id}`)).status).toBe(204)
		const code = provider.say({ claims: { sub: sub() } })
		expect(await outcomeOf(await comeBack(id, browser, { code }), id)).toMatchObject(nothing('oidc.unknown_sign_in'))
	})

	test('while the connection is switched off in the middle gives nothing', async () => {
		const id = await connect()
		const browser = await start(id, provider)
		const code = provider.say({ claims: { sub: sub() } })
		provider.instead['/keys'] = async () => {
			delete provider.instead['/keys']
			await env.DB.prepare('UPDATE oidc_connections SET is_active = 0 WHERE id = ?').bind(id).run()
			return provider.answer(new URL(`${provider.issuer}/keys`), new URLSearchParams())
		}
		expect(await outcomeOf(await comeBack(id, browser, { code }), id)).toMatchObject(nothing('oidc.unknown_sign_in'))
	})

	test('to another connection gives nothing', async () => {
		const [id, other] = [await connect(), await connect()]
		const browser = await start(id, provider)
		const reply = await comeBack(other, browser, { code: provider.say({ claims: { sub: sub() } }) })
		expect(await outcomeOf(reply, other)).toMatchObject(nothing('oidc.unknown_sign_in'))
	})

	test.for<[string, Record<string, string>, string]>([
		['a code that the provider does not know', { code: 'made-up' }, 'token: invalid_grant'],
		['an error of the provider', { error: 'access_denied' }, 'authorization: access_denied'],
		[
			"an error in the provider's own words",
			{ error: 'call +1 555 0100' },
			'authorization: OAUTH_AUTHORIZATION_RESPONSE_ERROR',
		],
	])('with %s gives nothing, and says so in our words', async ([, parameters, said]) => {
		const id = await connect()
		expect(await outcomeOf(await comeBack(id, await start(id, provider), parameters), id)).toMatchObject(
			nothing('oidc.provider', said),
		)
	})

	test('after ten minutes gives nothing', async () => {
		const id = await connect()
		const browser = await start(id, provider)
		await env.DB.prepare("UPDATE oidc_sign_ins SET expires_at = '2026-01-01' WHERE connection_id = ?").bind(id).run()
		const reply = await comeBack(id, browser, { code: provider.say({ claims: { sub: sub() } }) })
		expect(await outcomeOf(reply, id)).toMatchObject(nothing('oidc.unknown_sign_in'))
	})
})

describe('a provider', () => {
	test.for<[string, string, () => Response, string]>([
		[
			'that redirects without end',
			'/token',
			() => Response.redirect('https://evil.example.com/token', 302),
			'token: redirect',
		],
		['with 10 MB of keys', '/keys', () => new Response(`{"keys":["${'k'.repeat(10_000_000)}"]}`), 'token: too_large'],
		['with keys that are none', '/keys', () => Response.json({ keys: 'none' }), 'token: OAUTH_INVALID_RESPONSE'],
		['that fails', '/token', () => new Response('', { status: 500 }), 'token: OAUTH_RESPONSE_IS_NOT_CONFORM'],
	])('%s gives nothing', async ([, path, answer, said]) => {
		const id = await connect()
		provider.instead[path] = answer
		expect(await outcomeOf(await signInWith(id, provider, { claims: { sub: sub() } }), id)).toMatchObject(
			nothing('oidc.provider', said),
		)
	})

	test.for<[string, (issuer: string) => object]>([
		['that says it is another issuer', () => ({ issuer: 'https://accounts.google.com' })],
		[
			'that sends people to an address without TLS',
			(issuer) => ({ issuer, authorization_endpoint: 'http://evil.example.com' }),
		],
	])('%s is not asked', async ([, document]) => {
		const id = await connect()
		provider.instead['/.well-known/openid-configuration'] = () => Response.json(document(provider.issuer))
		const reply = await send('GET', `/v1/auth/oidc/${id}/start`)
		expect(await outcomeOf(reply, id)).toMatchObject(nothing('oidc.provider'))
	})

	test.for<[string, string, string]>([
		['jwks_uri', 'https://169.254.169.254/keys', 'token: url.private_target'],
		['jwks_uri', 'http://keys.example.com/', 'token: url.scheme'],
		['token_endpoint', 'https://metadata.internal/token', 'token: url.private_target'],
		['token_endpoint', 'https://user:secret@idp.example.com/token', 'token: url.userinfo'],
		['userinfo_endpoint', 'https://[::ffff:7f00:1]/me', 'userinfo: url.private_target'],
		['userinfo_endpoint', 'file:///etc/passwd', 'userinfo: OAUTH_REQUEST_PROTOCOL_FORBIDDEN'],
	])('whose %s is %s reaches nothing there', async ([field, url, said]) => {
		provider.document[field] = url
		const id = await connect()
		const asked: string[] = []
		const served = vi.mocked(globalThis.fetch).getMockImplementation()
		vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
			asked.push(new URL(input instanceof Request ? input.url : input).host)
			return served?.(input, init) ?? Promise.reject(new Error('No provider'))
		})
		expect(await outcomeOf(await signInWith(id, provider, { claims: { sub: sub() } }), id)).toMatchObject(
			nothing('oidc.provider', said),
		)
		expect(new Set(asked)).toEqual(new Set([new URL(provider.issuer).host]))
	})

	test('that says nothing of PKCE gets its challenge all the same, and never a plain one', async () => {
		provider.document['code_challenge_methods_supported'] = ['plain']
		const { authorize } = await start(await connect(), provider)
		expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
		expect(authorize.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
	})

	test('is somebody else than another that names the same subject', async () => {
		const other = await newProvider()
		serve(provider, other)
		const same = sub()
		const [id, theirs] = [await connect(), await connect({ issuer: other.issuer })]
		await signInWith(id, provider, { claims: { sub: same } })
		await signInWith(theirs, other, { claims: { sub: same } })
		const { results } = await env.DB.prepare('SELECT DISTINCT user_id FROM identities WHERE subject = ?')
			.bind(same)
			.all()
		expect(results).toHaveLength(2)
	})

	test("of one org has nothing to say in another, nor with the platform's tokens", async () => {
		const victim = await world()
		const id = await connect({ role_map: {}, default_role: 'owner' })
		await signInWith(id, provider, { claims: { sub: 'evil-1' } })
		const query =
			'SELECT m.org_id FROM memberships m JOIN identities i ON i.user_id = m.user_id WHERE i.connection_id = ?'
		const { results } = await env.DB.prepare(query).bind(id).all()
		expect(results).toEqual([{ org_id: owner.org_id }])
		const moved = await victim.stranger.patch(`/v1/orgs/${victim.org_id}/oidc-connections/${id}`, { is_active: false })
		expect(moved.status).toBe(404)
	})

	test('is asked for its document once in five minutes', async () => {
		const id = await connect()
		for (let times = 0; times < 3; times += 1) await signInWith(id, provider, { claims: { sub: sub() } })
		expect(provider.asked['/.well-known/openid-configuration']).toBe(1)
		expect(provider.asked['/keys']).toBe(1)
	})
})

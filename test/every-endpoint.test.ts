import { env } from 'cloudflare:workers'
import * as z from 'zod'
import { importJWK, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { as, declared, send } from './support/api.ts'
import { isBuilt, SPEC } from './support/spec.ts'
import { signIn, unique, user, world } from './support/world.ts'

// What holds for every operation, so that no slice's tests have to say it again.

const built = SPEC.filter(isBuilt)
const shown = declared.map(({ method, path, ...contract }) => ({
	...contract,
	method,
	path: path.replaceAll(/:(\w+)/g, '{$1}'),
}))
const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, 'nothing')

let here: Awaited<ReturnType<typeof world>>
let forged: Record<string, string>

beforeAll(async () => {
	here = await world()
	forged = await forgedTokens()
})

test('the app serves exactly what the specification lists and is built', () => {
	const names = (rows: { method: string; path: string }[]) => rows.map(({ method, path }) => `${method} ${path}`).sort()
	expect(names(shown)).toEqual(names(built))
})

test('what is not built is not served', async () => {
	for (const { method, path } of SPEC.filter((row) => !isBuilt(row))) {
		const { status } = await here.admin.get(filled(path))
		expect([404, 405], `${method} ${path}`).toContain(status)
	}
})

describe.each(built)('$method $path', ({ method, path, access }) => {
	const operation = shown.find((candidate) => candidate.method === method && candidate.path === path)
	const call = (token: string | undefined, body?: unknown, headers: Record<string, string> = {}) =>
		send(method, filled(path), {
			body: method === 'GET' ? undefined : body,
			headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
		})

	test('declares its access, its answer and what it is for', () => {
		expect(operation).toMatchObject({ access, answers: expect.any(Array), summary: expect.any(String) })
	})

	if (access !== 'anyone')
		test('refuses callers without a valid token', async () => {
			for (const [kind, token] of Object.entries({ none: undefined, ...forged })) {
				const { status, body, headers } = await call(token, '{')
				expect({ kind, status, error: body.error }).toEqual({ kind, status: 401, error: 'auth.unauthorized' })
				expect(headers.get('WWW-Authenticate')).toBe('Bearer')
			}
		})

	if (access.startsWith('permission:'))
		test('refuses callers without the permission, before reading their input', async () => {
			const { status, body } = await call(here.member.token, '{')
			expect({ status, body }).toMatchObject({
				status: 403,
				body: { error: 'auth.forbidden', details: { permission: access.replace('permission:', '') } },
			})
		})

	if (access === 'user')
		test('is not for API keys', async () => {
			const key = await here.owner.post('/v1/api-keys', { name: unique('key') })
			expect(await call(key.body.key)).toMatchObject({
				status: 401,
				body: { details: { reason: 'auth.api_key_not_accepted' } },
			})
		})

	if (operation?.body)
		test('answers 422 to a body that is no JSON object, whatever its type says', async () => {
			for (const body of ['{', '[]', 'null', '"text"', '7', '{"a":1}{"b":2}', '<xml/>'])
				for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
					const { status, body: answer } = await call(here.admin.token, body, type ? { 'Content-Type': type } : {})
					expect({ body, type, status, error: answer.error }).toEqual({
						body,
						type,
						status: 422,
						error: 'validation.error',
					})
				}
		})

	if (operation?.body && !operation.body.safeParse({}).success)
		test('names the fields that are missing', async () => {
			const { status, body } = await call(here.admin.token, {})
			expect(status).toBe(400)
			expect(body.error).toBe('validation.error')
			const { body: schema } = operation ?? {}
			const one = schema instanceof z.ZodUnion ? (schema.options[0] as z.ZodType) : schema
			const missing = one?.safeParse({}).error?.issues.map((issue) => issue.path.join('.'))
			expect(body.details.fields.map((field: { path: string }) => field.path)).toEqual(missing)
		})

	const shape = operation?.query instanceof z.ZodObject ? operation.query.shape : {}
	if ('limit' in shape)
		test('refuses a bad page', async () => {
			const cursors = 'cursor' in shape ? ['cursor=x', 'cursor=bnVsbA'] : ['before=x', 'since=x']
			for (const bad of ['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', ...cursors]) {
				const { status, body } = await send(
					'GET',
					`${filled(path)}?org_id=${here.org_id}&user_id=${here.owner.user_id}&${bad}`,
					{
						headers: { Authorization: `Bearer ${here.admin.token}` },
					},
				)
				expect({ bad, status, fields: body.details.fields?.[0]?.path }).toEqual({
					bad,
					status: 400,
					fields: bad.split('=')[0],
				})
			}
		})
})

test("another org's rows are not there", async () => {
	const { admin, owner, stranger, org_id } = here
	const plan = await admin.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })
	const subscription = await admin.post('/v1/subscriptions', {
		org_id,
		plan_id: plan.body.id,
		current_period_start: '2026-01-01T00:00:00Z',
		current_period_end: '2126-01-01T00:00:00Z',
	})
	const key = await owner.post('/v1/api-keys', { name: unique('key') })
	const flag = await admin.post('/v1/feature-flags', { key: unique('flag'), default_value: true })
	const theirs = [
		stranger.get(`/v1/subscriptions/${subscription.body.id}`),
		stranger.get(`/v1/entitlements?org_id=${org_id}`),
		stranger.get(`/v1/feature-flags/${flag.body.key}/evaluate?org_id=${org_id}`),
		stranger.delete(`/v1/api-keys/${key.body.id}`),
	]
	for (const answer of await Promise.all(theirs))
		expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
	expect((await stranger.get('/v1/subscriptions')).body).toEqual([])
	expect((await as(key.body.key).get('/v1/plans')).status).toBe(200)
})

/** Tokens that look like ours and are not. */
async function forgedTokens(): Promise<Record<string, string>> {
	const caller = await user()
	const { token } = await signIn(caller.login)
	const { sub, org_id, sid } = JSON.parse(atob((token as string).split('.')[1] as string)) as Record<string, string>
	const [current] = JSON.parse(env.JWT_KEYS) as (JWK & { kid: string })[]
	const sign = async (jwk: JWK, { issuer = env.JWT_ISSUER, audience = env.JWT_AUDIENCE, expires = '15m' } = {}) =>
		new SignJWT({ org_id, sid })
			.setProtectedHeader({ alg: 'EdDSA', kid: 'current' })
			.setSubject(sub as string)
			.setIssuer(issuer)
			.setAudience(audience)
			.setIssuedAt()
			.setExpirationTime(expires)
			.sign(await importJWK(jwk, 'EdDSA'))
	const ours = current as JWK
	// The same claims under our own key do pass, so that the others are refused for what is wrong with them.
	expect((await as(await sign(ours)).get('/v1/me')).status).toBe(200)
	const [header, payload] = (token as string).split('.') as [string, string]
	return {
		malformed: 'not.a.token',
		unsigned: `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.`,
		cut: `${header}.${payload}.`,
		expired: await sign(ours, { expires: '-1s' }),
		'wrong issuer': await sign(ours, { issuer: 'https://elsewhere.example' }),
		'wrong audience': await sign(ours, { audience: 'elsewhere' }),
		'wrong key': await sign(JSON.parse(env.FOREIGN_KEY) as JWK),
		'unknown API key': `al_${'x'.repeat(43)}`,
	}
}

import { env } from 'cloudflare:workers'
import { importJWK, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { app } from '../src/app.ts'
import { isAudited } from '../src/http/operations.ts'
import { isForPlatform, permissionsOf } from './support/access.ts'
import { type Reply, as, declared, LENIENT, send } from './support/api.ts'
import { forgotten } from './support/forgotten.ts'
import { rooms } from './support/rooms.ts'
import { type Sample, samplesOf } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { type Here, sampleWorld } from './support/spec/row.ts'
import { signIn, unique, user } from './support/world.ts'

// What holds for every operation, so no slice's tests need to repeat it.

const written = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const operations = declared.map((operation) => ({ ...operation, path: written(operation.path) }))
const routes = app.routes
	.filter(({ method }) => method !== 'ALL')
	.map(({ method, path }) => `${method} ${written(path)}`)
const operationOf = (row: SpecRow) => operations.find(({ method, path }) => row.name === `${method} ${path}`)
/** An id as it appears in responses. */
const ID = /\b[a-z]+_[\dA-HJKMNP-TV-Z]{26}\b/g

const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, 'nothing')

// A missing route fails only the one test that names it.
const served = SPEC.filter(operationOf)

/** How each operation treats a stranger, in the words of a test's name. */
const GIVES = {
	'not found': 'returns 404',
	nothing: 'returns an empty list',
	'its own': 'returns only what belongs to their own org',
	'the same': 'returns what everybody gets',
	refused: 'is refused',
	'first come': 'works once, and then returns 404 to its own caller',
}

const NO_OBJECTS = ['{', '[]', 'null', '"text"', '7', '{"a":1}{"b":2}', '<xml/>']
const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined]

let here: Here
let forged: Record<string, string>

beforeAll(async () => {
	here = await sampleWorld()
	forged = await forgedTokens()
})

test('every operation has its row, its samples and its tag, and every slice its README', () => {
	const sentences = forgotten({ rows: SPEC, operations, routes: [...new Set(routes)], rooms })
	expect(sentences, `\n${sentences.join('\n')}\n`).toEqual([])
})

test('a sentence names whatever a new operation lacks', () => {
	const name = 'POST /v1/org-notes'
	const [method, path] = ['POST', '/v1/org-notes']
	const row: SpecRow = { name, method, path, file: 'test/support/spec/identity.ts', access: 'signed_in' }
	const complete: SpecRow = { ...row, stranger: 'its own', write: () => ({}) }
	const operation = { method, path, tag: 'Org notes' }
	const room = 'src/identity/org-notes'
	const lacking = (
		rows: SpecRow[],
		operations: { method: string; path: string; tag: string | undefined }[],
		hasReadme = true,
	) => forgotten({ rows, operations, routes: [name], rooms: { [room]: hasReadme } })
	expect(lacking([complete], [operation])).toEqual([])
	expect(lacking([complete], [operation], false)).toEqual([
		'src/identity/org-notes has no README.md: write its law, as .github/CONTRIBUTING.md says',
	])
	expect(lacking([], [operation])).toEqual([
		'POST /v1/org-notes has no row: add one in test/support/spec, in the file of its chapter',
	])
	expect(lacking([row], [operation])).toEqual([
		'POST /v1/org-notes has no write sample: add "write" to its row in test/support/spec/identity.ts, or say why in "noSample"',
		'POST /v1/org-notes does not say what a stranger gets: add "stranger" to its row in test/support/spec/identity.ts',
	])
	expect(lacking([complete], [{ ...operation, tag: undefined }])).toEqual([
		'/v1/org-notes is mounted without a tag: mount its slice by mount() in src/app.ts',
	])
	expect(lacking([complete], [])).toEqual([
		'POST /v1/org-notes does not say who may call it: begin its route line with an access marker',
		'POST /v1/org-notes has a row in test/support/spec/identity.ts but is not served: mount its slice in src/app.ts',
	])
	expect(lacking([complete, complete], [operation])).toEqual([
		'POST /v1/org-notes has two rows: delete the one in test/support/spec/identity.ts',
	])
	expect(lacking([{ ...complete, notBuilt: true }], [operation])).toEqual([
		'POST /v1/org-notes is served: delete notBuilt from its row in test/support/spec/identity.ts',
	])
})

test("operations that aren't built yet are 404 or 405", async () => {
	for (const { name, path } of SPEC.filter(({ notBuilt }) => notBuilt)) {
		const { status } = await here.admin.get(filled(path))
		expect([404, 405], name).toContain(status)
	}
})

describe.each(served)('$name', (row) => {
	const { method, path, access } = row
	const operation = operationOf(row)
	const call = (token: string | undefined, body?: unknown, headers: Record<string, string> = {}) =>
		send(method, filled(path), {
			body: method === 'GET' ? undefined : body,
			headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
		})

	test('declares its access, its responses and a summary', () => {
		expect(operation).toMatchObject({ access, responses: expect.any(Array), summary: expect.any(String) })
	})

	test('declares Audit-Id if it leaves an audit row', () => {
		const leavesOne = method !== 'GET' && !row.asks && !row.notAudited
		expect(operation && isAudited(operation)).toBe(leavesOne || row.auditedWhen !== undefined)
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
				body: { error: 'auth.forbidden', details: { permission: permissionsOf(access)[0] } },
			})
		})

	if (access === 'user' || access === 'user_or_service')
		test('refuses API keys', async () => {
			const key = await here.owner.post('/v1/api-keys', { name: unique('key') })
			expect(await call(key.body.key)).toMatchObject({
				status: 401,
				body: { details: { reason: 'auth.api_key_not_accepted' } },
			})
		})

	if (operation?.body)
		test("returns 422 for a body that isn't a JSON object, whatever its Content-Type", async () => {
			for (const [place, body] of NO_OBJECTS.entries())
				// Each body with two types, which the next operation swaps: all meet all types.
				for (const type of TYPES.filter((_, index) => (served.indexOf(row) + place + index) % 2 === 0)) {
					const { status, body: response } = await call(here.admin.token, body, type ? { 'Content-Type': type } : {})
					expect({ body, type, status, error: response.error }).toEqual({
						body,
						type,
						status: 422,
						error: 'validation.error',
					})
				}
		})

	if (operation?.body && !operation.body.safeParse({}).success)
		test('names the missing fields', async () => {
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
		test('refuses a bad limit or cursor', async () => {
			const cursors =
				'cursor' in shape ? ['cursor=x', 'cursor=bnVsbA'] : 'before' in shape ? ['before=x', 'since=x'] : []
			for (const bad of ['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', ...cursors]) {
				const { status, body } = await send(
					'GET',
					`${filled(path)}?org_id=${here.org_id}&user_id=${here.owner.user_id}&${bad}`,
					{
						// Not every list knows the two ids.
						headers: { Authorization: `Bearer ${here.admin.token}`, ...LENIENT.headers },
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

const closed = served.filter((row) => row.access !== 'anyone' && !row.noSample)

test.each(closed.filter(isForPlatform).map((row) => [row.name, row] as const))(
	'%s, called by a stranger, returns 403',
	async (_, row) => {
		for (const { name, send: call } of await samplesOf(row, here))
			expect({ name, ...(await call({}, here.stranger)) }).toMatchObject(forbidden(name))
	},
)

const owned = closed.flatMap((row) => (row.stranger ? [[row.name, GIVES[row.stranger], row] as const] : []))

test.each(owned)('%s, called by a stranger, %s', async (_name, _gives, row) => {
	expect.hasAssertions()
	for (const sample of await samplesOf(row, here)) {
		const theirs = await sample.send({}, here.stranger)
		const { name } = sample
		if (row.stranger === 'first come') {
			expect({ name, status: theirs.status }).toEqual({ name, status: sample.status ?? 200 })
			expect({ name, status: (await sample.send()).status }).toEqual({ name, status: 404 })
			continue
		}
		const ours = await sample.succeed()
		if (row.access === 'by_scope' && sample.caller === here.admin)
			expect({ name, ...theirs }).toMatchObject(forbidden(name))
		else await holdStranger(row, sample, theirs, ours)
	}
})

const forbidden = (name: string) => ({ name, status: 403, body: { error: 'auth.forbidden' } })

/** Checks a stranger's response against the row. The owner made the same call afterwards, and it was still valid. */
async function holdStranger(row: SpecRow, { name, hides }: Sample, theirs: Reply, ours: Reply): Promise<void> {
	if (row.stranger === 'not found')
		return expect({ name, ...theirs }).toMatchObject({ name, status: 404, body: { error: 'not_found' } })
	if (row.stranger === 'refused') {
		expect([400, 403, 409], name).toContain(theirs.status)
		return expect(theirs.headers.get('Audit-Id'), name).toBeNull()
	}
	expect({ name, status: theirs.status }).toEqual({ name, status: ours.status })
	if (row.stranger === 'nothing') return expect({ name, body: theirs.body }).toEqual({ name, body: [] })
	if (row.stranger === 'the same') return expect({ name, body: theirs.body }).toEqual({ name, body: ours.body })
	const [text, ownText] = [JSON.stringify(theirs.body), JSON.stringify(ours.body)]
	const belonging = [...new Set([...(ownText.match(ID) ?? []), ...(hides ? [hides] : [])])]
	expect({ name, leaked: belonging.filter((one) => text.includes(one)) }).toEqual({ name, leaked: [] })
	if (hides) expect(ownText).toContain(hides)
	if (row.method === 'GET' || row.asks)
		expect(belonging, `${name} shows nothing that a stranger could miss`).not.toEqual([])
	const { results } = await env.DB.prepare('SELECT org_id FROM audit_logs WHERE trace_id = ?')
		.bind(theirs.headers.get('X-Trace-Id'))
		.all()
	expect(results).not.toContainEqual({ org_id: here.org_id })
}

test("an owner's API key reads what its org may read", async () => {
	const key = await here.owner.post('/v1/api-keys', { name: unique('key') })
	expect((await as(key.body.key).get('/v1/plans')).status).toBe(200)
})

/** Tokens that look like ours but aren't. */
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
	// The same claims under our own key do pass, so each of the others is refused for its own flaw.
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

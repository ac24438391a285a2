import { env } from 'cloudflare:workers'
import { importJWK, type JWK, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Operation } from '../src/worker/ground/http/operations.ts'
import { isForPlatform, permissionsOf } from './support/access.ts'
import { type Reply, as, declared, LENIENT, send } from './support/api.ts'
import { forgotten } from './support/forgotten.ts'
import { app, isAudited, openApi, tags } from './support/program.ts'
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

const isNight = env.PROPERTY_RUNS === 'full'

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
	const row: SpecRow = { name, method, path, file: 'test/support/spec/accounts.ts', access: 'signed_in' }
	const complete: SpecRow = { ...row, stranger: 'its own', write: () => ({}) }
	const operation = { method, path, tag: 'Org notes' }
	const room = 'src/worker/people/org-notes'
	const lacking = (
		rows: SpecRow[],
		operations: { method: string; path: string; tag: string | undefined }[],
		hasReadme = true,
	) => forgotten({ rows, operations, routes: [name], rooms: { [room]: hasReadme } })
	expect(lacking([complete], [operation])).toEqual([])
	expect(lacking([complete], [operation], false)).toEqual([
		'src/worker/people/org-notes has no README.md: write its law, as .github/CONTRIBUTING.md says',
	])
	expect(lacking([], [operation])).toEqual([
		'POST /v1/org-notes has no row: add one in test/support/spec, in the file of its chapter',
	])
	expect(lacking([row], [operation])).toEqual([
		'POST /v1/org-notes has no write sample: add "write" to its row in test/support/spec/accounts.ts, or say why in "noSample"',
		'POST /v1/org-notes does not say what a stranger gets: add "stranger" to its row in test/support/spec/accounts.ts',
	])
	expect(lacking([complete], [{ ...operation, tag: undefined }])).toEqual([
		'/v1/org-notes is mounted without a tag: mount its slice by mount() in src/worker/app.ts',
	])
	expect(lacking([complete], [])).toEqual([
		'POST /v1/org-notes does not say who may call it: begin its route line with an access marker',
		'POST /v1/org-notes has a row in test/support/spec/accounts.ts but is not served: mount its slice in src/worker/app.ts',
	])
	expect(lacking([complete, complete], [operation])).toEqual([
		'POST /v1/org-notes has two rows: delete the one in test/support/spec/accounts.ts',
	])
	expect(lacking([{ ...complete, notBuilt: true }], [operation])).toEqual([
		'POST /v1/org-notes is served: delete notBuilt from its row in test/support/spec/accounts.ts',
	])
})

test("operations that aren't built yet are 404 or 405", async () => {
	for (const { name, path } of SPEC.filter(({ notBuilt }) => notBuilt)) {
		const { status } = await here.admin.get(filled(path))
		expect([404, 405], name).toContain(status)
	}
})

const closed = served.filter(({ access }) => access !== 'anyone')
const withBody = served.filter((row) => operationOf(row)?.body)

const call = (
	{ method, path }: SpecRow,
	token: string | undefined,
	body?: unknown,
	headers: Record<string, string> = {},
) =>
	send(method, filled(path), {
		body: method === 'GET' ? undefined : body,
		headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
	})

test('every operation declares its access, its responses and a summary, and Audit-Id if it leaves an audit row', () => {
	for (const row of served) {
		const operation = operationOf(row) as Operation
		const leavesOne = (row.method !== 'GET' && !row.asks && !row.notAudited) || row.auditedWhen !== undefined
		expect
			.soft([row.name, { ...operation, isAudited: isAudited(operation) }])
			.toMatchObject([
				row.name,
				{ access: row.access, responses: expect.any(Array), summary: expect.any(String), isAudited: leavesOne },
			])
	}
})

interface Described {
	parameters?: { $ref?: string }[]
}

test('every operation declares exactly the headers that it takes', async () => {
	const { paths } = openApi(declared, tags, '1.0.0') as { paths: Record<string, Record<string, Described>> }
	for (const row of served) {
		const { parameters = [] } = paths[row.path]?.[row.method.toLowerCase()] ?? {}
		const declares = (name: string) => parameters.some(({ $ref }) => $ref?.endsWith(`/${name}`))
		const refusedFor = async (header: Record<string, string>, token?: string) => {
			const { details } = (await call(row, token, undefined, header)).body
			return [details?.reason, details?.fields?.[0]?.path]
		}
		const [dry] = await refusedFor({ 'Dry-Run': 'true' })
		const [trial] = await refusedFor({ 'Confirm-Within': '60' })
		// Without a token nobody is signed out.
		const token = row.path.startsWith('/v1/auth/') ? undefined : here.admin.token
		const [, key] = row.method === 'POST' ? await refusedFor({ 'Idempotency-Key': 'k'.repeat(256) }, token) : []
		const refused = {
			dry: dry === 'dry_run.not_offered',
			trial: trial === 'change.not_confirmable',
			key: key === 'Idempotency-Key',
		}
		expect.soft([row.name, refused]).toEqual([
			row.name,
			{
				// Who asks for a dry run never gets the real thing. OFREP only evaluates.
				dry: row.method !== 'GET' && !row.path.startsWith('/ofrep/') && !declares('Dry-Run'),
				trial: /^\/(v1|ofrep)\//.test(row.path) && !declares('Confirm-Within'),
				// It is too long, so only who takes it refuses it.
				key: declares('Idempotency-Key'),
			},
		])
	}
})

async function holdUnauthorized(row: SpecRow, kind: string, token: string | undefined) {
	const { status, body, headers } = await call(row, token, '{')
	const got = [row.name, kind, status, body.error, headers.get('WWW-Authenticate')]
	expect.soft(got).toEqual([row.name, kind, 401, 'auth.unauthorized', 'Bearer'])
}

test('an operation refuses every kind of token that is not ours', async () => {
	expect.hasAssertions()
	const rows = closed.filter(({ name }) => name === 'POST /v1/plans' || isNight)
	for (const row of rows)
		for (const [kind, token] of Object.entries({ none: undefined, ...forged })) await holdUnauthorized(row, kind, token)
})

test('every operation refuses callers without a valid token', async () => {
	expect.hasAssertions()
	for (const row of closed) await holdUnauthorized(row, 'wrong key', forged['wrong key'])
})

test('every operation refuses callers without the permission, before reading their input', async () => {
	for (const row of closed.filter(({ access }) => access.startsWith('permission:')))
		for (const caller of isForPlatform(row) ? [here.member, here.stranger] : [here.member]) {
			const path = row.path.replace('s/{org_id}', `s/${here.org_id}`)
			const { status, body } = await call({ ...row, path: path }, caller.token, '{')
			const details = { permission: permissionsOf(row.access)[0] }
			const refused = [row.name, 403, { error: 'auth.forbidden', details }]
			expect.soft([row.name, status, body]).toMatchObject(refused)
		}
})

test('every operation of a person refuses API keys, which read what their org may read', async () => {
	const key = await here.owner.post('/v1/api-keys', { name: unique('key') })
	expect((await as(key.body.key).get('/v1/plans')).status).toBe(200)
	for (const row of closed.filter(({ access }) => access === 'user' || access === 'user_or_service'))
		expect
			.soft([row.name, await call(row, key.body.key)])
			.toMatchObject([row.name, { status: 401, body: { details: { reason: 'auth.api_key_not_accepted' } } }])
})

async function holdNoObject(row: SpecRow, body: string, type: string | undefined) {
	const { status, body: response } = await call(row, here.admin.token, body, type ? { 'Content-Type': type } : {})
	expect.soft([row.name, body, type, status, response.error]).toEqual([row.name, body, type, 422, 'validation.error'])
}

test("an operation returns 422 for a body that isn't a JSON object, whatever its Content-Type", async () => {
	expect.hasAssertions()
	const rows = withBody.filter(({ name }) => name === 'POST /v1/plans' || isNight)
	for (const row of rows) for (const body of NO_OBJECTS) for (const type of TYPES) await holdNoObject(row, body, type)
})

test('every operation with a body refuses one that is no JSON object, and names the missing fields', async () => {
	for (const [index, row] of withBody.entries()) {
		await holdNoObject(row, NO_OBJECTS[index % NO_OBJECTS.length] as string, TYPES[index % TYPES.length])
		const schema = operationOf(row)?.body
		if (!schema || schema.safeParse({}).success) continue
		const one = schema instanceof z.ZodUnion ? (schema.options[0] as z.ZodType) : schema
		const { status, body } = await call(row, here.admin.token, {})
		expect
			.soft([row.name, status, body.error, body.details.fields?.map(({ path }: { path: string }) => path)])
			.toEqual([row.name, 400, 'validation.error', one.safeParse({}).error?.issues.map(({ path }) => path.join('.'))])
	}
})

test('every list refuses a bad limit or cursor', async () => {
	for (const row of served) {
		const { query } = operationOf(row) as Operation
		const shape = query instanceof z.ZodObject ? query.shape : {}
		if (!('limit' in shape)) continue
		const cursors = 'cursor' in shape ? ['cursor=x'] : 'before' in shape ? ['before=x', 'since=x'] : []
		for (const bad of ['limit=1001', ...cursors]) {
			const path = `${filled(row.path)}?org_id=${here.org_id}&user_id=${here.owner.user_id}&${bad}`
			// Not every list knows the two ids.
			const { status, body } = await here.admin.get(path, LENIENT)
			const got = [row.name, bad, status, body.details.fields?.[0]?.path]
			expect.soft(got).toEqual([row.name, bad, 400, bad.split('=')[0]])
		}
	}
})

/** What a provider says about itself, which takes no secret, and a sign-in. */
const ASKS_A_PROVIDER_OF_SIGN_INS = /oidc-connections|\/me\/identities\//

/** Its parameter names its subject; and a stream, which has no end. */
const NO_FILTERS = ['GET /v1/feature-flags/{key}/evaluate', 'GET /v1/admin/access-log/tail']

test('an empty filter is an absent one, and an empty cursor the first page', async () => {
	for (const row of served.filter(({ method, name }) => method === 'GET' && !NO_FILTERS.includes(name))) {
		const { query } = operationOf(row) as Operation
		const shape: Record<string, z.ZodType> = query instanceof z.ZodObject ? query.shape : {}
		const isNeeded = (name: string) => !shape[name]?.safeParse(undefined).success
		const names = Object.keys(shape).filter((name) => name !== 'scope')
		const path = `${filled(row.path)}?${names.map((name) => `${name}=`).join('&')}`
		const { status, body } = await here.admin.get(path)
		const wrong = status === 400 ? (body.details.fields ?? []).map((field: { path: string }) => field.path) : []
		expect.soft([row.name, wrong.filter((name: string) => !isNeeded(name))]).toEqual([row.name, []])
	}
	const { status, body } = await here.admin.get('/v1/feature-flags/nothing/evaluate?org_id=')
	expect([status, body.details.fields?.[0]?.path]).toEqual([400, 'org_id'])
})

const owned = closed.flatMap((row) =>
	row.stranger && !row.noSample ? [[row.name, GIVES[row.stranger], row] as const] : [],
)

test.each(owned)('%s, called by a stranger, %s', async (_name, _gives, row) => {
	expect.hasAssertions()
	for (const sample of await samplesOf(row, here)) {
		if (sample.upstream && !ASKS_A_PROVIDER_OF_SIGN_INS.test(row.name))
			expect(row.access, 'it sends a stored secret on the spot').toBe('permission:data.secrets')
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
	const [header, payload] = (token as string).split('.')
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

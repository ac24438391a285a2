import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type Api, as, declared, type Reply, send } from '../support/api.ts'
import { answer, authenticator, challengeOf, codeAt } from '../support/authenticator.ts'
import { rows } from '../support/rows.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { type Caller, PASSWORD, unique, user } from '../support/world.ts'

// Whatever makes a new secret, or takes one, is here: sent twice it never leaves two successors. What is given and equal changes nothing,
// as every-write.test.ts shows of each PATCH and PUT. What's generated and secret can't be shown again: the second ends the first. API
// keys are in key-rotation.test.ts.

const here = await sampleWorld()
const { admin } = here

const shapeOf = (schema: z.ZodType | undefined) =>
	schema ? JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : ''
const has = (schema: z.ZodType | undefined, fields: string[]) =>
	fields.some((field) => shapeOf(schema).includes(`"${field}":{`))

/** Fields that are shown once. */
const SHOWN = ['token', 'codes', 'otpauth_uri', 'previous_public_key']
/** Fields in which callers give a secret. */
const TAKEN = ['api_key', 'bearer_token', 'client_secret', 'smtp_pass', 'new_password']
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
const found = declared
	.filter(
		({ method, body, responses = [] }) =>
			method !== 'GET' &&
			(has(body, TAKEN) || responses.some(({ status, schema }) => status < 300 && has(schema, SHOWN))),
	)
	.map(nameOf)

/** They make a thing, with its first secret. */
const MAKES = [
	'/webhook-endpoints',
	'/llm-providers',
	'/mcp-configs',
	'/admin/oidc-connections',
	'/orgs/{org_id}/oidc-connections',
	'/orgs/{org_id}/invitations',
].map((path) => `POST /v1${path}`)

/** The new value is given, so it is what every-write.test.ts sends again. */
const GIVEN = [
	'PATCH /v1/webhook-endpoints/{endpoint_id}',
	'PATCH /v1/llm-providers/{provider_id}',
	'PATCH /v1/mcp-configs/{config_id}',
	'PATCH /v1/admin/oidc-connections/{connection_id}',
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}',
	'PUT /v1/tool-providers/{group}/{provider}/credential',
	'PUT /v1/admin/email/config',
	'POST /v1/me/password',
]

const sampled = (name: string) => async () => {
	const [sample] = await samplesOf(SPEC.find((row) => row.name === name) as SpecRow, here)
	if (!sample) throw new Error(`${name} has no sample`)
	return () => sample.send()
}
const opens =
	(path: (token: string) => string, who: (token: string) => Api = as) =>
	async ({ body: { token } }: Reply) =>
		(await who(token).get(path(token))).status === 200
const ada: Caller = await user('ada')

/** The new value is made by Plinth: how it is replaced, and whether a value works. */
const MADE: Record<string, { make: () => Promise<() => Promise<Reply>>; works: (made: Reply) => Promise<boolean> }> = {
	...Object.fromEntries(
		['admin', 'orgs/{org_id}'].map((at) => {
			const name = `POST /v1/${at}/oidc-connections/{connection_id}/scim-token`
			return [name, { make: sampled(name), works: opens(() => '/scim/v2/Users') }]
		}),
	),
	'POST /v1/orgs/{org_id}/invitations/{id}/resend': {
		make: sampled('POST /v1/orgs/{org_id}/invitations/{id}/resend'),
		works: opens(
			(token) => `/v1/invitations/${token}`,
			() => as(),
		),
	},
	'POST /v1/admin/users/{user_id}/password-reset': {
		make: () => Promise.resolve(() => admin.post(`/v1/admin/users/${ada.user_id}/password-reset`)),
		works: async ({ body: { token } }) =>
			(await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: PASSWORD } })).status === 200,
	},
	'POST /v1/me/totp/options': {
		make: async () => {
			const one = await user()
			return () => one.post('/v1/me/totp/options').then((made) => ({ ...made, body: { ...made.body, one } }))
		},
		works: async ({ body: { one, secret } }) =>
			(await one.put('/v1/me/totp', { code: await codeAt(secret, Date.now()) })).status === 200,
	},
	'POST /v1/me/recovery-codes': {
		make: async () => {
			const one = await user()
			await authenticator(one)
			return () =>
				one.post('/v1/me/recovery-codes').then((made) => ({ ...made, body: { ...made.body, login: one.login } }))
		},
		works: async ({ body: { login, codes } }) =>
			(await answer(await challengeOf(login), { recovery_code: codes[0] })).status === 200,
	},
}

/** The second changes nothing, as the next test shows. */
const KEPT = ['POST /v1/webhook-endpoints/{endpoint_id}/rotate-key']

test('each operation that makes or takes a secret is here', () => {
	expect(found.toSorted()).toEqual([...MAKES, ...GIVEN, ...Object.keys(MADE), ...KEPT].toSorted())
})

test('the signing key of an endpoint: the second changes nothing, until its day is over or the replaced key is purged', async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const { owner } = here
	const made = (await owner.post('/v1/webhook-endpoints', { url: 'https://h.example.com/', events: ['*'] })).body
	const path = `/v1/webhook-endpoints/${made.id}/rotate-key`
	const first = await owner.post(path)
	expect(first.body.previous_public_key).toBe(made.public_key)
	for (const headers of [{}, { 'Idempotency-Key': unique('key') }, { 'Dry-Run': 'true' }]) {
		const again = await owner.post(path, undefined, { headers })
		expect(again.status).toBe(200)
		expect('Dry-Run' in headers ? again.body.body : again.body).toEqual(first.body)
		expect(again.headers.get('Audit-Id')).toBeNull()
	}
	const purged = await owner.post(`${path}?purge=true`)
	expect(purged.body.previous_public_key).toBe(first.body.public_key)
	expect((await owner.post(path)).body).toEqual(purged.body)
	await rows(
		'UPDATE webhook_endpoints SET previous_key_until = ? WHERE id = ? RETURNING id',
		new Date().toISOString(),
		made.id,
	)
	const next = await owner.post(path)
	expect(next.body.previous_public_key).toBe(purged.body.public_key)
	expect(next.headers.get('Audit-Id')).not.toBeNull()
})

test.each(Object.entries(MADE))('%s, sent twice, leaves the second value only', async (_, { make, works }) => {
	const replace = await make()
	const [first, second] = [await replace(), await replace()]
	expect([first.status < 300, second.status < 300]).toEqual([true, true])
	expect([await works(first), await works(second)]).toEqual([false, true])
})

test('a password that is given again is no new one', async () => {
	const [bob, new_password] = [await user('bob'), 'another horse 1']
	const change = (old_password: string) => bob.post('/v1/me/password', { old_password, new_password })
	expect((await change(PASSWORD)).status).toBeLessThan(300)
	expect((await change(PASSWORD)).status).toBe(400)
})

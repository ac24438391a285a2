import { expect, test, vi } from 'vitest'
import { operator } from '../support/operators.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { admin, create, signIn, unique, world } from '../support/world.ts'

const PATH = '/v1/entitlement-overrides'
const KEY = 'quota.runs_per_month'
const UNKNOWN = 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S'
const wanted = (org_id: string, fields: object = {}) => ({
	org_id,
	key: KEY,
	value: '10',
	value_type: 'integer',
	...fields,
})

const here = (await admin()).org_id
const newOrg = async () => (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id as string
const of = async (org_id: string) => (await (await admin()).get(`${PATH}?org_id=${org_id}`)).body

async function effective(org_id: string, key: string) {
	const { body } = await (await admin()).get(`/v1/entitlements?org_id=${org_id}`)
	return body.find((entitlement: { key: string }) => entitlement.key === key)
}

test('creating an override returns 201 with all its fields, and the list contains it', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const expires_at = '2126-01-01T02:00:00+02:00'
	const response = await root.post(PATH, wanted(org_id, { reason: 'Pilot until March', expires_at }))
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		org_id,
		key: KEY,
		value: '10',
		value_type: 'integer',
		is_valid: true,
		reason: 'Pilot until March',
		expires_at: '2126-01-01T00:00:00.000Z',
		created_by_user_id: root.user_id,
		created_at: isoTime,
	})
	const listed = await root.get(`${PATH}?org_id=${org_id}`)
	expect(listed.status).toBe(200)
	expect(listed.body).toEqual([response.body])
})

test.for([{}, { reason: null, expires_at: null }, { reason: '' }])(
	'an override without a reason and an expiry gets an empty reason and no expiry: %j',
	async (fields) => {
		const override = await create.override(await newOrg(), fields)
		expect(override).toMatchObject({ reason: '', expires_at: null })
		expect(await of(override.org_id)).toEqual([override])
	},
)

test.for(['Seats', ' ', 'früh 🧮', 'a b/c', 'k'.repeat(128), '🧮'.repeat(128)])(
	'the key "%s" is valid, in an override and in a plan',
	async (key) => {
		const org_id = here
		const entitlement = { key, value: '3', value_type: 'integer' }
		expect(await create.override(org_id, entitlement)).toMatchObject(entitlement)
		expect(await effective(org_id, key)).toMatchObject({ ...entitlement, source: 'override' })
		expect(await create.plan({ entitlements: [entitlement] })).toMatchObject({ entitlements: [entitlement] })
	},
)

test('a second override of a key replaces the first: it returns 200 with the same id and every field as sent', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const first = await create.override(org_id, { reason: 'Pilot', expires_at: '2126-01-01T00:00:00Z' })
	const second = await root.post(PATH, wanted(org_id, { value: 'true', value_type: 'boolean' }))
	expect(second.status).toBe(200)
	expect(second.body).toEqual({ ...first, value: 'true', value_type: 'boolean', reason: '', expires_at: null })
	expect(await of(org_id)).toEqual([second.body])
})

test('an override names whoever set it last', async () => {
	const [root, deputy, org_id] = [await admin(), await operator(['admin']), await newOrg()]
	expect(await create.override(org_id)).toMatchObject({ created_by_user_id: root.user_id })
	expect((await deputy.post(PATH, wanted(org_id))).body).toMatchObject({ created_by_user_id: deputy.user_id })
})

test('of 8 concurrent upserts of one override one returns 201 and 7 return 200, all with the same id', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const responses = await Promise.all(
		Array.from({ length: 8 }, (_, i) => root.post(PATH, wanted(org_id, { value: String(i) }))),
	)
	expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201])
	expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
	const [stored, ...more] = await of(org_id)
	expect(more).toEqual([])
	expect(responses.map(({ body }) => body)).toContainEqual(stored)
})

test('a key can be overridden for many orgs, and an org can have many overrides', async () => {
	const [one, two] = [await newOrg(), await newOrg()]
	const made = [
		await create.override(one),
		await create.override(one, { key: 'limit.team_members' }),
		await create.override(two),
	]
	expect(new Set(made.map(({ id }) => id)).size).toBe(3)
	expect(await of(one)).toEqual([made[1], made[0]])
	expect(await of(two)).toEqual([made[2]])
})

const wrong = [
	['an integer that is not a number', 'value', { value: 'ten' }],
	['an integer of 2^53', 'value', { value: '9007199254740992' }],
	['a boolean that is neither true nor false', 'value', { value: '1', value_type: 'boolean' }],
	['a value that is not a string', 'value', { value: 10 }],
	['a missing value', 'value', { value: undefined }],
	['a value with NUL', 'value', { value: 'a\u0000b', value_type: 'string' }],
	['an over-long value', 'value', { value: 'v'.repeat(1025), value_type: 'string' }],
	['an unknown value_type', 'value_type', { value_type: 'float' }],
	['an empty key', 'key', { key: '' }],
	['a key with a line break', 'key', { key: 'a\nb' }],
	['a key with a C1 control character', 'key', { key: 'a\u0085' }],
	['a key with a lone surrogate', 'key', { key: '\ud800' }],
	['a key with NUL', 'key', { key: 'quota.\u0000' }],
	['an over-long key', 'key', { key: 'k'.repeat(129) }],
	['a reason with NUL', 'reason', { reason: '\u0000' }],
	['a reason with a lone surrogate', 'reason', { reason: '\ud800' }],
	['an over-long reason', 'reason', { reason: 'r'.repeat(1025) }],
	['an expiry in month 13', 'expires_at', { expires_at: '2126-13-01T00:00:00Z' }],
	['an expiry on 30 February', 'expires_at', { expires_at: '2126-02-30T00:00:00Z' }],
	['an expiry without an offset', 'expires_at', { expires_at: '2126-01-01T00:00:00' }],
	['an expiry that is a number', 'expires_at', { expires_at: 4_000_000_000 }],
	['an expiry whose offset reaches the year 10000', 'expires_at', { expires_at: '9999-12-31T23:59:59-01:00' }],
	['an unknown org', 'org_id', { org_id: UNKNOWN }],
	['an org id that is not a string', 'org_id', { org_id: 5 }],
] as const

test('a wrong field returns 400 naming it, and leaves the override as it was', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const before = await create.override(org_id, { reason: 'Before' })
	for (const [what, path, fields] of wrong)
		expect([what, await root.post(PATH, wanted(org_id, fields))]).toMatchObject([what, invalidField(path)])
	expect(await of(org_id)).toEqual([before])
})

test('an org without a plan and overrides has the defaults', async () => {
	const DEFAULTS = `credit.initial_grant=0 credit.invite_reward=0 credit.invitee_reward=0 credits.low_threshold=100
		credits.monthly_grant=0 credits.overdraft=-1 credits.own_models_percent=100 credits.per_usd=1000 limit.api_keys=50 limit.audit_rows_per_day=5000 limit.budgets=50
		limit.concurrent_runs=0 limit.directory_people=10000 limit.invitations=20 limit.llm_models=500 limit.llm_providers=50 limit.mcp_configs=100
		limit.org_members=1000 limit.orgs=10 limit.referral_rewards_per_day=10 limit.revision_bytes=20000000
		limit.service_account_keys=10 limit.service_accounts=50 limit.team_members=0 limit.trials_per_day=500 limit.undo_bytes=50000000 mcp.stdio=false
		quota.runs_per_month=0 quota.tokens_per_month=0 runtime.stale_s=86400`.split(/\s+/)
	const { org_id, member } = await world()
	const { status, body } = await member.get(`/v1/entitlements?org_id=${org_id}`)
	expect(status).toBe(200)
	expect(body).toEqual(
		DEFAULTS.map((one) => {
			const [key = '', value = ''] = one.split('=')
			const unlimited = value === '0' && /^(limit|quota)/.test(key)
			const value_type = value === 'false' ? 'boolean' : 'integer'
			return { key, value, value_type, is_valid: true, source: 'default', unlimited }
		}),
	)
})

test("an override beats the plan and the plan beats the default; the source says which, even for an override's own keys", async () => {
	const org_id = await newOrg()
	const entitlements = [
		{ key: KEY, value: '100', value_type: 'integer' },
		{ key: 'limit.team_members', value: '5', value_type: 'integer' },
		{ key: 'support.level', value: 'gold', value_type: 'string' },
	]
	await create.subscription(org_id, { plan_id: (await create.plan({ entitlements })).id })
	await create.override(org_id, { value: '7' })
	await create.override(org_id, { key: 'only.here', value: 'true', value_type: 'boolean' })
	expect(await effective(org_id, KEY)).toMatchObject({ value: '7', source: 'override' })
	expect(await effective(org_id, 'limit.team_members')).toMatchObject({ value: '5', source: 'plan' })
	expect(await effective(org_id, 'support.level')).toMatchObject({
		value: 'gold',
		value_type: 'string',
		source: 'plan',
	})
	expect(await effective(org_id, 'only.here')).toMatchObject({ value: 'true', source: 'override' })
	expect(await effective(org_id, 'credits.monthly_grant')).toMatchObject({ value: '0', source: 'default' })
})

test('an expired override falls back to the plan, and without a plan to the default', async () => {
	const [subscribed, bare] = [await newOrg(), await newOrg()]
	const plan = await create.plan({ entitlements: [{ key: KEY, value: '100', value_type: 'integer' }] })
	await create.subscription(subscribed, { plan_id: plan.id })
	const end = Date.now() + 60_000
	for (const org_id of [subscribed, bare])
		await create.override(org_id, { value: '7', expires_at: new Date(end).toISOString() })
	vi.useFakeTimers({ now: end - 1, toFake: ['Date'] })
	expect(await effective(subscribed, KEY)).toMatchObject({ value: '7', source: 'override' })
	expect(await effective(bare, KEY)).toMatchObject({ value: '7', source: 'override' })
	vi.setSystemTime(end)
	expect(await effective(subscribed, KEY)).toMatchObject({ value: '100', source: 'plan' })
	expect(await effective(bare, KEY)).toMatchObject({ value: '0', source: 'default' })
})

test('setting an expired override again replaces it', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const expired = await create.override(org_id, { expires_at: '2026-01-01T00:00:00Z' })
	const response = await root.post(PATH, wanted(org_id, { value: '8' }))
	expect(response).toMatchObject({ status: 200, body: { id: expired.id, value: '8', expires_at: null } })
	expect(await effective(org_id, KEY)).toMatchObject({ value: '8', source: 'override' })
})

test("an integer of 0 or less under quota. or limit. is unlimited; any other value isn't", async () => {
	const org_id = await newOrg()
	const cases: [string, string, string, boolean][] = [
		['quota.a', '0', 'integer', true],
		['limit.b', '-5', 'integer', true],
		['limit.c', '1', 'integer', false],
		['credits.d', '0', 'integer', false],
		['quotas.e', '0', 'integer', false],
		['quota.f', '0', 'string', false],
		['limit.g', 'false', 'boolean', false],
	]
	for (const [key, value, value_type, unlimited] of cases) {
		await create.override(org_id, { key, value, value_type })
		expect([key, await effective(org_id, key)]).toMatchObject([key, { value, unlimited }])
	}
})

test('deleting an override makes its key fall back; deleting it again returns 404', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const { id } = await create.override(org_id)
	const response = await root.delete(`${PATH}/${id}?org_id=${org_id}`)
	expect(response).toMatchObject({ status: 200, body: { ok: true } })
	expect(await of(org_id)).toEqual([])
	expect(await effective(org_id, KEY)).toMatchObject({ value: '0', source: 'default' })
	expect(await root.delete(`${PATH}/${id}?org_id=${org_id}`)).toMatchObject(missing)
	expect((await root.post(PATH, wanted(org_id))).status).toBe(201)
})

test("deleting with another org's id returns 404, without an org 400, and neither deletes anything", async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const override = await create.override(org_id)
	for (const other of [await newOrg(), UNKNOWN, 'nonsense'])
		expect([other, (await root.delete(`${PATH}/${override.id}?org_id=${other}`)).status]).toEqual([other, 404])
	expect(await root.delete(`${PATH}/${override.id}`)).toMatchObject(invalidField('org_id'))
	for (const id of ['ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'x', '%00'])
		expect([id, (await root.delete(`${PATH}/${id}?org_id=${org_id}`)).status]).toEqual([id, 404])
	expect(await of(org_id)).toEqual([override])
})

test('listing without an org returns 400 naming org_id; an unknown org returns 404', async () => {
	const root = await admin()
	for (const path of [PATH, '/v1/entitlements']) {
		expect(await root.get(path)).toMatchObject(invalidField('org_id'))
		for (const id of [UNKNOWN, 'nonsense', '%00', 'o'.repeat(300)])
			expect.soft([path, id, await root.get(`${path}?org_id=${id}`)]).toMatchObject([path, id, missing])
	}
})

test('members read the entitlements of any of their orgs, whichever they act in; any other org returns 404', async () => {
	const { org_id, member, owner, stranger } = await world()
	await create.override(org_id)
	const atHome = await signIn(owner.login)
	for (const caller of [member, owner, atHome])
		expect((await caller.get(`/v1/entitlements?org_id=${org_id}`)).body).toContainEqual(
			expect.objectContaining({ key: KEY, source: 'override' }),
		)
	const guest = await signIn(stranger.login)
	expect(await guest.get(`/v1/entitlements?org_id=${org_id}`)).toMatchObject(missing)
	await (await admin()).put(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`, { role: 'member' })
	expect((await guest.get(`/v1/entitlements?org_id=${org_id}`)).status).toBe(200)
})

import { expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { admin, create, signIn, unique, world } from '../support/world.ts'

const PATH = '/v1/feature-flags'
const UNKNOWN = 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S'

const newOrg = async () => (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id as string
const overridesOf = async (key: string) => (await (await admin()).get(`${PATH}/${key}/org-overrides`)).body
const override = async (key: string, org_id: string, enabled: boolean) =>
	(await admin()).post(`${PATH}/${key}/org-overrides`, { org_id, enabled })
const evaluate = async (key: string, org_id: string) =>
	(await (await admin()).get(`${PATH}/${key}/evaluate?org_id=${org_id}`)).body

test('creating a flag returns all its fields, and reading and listing it return the same', async () => {
	const root = await admin()
	const key = unique('research.deep_mode')
	const response = await root.post(PATH, { key, description: 'Longer runs', default_value: true })
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		key,
		description: 'Longer runs',
		default_value: true,
		created_at: isoTime,
	})
	expect(await root.get(`${PATH}/${key}`)).toMatchObject({ status: 200, body: response.body })
	const listed = await root.get(`${PATH}?limit=200`)
	expect(listed.status).toBe(200)
	expect(listed.body.filter((flag: { key: string }) => flag.key === key)).toEqual([response.body])
})

test.for(['a', '0', 'a-b', 'a.b_c-d.'])('a key can start with %s and have up to 128 characters', async (form) => {
	const key = `${form}${unique('x')}`.padEnd(128, 'x')
	expect(await create.featureFlag({ key })).toMatchObject({ key })
	expect((await (await admin()).get(`${PATH}/${key}`)).body.key).toBe(key)
})

const badKeys = ['', ' ', 'Upper', '.dot', '-dash', 'a b', 'a/b', 'ä', 'a\u0000', 'a\n', 'k'.repeat(129), 7, null]
const badFlags: [string, string, object][] = [
	['a missing key', 'key', { key: undefined }],
	...badKeys.map((key): [string, string, object] => [`the key ${JSON.stringify(key)}`, 'key', { key }]),
	['a missing default_value', 'default_value', { default_value: undefined }],
	['a default_value in quotes', 'default_value', { default_value: 'true' }],
	['a default_value of 1', 'default_value', { default_value: 1 }],
	['a null default_value', 'default_value', { default_value: null }],
	['a description with NUL', 'description', { description: 'a\u0000' }],
	['a description with a lone surrogate', 'description', { description: '\udfff' }],
	['an over-long description', 'description', { description: 'd'.repeat(1025) }],
]

test('a wrong field returns 400 naming it, on creation and on change, and nothing is stored', async () => {
	const root = await admin()
	const flag = await create.featureFlag()
	for (const [what, path, fields] of badFlags) {
		const response = await root.post(PATH, { key: unique('bad'), default_value: true, ...fields })
		expect([what, response]).toMatchObject([what, invalidField(path)])
	}
	for (const [path, value] of [
		...['true', 1, null, []].map((value) => ['default_value', value] as const),
		...[null, 7, 'x'.repeat(1025)].map((value) => ['description', value] as const),
	])
		expect(await root.patch(`${PATH}/${flag.key}`, { [path]: value })).toMatchObject(invalidField(path))
	expect((await root.get(`${PATH}?limit=1`)).body).toEqual([flag])
})

test('of 10 concurrent creations of one flag exactly one returns 201 and 9 return 409', async () => {
	const root = await admin()
	const key = unique('raced')
	const post = (i: number) => root.post(PATH, { key, description: `Duplicate ${i}`, default_value: i % 2 === 0 })
	const responses = await Promise.all(Array.from({ length: 10 }, (_, i) => post(i)))
	expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
	expect((await root.get(`${PATH}/${key}`)).body).toEqual(responses.find(({ status }) => status === 201)?.body)
})

test("PATCH changes the fields it names, and none that callers can't set; an empty one changes nothing", async () => {
	const root = await admin()
	const flag = await create.featureFlag({ description: 'Kept' })
	const path = `${PATH}/${flag.key}`
	for (const body of [{}, undefined, '', { key: 'stolen', id: 'x', created_at: 'never' }])
		expect(await root.patch(path, body, LENIENT)).toMatchObject({ status: 200, body: flag })
	const changed = { ...flag, default_value: true }
	expect((await root.patch(path, { default_value: true })).body).toEqual(changed)
	const described = { ...changed, description: 'What it does' }
	expect((await root.patch(path, { description: 'What it does' })).body).toEqual(described)
	expect((await root.get(path)).body).toEqual(described)
	expect((await root.patch(path, { description: '' })).body.description).toBe('')
})

test('a new org override returns 201; a second one returns 200 and replaces it', async () => {
	const [flag, org_id] = [await create.featureFlag(), await newOrg()]
	const first = await override(flag.key, org_id, true)
	expect(first.status).toBe(201)
	expect(first.body).toEqual({ org_id, flag_key: flag.key, enabled: true, created_at: isoTime })
	const second = await override(flag.key, org_id, false)
	expect(second.status).toBe(200)
	expect(second.body).toEqual({ ...first.body, enabled: false })
	expect(await overridesOf(flag.key)).toEqual([second.body])
})

test('of 8 concurrent upserts of one org override one returns 201 and 7 return 200', async () => {
	const [flag, org_id] = [await create.featureFlag(), await newOrg()]
	const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => override(flag.key, org_id, i % 2 === 0)))
	expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201])
	expect(await overridesOf(flag.key)).toHaveLength(1)
})

test('an invalid org override returns 400 naming the field, and stores nothing', async () => {
	const root = await admin()
	const [flag, org_id] = [await create.featureFlag(), await newOrg()]
	const path = `${PATH}/${flag.key}/org-overrides`
	for (const unknown of [UNKNOWN, 'nonsense', 'a\u0000', '', 7, null])
		expect(await root.post(path, { org_id: unknown, enabled: true })).toMatchObject(invalidField('org_id'))
	for (const enabled of ['true', 1, null, undefined])
		expect(await root.post(path, { org_id, enabled })).toMatchObject(invalidField('enabled'))
	expect(await overridesOf(flag.key)).toEqual([])
})

test('a changed flag takes effect at once', async () => {
	const root = await admin()
	const org_id = await newOrg()
	const { key } = await create.featureFlag()
	expect(await evaluate(key, org_id)).toMatchObject({ value: false, reason: 'default' })
	await root.patch(`${PATH}/${key}`, { default_value: true })
	expect(await evaluate(key, org_id)).toMatchObject({ value: true, reason: 'default' })
	await override(key, org_id, false)
	expect(await evaluate(key, org_id)).toMatchObject({ value: false, reason: 'override' })
	await override(key, org_id, true)
	// An override equal to the default is still the reason.
	expect(await evaluate(key, org_id)).toMatchObject({ value: true, reason: 'override' })
	await root.patch(`${PATH}/${key}`, { default_value: false })
	expect(await root.delete(`${PATH}/${key}/org-overrides/${org_id}`)).toMatchObject({ status: 200, body: { ok: true } })
	expect(await evaluate(key, org_id)).toMatchObject({ value: false, reason: 'default' })
	await root.delete(`${PATH}/${key}`)
	expect(await root.get(`${PATH}/${key}/evaluate?org_id=${org_id}`)).toMatchObject(missing)
})

test('members evaluate a flag for the org they act in or any other of theirs; every other org returns 404', async () => {
	const { admin: root, org_id, owner, member, stranger } = await world()
	const { key } = await create.featureFlag()
	await override(key, org_id, true)
	expect(await stranger.get(`${PATH}/${key}/evaluate?org_id=${org_id}`)).toMatchObject(missing)
	for (const caller of [stranger, root])
		for (const id of [UNKNOWN, 'nonsense', '%00', 'o'.repeat(300)])
			expect.soft([id, await caller.get(`${PATH}/${key}/evaluate?org_id=${id}`)]).toMatchObject([id, missing])
	await root.put(`/v1/admin/orgs/${stranger.org_id}/members/${owner.user_id}`, { role: 'member' })
	const away = await signIn(owner.login, stranger.org_id)
	for (const there of [
		await away.get(`${PATH}/${key}/evaluate?org_id=${org_id}`),
		await owner.get(`${PATH}/${key}/evaluate`),
		await member.get(`${PATH}/${key}/evaluate`),
	])
		expect(there).toMatchObject({ status: 200, body: { key, value: true, reason: 'override' } })
	expect((await away.get(`${PATH}/${key}/evaluate`)).body).toMatchObject({ value: false, reason: 'default' })
})

test('deleting a flag deletes its overrides: a new flag with that key starts without any', async () => {
	const root = await admin()
	const [{ key, id }, org_id] = [await create.featureFlag(), await newOrg()]
	const bystander = await create.featureFlag()
	for (const flag_key of [key, bystander.key]) await override(flag_key, org_id, true)
	expect(await root.delete(`${PATH}/${key}`)).toMatchObject({ status: 200, body: { ok: true } })
	expect(await root.get(`${PATH}/${key}`)).toMatchObject(missing)
	expect(await root.delete(`${PATH}/${key}`)).toMatchObject(missing)
	const again = await create.featureFlag({ key })
	expect(again.id).not.toBe(id)
	expect(await overridesOf(key)).toEqual([])
	expect(await evaluate(key, org_id)).toEqual({ key, value: false, reason: 'default' })
	expect(await overridesOf(bystander.key)).toHaveLength(1)
})

test('deleting a flag while overrides are being set leaves none behind', async () => {
	const root = await admin()
	const [{ key }, org_id] = [await create.featureFlag(), await newOrg()]
	const [deleted, ...others] = await Promise.all([
		root.delete(`${PATH}/${key}`),
		...Array.from({ length: 10 }, () => override(key, org_id, true)),
	])
	expect(deleted.status).toBe(200)
	for (const { status } of others) expect([200, 201, 404]).toContain(status)
	await create.featureFlag({ key })
	expect(await overridesOf(key)).toEqual([])
})

test('a flag that is gone is 412 under any tag, and 404 under its last', async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	const path = `${PATH}/${key}`
	const tag = (await root.get(path)).headers.get('ETag') as string
	const under = (match: string) => root.delete(path, { headers: { 'If-Match': match } })
	const statuses = [await under(`"other", ${tag}`), await under('*'), await under(tag)].map(({ status }) => status)
	expect(statuses).toEqual([200, 412, 404])
})

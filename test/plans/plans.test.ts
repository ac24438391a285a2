import { expect, test } from 'vitest'
import { invalidField, isoTime } from '../support/replies.ts'
import { admin, create, unique, world } from '../support/world.ts'

const entitlement = (value: unknown, value_type: unknown = 'integer') => ({
	entitlements: [{ key: 'some.key', value, value_type }],
})

/** The given number of entitlements, with distinct keys. */
const many = (length: number) =>
	Array.from({ length }, (_, i) => ({ key: `limit.number_${i}`, value: `${i}`, value_type: 'integer' }))

/** Every plan name on the first page, where a new plan would be. */
async function newestNames({ get }: { get: (path: string) => Promise<{ body: { name: string }[] }> }) {
	return (await get('/v1/plans?limit=200')).body.map(({ name }) => name)
}

test('creating a plan returns all its fields with its entitlements by key, and reading it returns the same', async () => {
	const { admin, member } = await world()
	const name = unique('team')
	const entitlements = [
		{ key: 'quota.runs_per_month', value: '1000', value_type: 'integer' },
		{ key: 'credits.monthly_grant', value: '5000', value_type: 'integer' },
	]
	const response = await admin.post('/v1/plans', { name, display_name: 'Team', entitlements })
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		name,
		display_name: 'Team',
		created_at: isoTime,
		entitlements: [
			{ id: expect.any(String), key: 'credits.monthly_grant', value: '5000', value_type: 'integer', is_valid: true },
			{ id: expect.any(String), key: 'quota.runs_per_month', value: '1000', value_type: 'integer', is_valid: true },
		],
	})
	const read = await member.get(`/v1/plans/${response.body.id}`)
	expect(read).toMatchObject({ status: 200, body: response.body })
	const tag = read.headers.get('ETag') as string
	const known = await member.get(`/v1/plans/${response.body.id}`, { headers: { 'If-None-Match': tag } })
	expect([known.status, known.headers.get('ETag')]).toEqual([304, tag])
	const listed = await member.get('/v1/plans?limit=200')
	expect(listed.status).toBe(200)
	expect(listed.body.filter(({ id }: { id: string }) => id === response.body.id)).toEqual([response.body])
})

test('of 10 concurrent creations of one plan name exactly one returns 201 and 9 return 409', async () => {
	const root = await admin()
	const name = unique('raced')
	const responses = await Promise.all(
		Array.from({ length: 10 }, (_, i) =>
			root.post('/v1/plans', { name, display_name: `Duplicate ${i}`, ...entitlement(String(i)) }),
		),
	)
	const made = responses.filter(({ status }) => status === 201)
	expect(made).toHaveLength(1)
	expect(responses.filter(({ status, body }) => status === 409 && body.error === 'conflict')).toHaveLength(9)
	expect((await root.get(`/v1/plans/${made[0]?.body.id}`)).body).toEqual(made[0]?.body)
	expect((await newestNames(root)).filter((candidate) => candidate === name)).toHaveLength(1)
})

test.for([
	['integer', '9007199254740991'],
	['integer', '-9007199254740991'],
	['integer', '0'],
	['boolean', 'true'],
	['boolean', 'false'],
	['string', ''],
	['string', 'zwölf 🧮'],
])('an entitlement of type %s accepts the value "%s" and stores it unchanged', async ([value_type, value]) => {
	const root = await admin()
	const plan = await create.plan(entitlement(value, value_type))
	const { body } = await root.get(`/v1/plans/${plan.id}`)
	expect(body.entitlements).toEqual([{ id: expect.any(String), key: 'some.key', value, value_type, is_valid: true }])
})

test("an entitlement whose value doesn't parse as its type returns 400 naming the value, and creates no plan", async () => {
	const root = await admin()
	const name = unique('mistyped')
	const wrong: [string, string[]][] = [
		[
			'integer',
			['', ' ', '1.5', '1e3', ' 1', '1 ', '0x10', '+1', '1_000', 'NaN', 'Infinity', '-', '٣', '9007199254740992'],
		],
		['integer', ['-9007199254740992', '9007199254740993', '99999999999999999999', '1\n']],
		['boolean', ['', 'TRUE', 'True', '1', '0', 'yes', ' true', 'null', 'true\n']],
	]
	for (const [value_type, values] of wrong)
		for (const value of values) {
			const response = await root.post('/v1/plans', {
				name,
				display_name: 'Mistyped',
				...entitlement(value, value_type),
			})
			expect([`${value_type} ${JSON.stringify(value)}`, response]).toMatchObject([
				`${value_type} ${JSON.stringify(value)}`,
				invalidField('entitlements.0.value'),
			])
		}
	expect(await newestNames(root)).not.toContain(name)
})

test('a key can be in many plans, but twice in one returns 400 naming the second, and creates no plan', async () => {
	const root = await admin()
	const name = unique('doubled')
	const twice = ['1', '2'].map((value) => ({ key: 'quota.runs_per_month', value, value_type: 'integer' }))
	for (const [index, one] of twice.entries())
		expect(await create.plan({ entitlements: [one] })).toMatchObject({ entitlements: [{ value: `${index + 1}` }] })
	const response = await root.post('/v1/plans', { name, display_name: 'Doubled', entitlements: twice })
	expect(response).toMatchObject(invalidField('entitlements.1.key'))
	expect(await newestNames(root)).not.toContain(name)
})

test('a plan can have 200 entitlements; 201 return 400', async () => {
	const root = await admin()
	const plan = await create.plan({ entitlements: many(200) })
	expect(plan.entitlements).toHaveLength(200)
	expect((await root.get(`/v1/plans/${plan.id}`)).body).toEqual(plan)
	const name = unique('too-much')
	const response = await root.post('/v1/plans', { name, display_name: 'Too much', entitlements: many(201) })
	expect(response).toMatchObject(invalidField('entitlements'))
	expect(await newestNames(root)).not.toContain(name)
})

const badFields: [string, string, object][] = [
	['a missing name', 'name', { name: undefined }],
	['an empty name', 'name', { name: '' }],
	['a blank name', 'name', { name: ' \t\n' }],
	['a name with NUL', 'name', { name: 'a\u0000b' }],
	['a name with a lone surrogate', 'name', { name: 'a\ud800b' }],
	['an over-long name', 'name', { name: 'n'.repeat(129) }],
	['a name that is a number', 'name', { name: 7 }],
	['a null name', 'name', { name: null }],
	['a missing display_name', 'display_name', { display_name: undefined }],
	['a blank display_name', 'display_name', { display_name: '   ' }],
	['a display_name with NUL', 'display_name', { display_name: '\u0000' }],
	['a display_name with a lone surrogate', 'display_name', { display_name: '\udc00' }],
	['an over-long display_name', 'display_name', { display_name: 'n'.repeat(257) }],
	['entitlements that are not an array', 'entitlements', { entitlements: {} }],
	['an entitlement that is null', 'entitlements.0', { entitlements: [null] }],
	['an entitlement without a key', 'entitlements.0.key', { entitlements: [{ value: '1', value_type: 'integer' }] }],
	['an empty key', 'entitlements.0.key', { entitlements: [{ key: '', value: '1', value_type: 'integer' }] }],
	[
		'an over-long key',
		'entitlements.0.key',
		{ entitlements: [{ key: 'k'.repeat(129), value: '1', value_type: 'integer' }] },
	],
	['a value that is not a string', 'entitlements.0.value', entitlement(5)],
	['an over-long value', 'entitlements.0.value', entitlement('v'.repeat(1025), 'string')],
	['a value with NUL', 'entitlements.0.value', entitlement('a\u0000', 'string')],
	['a value with a lone surrogate', 'entitlements.0.value', entitlement('\ud83e', 'string')],
	['an unknown value_type', 'entitlements.0.value_type', entitlement('1.5', 'float')],
]

test('a wrong field returns 400 naming it, and creates no plan', async () => {
	const root = await admin()
	const before = (await root.get('/v1/plans?limit=1')).body
	for (const [what, path, fields] of badFields) {
		const response = await root.post('/v1/plans', { name: unique('bad'), display_name: 'Bad', ...fields })
		expect([what, response]).toMatchObject([what, invalidField(path)])
	}
	expect((await root.get('/v1/plans?limit=1')).body).toEqual(before)
})

test('names can use any script, up to the maximum length', async () => {
	const root = await admin()
	const name = `${unique('計画')} "quoted" 'n' \\ ${'🧮'.repeat(20)}`
	const plan = await create.plan({ name, display_name: 'd'.repeat(256) })
	expect((await root.get(`/v1/plans/${plan.id}`)).body).toMatchObject({ name, display_name: 'd'.repeat(256) })
})

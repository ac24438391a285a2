import { expect, test } from 'vitest'
import { budgetsOf, newBudget, OF_PLATFORM } from '../support/budgets.ts'
import { fieldsOf } from '../support/configuration.ts'
import { isoTime } from '../support/replies.ts'
import { create, unique, user, world } from '../support/world.ts'

const OF_THE_PLATFORM = { status: 403, body: { error: 'auth.forbidden', details: { reason: 'budgets.of_platform' } } }

test('a budget is created with its defaults, read, listed, changed and deleted', async () => {
	const owner = await user()
	const path = budgetsOf(owner)
	const given = newBudget()
	const created = await owner.post(path, given)
	const budget = {
		id: expect.stringMatching(/^bud_/),
		org_id: owner.org_id,
		...given,
		subject: null,
		mode: 'enforce',
		alerts: [],
		expires_at: null,
		set_by: 'org',
		counts_since: `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`,
		created_at: isoTime,
		updated_at: isoTime,
	}
	expect(created).toMatchObject({ status: 201 })
	expect(created.body).toEqual(budget)
	const one = `${path}/${created.body.id}`
	expect((await owner.get(one)).body).toEqual(created.body)
	expect((await owner.get(path)).body).toEqual([created.body])
	const change = {
		name: unique('renamed'),
		limit: 0,
		mode: 'observe',
		alerts: [50, 100],
		expires_at: '2126-01-01T00:00:00.000Z',
	}
	const changed = await owner.patch(one, change)
	expect(changed).toMatchObject({ status: 200, body: { ...created.body, ...change, updated_at: isoTime } })
	const same = await owner.patch(one, { limit: 0, scope: 'agent', subject: null, unit: 'credits', window: 'month' })
	expect(same.body).toEqual(changed.body)
	expect((await owner.delete(one)).status).toBe(204)
	expect((await owner.get(one)).status).toBe(404)
	expect((await owner.patch(one, {})).status).toBe(404)
	expect((await owner.delete(one)).status).toBe(404)
})

test('what a budget cannot be is a 400 with its fields', async () => {
	const { owner, admin } = await world()
	const wrong = async (fields: object) => Object.keys(fieldsOf(await owner.post(budgetsOf(owner), newBudget(fields))))
	expect(await wrong({ name: ' ' })).toEqual(['name'])
	expect(await wrong({ scope: 'team' })).toEqual(['scope'])
	expect(await wrong({ unit: 'usd' })).toEqual(['unit'])
	expect(await wrong({ window: 'year' })).toEqual(['window'])
	expect(await wrong({ mode: 'warn' })).toEqual(['mode'])
	expect(await wrong({ subject: '' })).toEqual(['subject'])
	expect(await wrong({ subject: 'x'.repeat(129) })).toEqual(['subject'])
	for (const limit of [-1, 1.5, 2 ** 53, '5', null]) expect(await wrong({ limit })).toEqual(['limit'])
	for (const alerts of [[0], [101], [80, 50], [50, 50], [1, 2, 3, 4, 5, 6]])
		expect((await wrong({ alerts }))[0]).toMatch(/^alerts/)
	expect(await wrong({ scope: 'run', window: 'day' })).toEqual(['window'])
	expect(await wrong({ scope: 'run', window: 'total', subject: 'run_1' })).toEqual(['subject'])
	expect(await wrong({ scope: 'org', subject: 'org_other' })).toEqual(['subject'])
	expect(fieldsOf(await admin.post(OF_PLATFORM, newBudget({ org_id: 'org_none' })))).toEqual({
		org_id: 'Must be the id of an org',
	})
	for (const subject of ['org_none', 'platform'])
		expect(fieldsOf(await admin.post(OF_PLATFORM, newBudget({ scope: 'org', subject })))).toEqual({
			subject: 'Must be the id of an org',
		})
	expect((await admin.post(OF_PLATFORM, newBudget({ scope: 'org', subject: owner.org_id }))).status).toBe(201)
	expect((await owner.post(budgetsOf(owner), newBudget({ scope: 'org', subject: owner.org_id }))).status).toBe(201)
})

test('scope, subject, unit and window cannot change', async () => {
	const owner = await user()
	const { id } = (await owner.post(budgetsOf(owner), newBudget())).body
	const change = { scope: 'user', subject: 'a', unit: 'runs', window: 'day', limit: 1 }
	const refused = fieldsOf(await owner.patch(`${budgetsOf(owner)}/${id}`, change))
	expect(refused).toEqual(
		Object.fromEntries(
			['scope', 'subject', 'unit', 'window'].map((field) => [field, 'Must stay as it is. Make another budget']),
		),
	)
	expect((await owner.get(`${budgetsOf(owner)}/${id}`)).body.limit).toBe(100)
})

test("an org sees the platform's budgets that apply to it and cannot change them", async () => {
	const [{ owner, admin }, other] = await Promise.all([world(), user()])
	const mine = (await admin.post(OF_PLATFORM, newBudget({ org_id: owner.org_id }))).body
	const theirs = (await admin.post(OF_PLATFORM, newBudget({ org_id: other.org_id }))).body
	// An agent that no run names, because it counts in every org.
	const each = (await admin.post(OF_PLATFORM, newBudget({ subject: unique('agent') }))).body
	const own = (await owner.post(budgetsOf(owner), newBudget())).body
	expect(mine).toMatchObject({ set_by: 'platform', org_id: owner.org_id })
	expect(each).toMatchObject({ set_by: 'platform', org_id: null, counts_since: each.created_at })
	const seen = (await owner.get(`${budgetsOf(owner)}?limit=200`)).body.map(({ id }: { id: string }) => id)
	expect(seen).toEqual(expect.arrayContaining([mine.id, each.id, own.id]))
	expect(seen).not.toContain(theirs.id)
	expect(seen).toEqual(seen.toSorted().toReversed())
	for (const { id } of [mine, each]) {
		const one = `${budgetsOf(owner)}/${id}`
		expect((await owner.get(one)).status).toBe(200)
		expect(await owner.patch(one, { limit: 9 })).toMatchObject(OF_THE_PLATFORM)
		expect(await owner.delete(one)).toMatchObject(OF_THE_PLATFORM)
	}
	for (const { id } of [theirs, { id: 'bud_none' }]) {
		expect((await owner.get(`${budgetsOf(owner)}/${id}`)).status).toBe(404)
		expect((await owner.delete(`${budgetsOf(owner)}/${id}`)).status).toBe(404)
	}
	const listed = (await admin.get(`${OF_PLATFORM}?limit=200`)).body
	expect(listed.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([mine.id, theirs.id, each.id]))
	expect(listed.every(({ set_by }: { set_by: string }) => set_by === 'platform')).toBe(true)
	expect((await admin.get(`${OF_PLATFORM}/${own.id}`)).status).toBe(404)
	expect((await admin.patch(`${OF_PLATFORM}/${own.id}`, { limit: 1 })).status).toBe(404)
	expect((await admin.patch(`${OF_PLATFORM}/${each.id}`, { limit: 1 })).body).toMatchObject({ limit: 1 })
	expect((await admin.delete(`${OF_PLATFORM}/${each.id}`)).status).toBe(204)
	expect((await admin.get('/v1/orgs/org_none/budgets')).status).toBe(404)
	expect((await admin.post('/v1/orgs/org_none/budgets', newBudget())).status).toBe(404)
})

test("names are unique among the platform's, and among an org's own", async () => {
	const [{ owner, admin }, other] = await Promise.all([world(), user()])
	const [first, second] = [newBudget(), newBudget()]
	const taken = { status: 409, body: { message: 'A budget with this name already exists' } }
	expect((await owner.post(budgetsOf(owner), first)).status).toBe(201)
	expect(await owner.post(budgetsOf(owner), first)).toMatchObject(taken)
	expect((await other.post(budgetsOf(other), first)).status).toBe(201)
	const { id } = (await owner.post(budgetsOf(owner), second)).body
	expect(await owner.patch(`${budgetsOf(owner)}/${id}`, { name: first.name })).toMatchObject(taken)
	expect((await admin.post(OF_PLATFORM, { ...first, org_id: owner.org_id })).status).toBe(201)
	expect(await admin.post(OF_PLATFORM, { ...first, org_id: other.org_id })).toMatchObject(taken)
})

test("the limit counts the org's own budgets only", async () => {
	const { owner, admin } = await world()
	await create.override(owner.org_id, { key: 'limit.budgets', value: '1' })
	await admin.post(OF_PLATFORM, newBudget({ org_id: owner.org_id }))
	expect((await owner.post(budgetsOf(owner), newBudget())).status).toBe(201)
	expect(await owner.post(budgetsOf(owner), newBudget())).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', key: 'limit.budgets', limit: 1 } },
	})
	expect((await admin.post(OF_PLATFORM, newBudget({ org_id: owner.org_id }))).status).toBe(201)
})

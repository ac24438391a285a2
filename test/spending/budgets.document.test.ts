import { expect, test } from 'vitest'
import { budgetsOf, newBudget, OF_PLATFORM } from '../support/budgets.ts'
import { configuration, fieldsOf, orgPath, PLATFORM_PATH } from '../support/configuration.ts'
import { unique, user, world } from '../support/world.ts'

const DEFAULTS = { subject: null, mode: 'enforce', alerts: [], expires_at: null }
const entryOf = (fields: object = {}) => {
	const { name: _, ...entry } = newBudget(fields)
	return entry
}

test("an org's document has its budgets by name, except those of one user, API key or org", async () => {
	const { owner, admin } = await world()
	const path = budgetsOf(owner)
	const shown = {
		'The org': entryOf({ scope: 'org' }),
		'Each user': entryOf({ scope: 'user' }),
		'Each key': entryOf({ scope: 'api_key' }),
		'Each run': entryOf({ scope: 'run', window: 'total' }),
		'Each agent': entryOf(),
		'One agent': entryOf({ subject: 'researcher' }),
		'One model': entryOf({ scope: 'model', subject: 'acme^large' }),
	}
	const hidden = {
		'One user': entryOf({ scope: 'user', subject: owner.user_id }),
		'One key': entryOf({ scope: 'api_key', subject: 'key_1' }),
		'This org': entryOf({ scope: 'org', subject: owner.org_id }),
	}
	for (const [name, entry] of Object.entries({ ...shown, ...hidden }))
		expect((await owner.post(path, { name, ...entry })).status).toBe(201)
	await admin.post(OF_PLATFORM, newBudget({ org_id: owner.org_id }))
	const { get, put, plan } = configuration(owner, orgPath(owner))
	const document = await get()
	expect(document.budgets).toEqual(
		Object.fromEntries(Object.entries(shown).map(([name, entry]) => [name, { ...DEFAULTS, ...entry }])),
	)
	expect((await plan(document)).body.changes).toEqual([])
	const applied = await put({ version: 1, budgets: { 'Each agent': { ...entryOf(), limit: 5 } } })
	expect(applied).toMatchObject({ status: 200 })
	const left = (await owner.get(`${path}?limit=200`)).body.filter(({ set_by }: { set_by: string }) => set_by === 'org')
	expect(left.map(({ name }: { name: string }) => name).sort()).toEqual([...Object.keys(hidden), 'Each agent'].sort())
	expect(left.find(({ name }: { name: string }) => name === 'Each agent').limit).toBe(5)
})

test("the platform's document has its budgets for each org, and leaves those for one org alone", async () => {
	const { owner, admin } = await world()
	const [each, one] = [unique('each'), unique('one')]
	const nobody = unique('agent')
	const ofOne = (await admin.post(OF_PLATFORM, newBudget({ name: one, org_id: owner.org_id }))).body
	const { get, put } = configuration(admin, PLATFORM_PATH)
	const { budgets: before } = await get()
	expect(before[one]).toBeUndefined()
	const made = await put({ version: 1, budgets: { ...before, [each]: entryOf({ subject: nobody }) } })
	expect(made).toMatchObject({ status: 200 })
	expect((await get()).budgets[each]).toEqual({ ...DEFAULTS, ...entryOf({ subject: nobody }) })
	expect(await put({ version: 1, budgets: before })).toMatchObject({ status: 200 })
	expect((await admin.get(`${OF_PLATFORM}/${ofOne.id}`)).body).toEqual(ofOne)
})

test('a document cannot name an id of this instance, change what stays, or take the name of a budget it leaves alone', async () => {
	const owner = await user()
	const { put } = configuration(owner, orgPath(owner))
	await owner.post(budgetsOf(owner), newBudget({ name: 'Mine', scope: 'user', subject: owner.user_id }))
	await owner.post(budgetsOf(owner), newBudget({ name: 'Agents' }))
	const refused = async (name: string, entry: object) =>
		fieldsOf(await put({ version: 1, budgets: { [name]: entry } }, { mode: 'merge' }))
	expect(await refused('New', entryOf({ scope: 'user', subject: owner.user_id }))).toEqual({
		'budgets.New.subject': 'Must be null, because it would be an id of one instance',
	})
	expect(await refused('New', entryOf({ scope: 'run' }))).toEqual({
		'budgets.New.window': 'Must be total for a budget of one run',
	})
	expect(await refused('Agents', entryOf({ unit: 'runs', window: 'day' }))).toEqual({
		'budgets.Agents.unit': 'Must stay as it is. Make another budget',
		'budgets.Agents.window': 'Must stay as it is. Make another budget',
	})
	expect(await refused('Mine', entryOf())).toEqual({
		'budgets.Mine': 'Must have another name: a budget that documents leave alone has this one',
	})
})

import { expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/orgs'
const DAY_MS = 86_400_000

const newOrg = async () =>
	(await (await admin()).post(PATH, { name: unique('org') })).body as { id: string; name: string }

/** What the list shows of an org. */
async function listed({ id, name }: { id: string; name: string }) {
	const { body } = await (await admin()).get(`${PATH}?q=${encodeURIComponent(name)}`)
	return body.find((org: { id: string }) => org.id === id)
}

const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

test("the list's member count follows new members, new roles, removals and deleted users", async () => {
	const root = await admin()
	const [org, one, other] = [await newOrg(), await user('one'), await user('other')]
	const member = ({ user_id }: { user_id: string }) => `${PATH}/${org.id}/members/${user_id}`
	const count = async () => (await listed(org)).member_count
	expect(await count()).toBe(0)
	await root.put(member(one), { role: 'owner' })
	await root.put(member(other), { role: 'member' })
	expect(await count()).toBe(2)
	await root.put(member(other), { role: 'owner' })
	expect(await count()).toBe(2)
	await root.delete(member(one))
	expect(await count()).toBe(1)
	await root.put(member(one), { role: 'owner' })
	expect((await root.delete(`/v1/admin/users/${other.user_id}`)).status).toBe(204)
	expect(await count()).toBe((await root.get(`${PATH}/${org.id}`)).body.members.length)
})

test('20 users who become members at once each count once', async () => {
	const { org_id, admin: root } = await world()
	const users = await Promise.all(Array.from({ length: 20 }, () => user()))
	const path = ({ user_id }: { user_id: string }) => `${PATH}/${org_id}/members/${user_id}`
	await Promise.all([...users, ...users].map((one) => root.put(path(one), { role: 'member' })))
	const { name, members } = (await root.get(`${PATH}/${org_id}`)).body
	expect(await listed({ id: org_id, name })).toMatchObject({ member_count: members.length })
})

test('the list shows the plan that grants now: none before its period, after it, or once it is cancelled', async () => {
	const root = await admin()
	const plan = await create.plan()
	const shown = { id: plan.id, name: plan.name, display_name: plan.display_name }
	const planIn = async (current_period_start: string, current_period_end: string) => {
		const org = await newOrg()
		const { id } = await create.subscription(org.id, { plan_id: plan.id, current_period_start, current_period_end })
		return { id, plan: async () => (await listed(org)).plan }
	}
	expect(await (await planIn(fromNow(1), fromNow(30))).plan()).toBeNull()
	expect(await (await planIn(fromNow(-30), fromNow(-1))).plan()).toBeNull()
	const current = await planIn(fromNow(-1), fromNow(30))
	expect(await current.plan()).toEqual(shown)
	await root.patch(`/v1/plans/${plan.id}`, { display_name: 'Another name' })
	expect(await current.plan()).toEqual({ ...shown, display_name: 'Another name' })
	await root.delete(`/v1/subscriptions/${current.id}`)
	expect(await current.plan()).toBeNull()
})

test('a page of orgs with members and plans is one D1 call, and reads at most four rows per org', async () => {
	const root = await admin()
	const plan = await create.plan()
	const users = await Promise.all(Array.from({ length: 5 }, () => user()))
	for (let index = 0; index < 10; index += 1) {
		const { id } = await newOrg()
		await create.subscription(id, { plan_id: plan.id })
		for (const { user_id } of users) await root.put(`${PATH}/${id}/members/${user_id}`, { role: 'member' })
	}
	await root.get(`${PATH}?limit=1`)
	const { calls, rows_read } = await counted(() => root.get(`${PATH}?limit=10`))
	expect(calls).toBe(1)
	expect(rows_read).toBeLessThanOrEqual(4 * 11)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { fakeReceivers, receiver, run, signal } from '../support/receiver.ts'
import { world } from '../support/world.ts'

// One delivery with the body that its receiver gets.

beforeEach(fakeReceivers)

/** A delivery of a run to an endpoint of a new org, not attempted yet. */
async function delivery() {
	const here = await world()
	const hook = await receiver(here.owner)
	await run(here.owner, { model: 'größer 🧮', total_cost_usd: 0.25 })
	const [listed] = await hook.deliveries()
	return { ...here, hook, listed, path: `${hook.path}/deliveries/${listed.id}` }
}

/** Such a delivery after its attempt. */
async function delivered() {
	const made = await delivery()
	await signal(made.hook.id)
	expect((await made.owner.get(made.path)).body.status).toBe('delivered')
	return made
}

describe('one delivery can be read', () => {
	test('as in the list, plus the JSON that is sent, before and after the attempt', async () => {
		const { owner, hook, listed, path } = await delivery()
		const before = await owner.get(path)
		const { body, ...rest } = before.body
		expect(rest).toMatchObject({ id: listed.id, event_id: listed.event_id, type: 'run.completed' })
		expect(body).toMatchObject({ type: 'run.completed', data: { model: 'größer 🧮', total_cost_usd: 0.25 } })
		await signal(hook.id)
		expect(hook.received).toHaveLength(1)
		expect(JSON.parse(hook.received[0]?.body ?? '')).toEqual(body)
		expect((await hook.deliveries())[0].status).toBe('delivered')
		const after = await owner.get(path)
		expect(after.body).toEqual({ ...(await hook.deliveries())[0], body })
		const tag = after.headers.get('ETag') ?? ''
		expect((await owner.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
	})

	test('by a member without its body', async () => {
		const { owner, member, path } = await delivered()
		const { body: _, ...rest } = (await owner.get(path)).body
		expect((await member.get(path)).body).toEqual({ ...rest, body: null })
	})

	test('by nobody else, and not through another endpoint', async () => {
		const { owner, stranger, listed, path, hook } = await delivery()
		const other = await receiver(owner)
		expect((await stranger.get(path)).status).toBe(404)
		for (const wrong of [
			`${other.path}/deliveries/${listed.id}`,
			`${hook.path}/deliveries/none`,
			`${hook.path}/deliveries/${listed.id}x`,
			`/v1/webhook-endpoints/none/deliveries/${listed.id}`,
		])
			expect((await owner.get(wrong)).status, wrong).toBe(404)
		expect((await owner.delete(hook.path)).status).toBe(200)
		expect((await owner.get(path)).status).toBe(404)
	})

	test('in one call, whatever else the endpoint got', async () => {
		const { owner, path } = await delivered()
		const few = await counted(() => owner.get(path))
		for (let i = 0; i < 20; i += 1) await run(owner)
		// The attempts of a delivery end where those of the next one begin: that row is read too.
		expect((await counted(() => owner.get(path))).rows_read).toBeLessThanOrEqual(few.rows_read + 1)
		expect(few).toMatchObject({ calls: 1, rows_written: 0 })
	})
})

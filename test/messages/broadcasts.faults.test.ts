import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BROADCAST_QUEUE, deliver, messages } from '../support/broadcasts.ts'
import { cutAt } from '../support/cut.ts'
import { counted, withD1 } from '../support/d1.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { purgeBroadcasts, resumeBroadcasts, systemContext } from '../support/program.ts'
import { count, first } from '../support/rows.ts'
import { admin, type Caller, create, unique, user, world } from '../support/world.ts'

// Messages are lost, repeated and reordered, and the Worker may die anywhere. Still everyone gets a broadcast once, and its
// count is exact.

const PATH = '/v1/admin/notifications/broadcasts'
const MANY = 5_001

const here = { ...env, BROADCAST_QUEUE }

beforeAll(async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO users (id, login, username, email, created_at)
		SELECT 'usr_0many' || i, 'many' || i, 'many' || i, 'many' || i || '@example.com', '2026-01-01T00:00:00.000Z' FROM n`,
	)
		.bind(MANY)
		.run()
})

afterEach(() => {
	vi.useRealTimers()
	messages.length = 0
})

const done = (count: number) => ({
	explicitAcks: Array.from({ length: count }, (_, i) => String(i)),
	retryMessages: [],
})

/** Plans a broadcast and returns the messages of its shards. */
async function planned({ id }: { id: string }) {
	await deliver({ broadcast_id: id })
	return messages.splice(0)
}

/** Runs the jobs of broadcasts, `after` milliseconds from now, or from another time. */
async function tick(after = 0, from = Date.now()) {
	vi.useFakeTimers({ now: from + after, toFake: ['Date'] })
	await resumeBroadcasts(systemContext(here), NO_PLACE)
	await purgeBroadcasts(systemContext(here))
	vi.useRealTimers()
}

const made = (id: string) => count('notifications WHERE broadcast_id = ?', id)
const openShards = (id: string) => count('broadcast_shards WHERE broadcast_id = ? AND done_at IS NULL', id)
/** What the row says, deleted or not. */
const stateOf = ({ id }: { id: string }) => first('SELECT status, sent_count FROM broadcasts WHERE id = ?', id)
const remove = async ({ id }: { id: string }) => (await admin()).delete(`${PATH}/${id}`)
const titlesOf = async (caller: Caller): Promise<string[]> =>
	(await caller.get('/v1/notifications?limit=200')).body.data.map(({ title }: { title: string }) => title)

/** A new org with this many members, of whom `reader` is one. */
async function bigOrg(size: number, reader: Caller): Promise<string> {
	const { body } = await (await admin()).post('/v1/admin/orgs', { name: unique('org') })
	await env.DB.prepare(
		`INSERT INTO memberships (org_id, user_id, role, created_at) SELECT ?1, value, 'member', '' FROM (SELECT ?2 AS value
			UNION ALL SELECT * FROM (SELECT id FROM users WHERE id >= 'usr_0many' AND id < 'usr_0n' LIMIT ?3))`,
	)
		.bind(body.id, reader.user_id, size - 1)
		.run()
	return body.id
}

test('all 5,000 users get a broadcast to all once, in one D1 call that writes next to nothing', async () => {
	const reader = await user()
	const broadcast = await create.broadcast('all')
	const recipients = await count("users WHERE status = 'active'")
	const plan = { broadcast_id: broadcast.id }
	const one = await counted(() => deliver(plan))
	expect(one.calls).toBe(1)
	expect(one.rows_written).toBeLessThanOrEqual(10)
	await Promise.all([deliver(plan, plan), deliver(plan), deliver({ ...plan, after_seq: 0 })])
	expect(messages).toEqual([])
	expect(await stateOf(broadcast)).toEqual({ status: 'completed', sent_count: recipients })
	expect(await titlesOf(reader)).toEqual([broadcast.title])
	expect(await made(broadcast.id)).toBe(0)
})

test('every member of a big org gets a broadcast once, in one D1 call per shard, even if messages arrive three times and at once', async () => {
	const broadcast = await create.broadcast(await bigOrg(5_001, await user()))
	expect((await counted(() => deliver({ broadcast_id: broadcast.id }))).calls).toBe(1)
	const shards = messages.splice(0)
	expect(shards).toHaveLength(3)
	const one = await counted(() => deliver(shards[0]))
	expect(one.calls).toBe(1)
	// A row of the table and one of each index for each, and little else.
	expect(one.rows_written).toBeLessThanOrEqual(3 * 2_000 + 10)
	expect(await stateOf(broadcast)).toEqual({ status: 'sending', sent_count: 2_000 })
	const all = [{ broadcast_id: broadcast.id }, ...shards.toReversed()]
	const responses = await Promise.all([deliver(...all), deliver(...all.toReversed()), deliver(...all)])
	for (const response of responses) expect(response).toMatchObject({ retryMessages: [] })
	expect(messages).toEqual([])
	expect(await stateOf(broadcast)).toEqual({ status: 'completed', sent_count: 5_001 })
	const ofShards = 'SELECT sum(sent_count) AS sent FROM broadcast_shards WHERE broadcast_id = ?'
	expect(await first(ofShards, broadcast.id)).toEqual({ sent: 5_001 })
	expect(await made(broadcast.id)).toBe(5_001)
	expect(await count('(SELECT DISTINCT user_id FROM notifications WHERE broadcast_id = ?)', broadcast.id)).toBe(5_001)
})

test.each([
	['INSERT', 'broadcast_shards'],
	['UPDATE', 'broadcasts'],
] as const)('a plan that dies at its %s of %s leaves nothing, and comes again', async (verb, table) => {
	const { org_id } = await world()
	const broadcast = await create.broadcast(org_id)
	const response = await cutAt(verb, table, () => deliver({ broadcast_id: broadcast.id }))
	expect(response).toMatchObject({ explicitAcks: [], retryMessages: [{ msgId: '0' }] })
	expect(messages).toEqual([])
	expect(await stateOf(broadcast)).toEqual({ status: 'pending', sent_count: 0 })
	expect(await openShards(broadcast.id)).toBe(0)
	expect(await planned(broadcast)).toEqual([{ broadcast_id: broadcast.id, after_seq: 0 }])
})

test.each([
	['INSERT', 'notifications'],
	['UPDATE', 'broadcast_shards'],
	['UPDATE', 'broadcasts'],
] as const)('a shard that dies at its %s of %s leaves nothing, and comes again', async (verb, table) => {
	const { org_id } = await world()
	const broadcast = await create.broadcast(org_id)
	const shards = await planned(broadcast)
	const response = await cutAt(verb, table, () => deliver(...shards))
	expect(response).toMatchObject({ explicitAcks: [], retryMessages: [{ msgId: '0' }] })
	expect(await stateOf(broadcast)).toEqual({ status: 'sending', sent_count: 0 })
	expect(await made(broadcast.id)).toBe(0)
	expect(await deliver(...shards, ...shards)).toMatchObject(done(2))
	expect(await stateOf(broadcast)).toEqual({ status: 'completed', sent_count: 2 })
})

test('neither a database that does not answer nor a message that nobody understands holds up other messages', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { org_id } = await world()
	const broadcast = await create.broadcast(org_id)
	const plan = { broadcast_id: broadcast.id }
	const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
	expect(await withD1(lost, () => deliver(plan))).toMatchObject({ explicitAcks: [], retryMessages: [{ msgId: '0' }] })
	const response = await deliver({}, 'x', { broadcast_id: 'nonsense' }, { ...plan, after_seq: 7 }, plan)
	expect(response).toMatchObject({ explicitAcks: ['2', '3', '4'], retryMessages: [{ msgId: '0' }, { msgId: '1' }] })
	expect(messages).toEqual([{ ...plan, after_seq: 0 }])
	expect(log).toHaveBeenCalledTimes(3)
	await remove(broadcast)
})

test('cron makes up for lost messages: the first one, the ones of shards, or the whole queue', async () => {
	const { org_id, admin: root } = await world()
	const broken = { send: () => Promise.reject(new Error('Too Many Requests')) } as unknown as Queue
	const body = { type: 'x', title: unique('title'), body: 'x', target: org_id }
	const { status, body: broadcast } = await root.post(PATH, body, { env: { BROADCAST_QUEUE: broken } })
	expect(status).toBe(202)
	const mine = () => messages.splice(0).filter(({ broadcast_id }) => broadcast_id === broadcast.id)
	const at = Date.parse(broadcast.created_at)
	await tick()
	await tick(29_000, at)
	expect(mine()).toEqual([])
	await tick(31_000, at)
	const shards = mine()
	expect(shards).toEqual([{ broadcast_id: broadcast.id, after_seq: 0 }])
	// They were given to the queue when the broadcast was 31 seconds old.
	await tick(90_000, at)
	expect(mine()).toEqual([])
	await tick(92_000, at)
	expect(mine()).toEqual(shards)
	await tick(93_000, at)
	expect(mine()).toEqual([])
	await tick(153_000, at)
	expect(await deliver(...mine())).toMatchObject(done(1))
	expect(await stateOf(broadcast)).toEqual({ status: 'completed', sent_count: 2 })
	await tick(300_000, at)
	expect(mine()).toEqual([])
})

test('two cron runs at once plan a broadcast once and queue each shard once', async () => {
	const { org_id } = await world()
	const broadcast = await create.broadcast(org_id)
	const resume = () => Promise.all([1, 2, 3].map(() => resumeBroadcasts(systemContext(here), NO_PLACE)))
	const mine = () => messages.splice(0).filter(({ broadcast_id }) => broadcast_id === broadcast.id)
	const now = Date.now()
	for (const after of [31_000, 92_000]) {
		vi.useFakeTimers({ now: now + after, toFake: ['Date'] })
		await resume()
		expect(mine()).toEqual([{ broadcast_id: broadcast.id, after_seq: 0 }])
	}
	vi.useRealTimers()
	await remove(broadcast)
})

test('deleting a broadcast midway stops the rest: its count is what was sent, and nobody sees it', async () => {
	const reader = await user()
	const broadcast = await create.broadcast(await bigOrg(4_001, reader))
	const shards = await planned(broadcast)
	// The reader is the newest of the members.
	await deliver(...shards.slice(-1))
	expect(await titlesOf(reader)).toEqual([broadcast.title])
	const sent = await made(broadcast.id)
	expect(await stateOf(broadcast)).toEqual({ status: 'sending', sent_count: sent })
	expect((await remove(broadcast)).status).toBe(204)
	expect(await titlesOf(reader)).toEqual([])
	expect(await deliver(...shards)).toMatchObject(done(shards.length))
	expect(await stateOf(broadcast)).toEqual({ status: 'cancelled', sent_count: sent })
	expect(await made(broadcast.id)).toBe(sent)
	await tick(120_000)
	expect(messages.filter(({ broadcast_id }) => broadcast_id === broadcast.id)).toEqual([])
	expect(await made(broadcast.id)).toBe(0)
})

test('a broadcast deleted while its shards are being sent counts exactly what was sent', async () => {
	const broadcast = await create.broadcast(await bigOrg(4_001, await user()))
	const shards = await planned(broadcast)
	const [removed] = await Promise.all([remove(broadcast), ...shards.map((shard) => deliver(shard))])
	expect(removed.status).toBe(204)
	const sent = await made(broadcast.id)
	expect(await stateOf(broadcast)).toEqual({ status: expect.stringMatching(/^c/), sent_count: sent })
	expect(await openShards(broadcast.id)).toBe(0)
})

test('a broadcast that is still sending after a day fails, and the rest is not sent', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const broadcast = await create.broadcast(await bigOrg(4_001, await user()))
	const [shard, ...rest] = await planned(broadcast)
	await deliver(shard)
	const sent = await made(broadcast.id)
	const age = (hours: number) =>
		env.DB.prepare('UPDATE broadcasts SET created_at = ? WHERE id = ?')
			.bind(new Date(Date.now() - hours * 3_600_000).toISOString(), broadcast.id)
			.run()
	await age(23.9)
	await tick()
	expect(await stateOf(broadcast)).toEqual({ status: 'sending', sent_count: sent })
	await age(24.1)
	await tick()
	expect((await (await admin()).get(`${PATH}/${broadcast.id}`)).body).toMatchObject({
		status: 'failed',
		sent_count: sent,
	})
	expect(await deliver(...rest)).toMatchObject(done(rest.length))
	await tick(120_000)
	expect(await made(broadcast.id)).toBe(sent)
	expect(await openShards(broadcast.id)).toBe(0)
	expect(log.mock.calls.flat().join()).toContain(broadcast.id)
	await remove(broadcast)
})

test('the purge deletes deleted and 180-day-old broadcasts, shard by shard; others stay', async () => {
	const { org_id, owner, member } = await world()
	const [deleted, old, young] = [
		await create.broadcast('all'),
		await create.broadcast(org_id),
		await create.broadcast(org_id),
	]
	for (const one of [deleted, old, young]) await deliver(...(await planned(one)))
	const aged = old.id.replace(/_../, '_00')
	// As if 180 days had passed: we make the id that old, everywhere it's used.
	await env.DB.batch([
		env.DB.prepare(
			'INSERT INTO broadcasts SELECT ?1, type, title, body, target_type, target_id, payload, status, sent_count, through_seq, created_by, created_at, deleted_at, recipient_count, sent_number FROM broadcasts WHERE id = ?2',
		).bind(aged, old.id),
		env.DB.prepare('UPDATE broadcast_shards SET broadcast_id = ?1 WHERE broadcast_id = ?2').bind(aged, old.id),
		env.DB.prepare(
			"UPDATE notifications SET broadcast_id = ?1, id = 'ntf_00' || substr(id, 7) WHERE broadcast_id = ?2",
		).bind(aged, old.id),
		env.DB.prepare('DELETE FROM broadcasts WHERE id = ?').bind(old.id),
	])
	expect(await titlesOf(member)).toEqual([young.title, deleted.title, old.title])
	// An older version left the notifications of members who were removed. The purge finds them too.
	await env.DB.prepare('DELETE FROM memberships WHERE org_id = ? AND user_id = ?').bind(org_id, member.user_id).run()
	await remove(deleted)
	const c = systemContext(env)
	await cutAt('DELETE', 'broadcasts', () => expect(purgeBroadcasts(c)).rejects.toThrow('cut'), 'if there is one')
	const { calls } = await counted(() => Promise.all([purgeBroadcasts(c), purgeBroadcasts(c)]))
	expect(calls).toBeLessThanOrEqual(42)
	await purgeBroadcasts(c)
	for (const id of [deleted.id, aged]) {
		expect(await made(id)).toBe(0)
		expect(await count('broadcast_shards WHERE broadcast_id = ?', id)).toBe(0)
		expect(await count('broadcasts WHERE id = ?', id)).toBe(0)
	}
	expect(await titlesOf(owner)).toEqual([young.title])
	expect(await made(young.id)).toBe(2)
})

test('a run of the purge is bounded, and the next one continues', async () => {
	const c = systemContext(env)
	const gone = () => count('broadcasts WHERE deleted_at IS NOT NULL')
	while ((await gone()) > 0) await purgeBroadcasts(c)
	for (let index = 0; index < 22; index += 1) await remove(await create.broadcast('all'))
	expect((await counted(() => purgeBroadcasts(c))).calls).toBe(21)
	expect(await gone()).toBe(2)
	await purgeBroadcasts(c)
	expect(await gone()).toBe(0)
})

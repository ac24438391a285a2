import { env } from 'cloudflare:workers'
import { monotonicFactory } from 'ulid'
import { expect, test, vi } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { deliver, deliverAll } from '../support/broadcasts.ts'
import { counted } from '../support/d1.ts'
import { pagesOf } from '../support/pages.ts'
import worker from '../support/program.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { type Caller, create, signIn, user, world } from '../support/world.ts'

const PATH = '/v1/notifications'

const list = async (api: Api, query = '') => {
	const { status, body, headers } = await api.get(`${PATH}?${query}`)
	expect(status).toBe(200)
	return { data: body.data, unread: Number(headers.get('X-Unread-Count')), next: headers.get('Next-Cursor') }
}
const idsOf = async (api: Api, query = '') => (await list(api, query)).data.map(({ id }: { id: string }) => id)

const ulid = monotonicFactory()

/** Gives a user `count` notifications, the newest last, each newer than those of earlier calls. */
async function give({ user_id }: Caller, type: string, count = 1, read_at: string | null = null) {
	const ids = Array.from({ length: count }, (_, i) => `ntf_${ulid()}${String(i).padStart(5, '0')}`).sort()
	await env.DB.prepare(
		`INSERT INTO notifications (user_id, id, type, title, body, payload, read_at, created_at)
		SELECT ?1, value, ?2, 'Title', 'Body', '{"a":[1,null]}', ?3, ?4 FROM json_each(?5)`,
	)
		.bind(user_id, type, read_at, new Date().toISOString(), JSON.stringify(ids))
		.run()
	return ids
}

/** Sends a broadcast to the members of an org. */
async function broadcastTo(org_id: string, fields: object = {}) {
	const broadcast = await create.broadcast(org_id, fields)
	await deliver({ broadcast_id: broadcast.id })
	await deliverAll()
	return broadcast
}

test('users read their own notifications, newest first, including those of broadcasts', async () => {
	const { member, stranger, org_id } = await world()
	const [first] = await give(member, 'credits.low')
	const payload = {
		url: 'https://a.example',
		nothing: null,
		broadcast_type: 'overwritten',
		deep: { list: [1, 'x', null] },
	}
	const broadcast = await broadcastTo(org_id, { title: 'Hello', body: 'World', payload })
	const { data, unread } = await list(member)
	expect(data).toEqual([
		{
			id: expect.stringMatching(/^ntf_/),
			user_id: member.user_id,
			org_id,
			type: 'broadcast',
			title: 'Hello',
			body: 'World',
			payload: { ...payload, broadcast_type: 'announcement' },
			read_at: null,
			created_at: broadcast.created_at,
		},
		{
			id: first,
			user_id: member.user_id,
			org_id: null,
			type: 'credits.low',
			title: 'Title',
			body: 'Body',
			payload: { a: [1, null] },
			read_at: null,
			created_at: isoTime,
		},
	])
	expect(unread).toBe(2)
	expect(await list(stranger)).toEqual({ data: [], unread: 0, next: null })
})

test('whoever is removed from an org no longer reads what was sent to its members', async () => {
	const { admin: root, member, owner, org_id } = await world()
	const [own] = await give(member, 'credits.low')
	await broadcastTo(org_id, { title: 'Internal' })
	await env.DB.prepare('UPDATE notifications SET org_id = ? WHERE id = ?')
		.bind(org_id, (await give(member, 'notice'))[0])
		.run()
	expect(await list(member)).toMatchObject({ unread: 3 })
	expect((await root.delete(`/v1/admin/orgs/${org_id}/members/${member.user_id}`)).status).toBe(204)
	const after = await list(await signIn(member.login))
	expect(after).toMatchObject({ unread: 1, data: [{ id: own }] })
	expect(await list(owner)).toMatchObject({ data: [{ title: 'Internal' }] })
})

test('pages hold each notification once, and a cursor belongs to its filters', async () => {
	const me = await user()
	const ids = (await give(me, 'a', 5)).toReversed()
	for (const filter of ['', '&unread_only=true', '&type=a']) {
		const pages = await pagesOf(me, `${PATH}?limit=2${filter}`)
		for (const { headers } of pages) expect(headers.get('X-Unread-Count')).toBe('5')
		expect(pages.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id))).toEqual(ids)
	}
	const { next } = await list(me, 'limit=2')
	expect(await me.get(`${PATH}?limit=2&unread_only=true&cursor=${next}`)).toMatchObject(invalidField('cursor'))
})

test('filters combine, and the count covers everything unread', async () => {
	const { member, org_id } = await world()
	// Two ids of one millisecond have no order.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const [a] = await give(member, 'a')
	vi.advanceTimersByTime(2)
	const [b] = await give(member, 'b')
	vi.advanceTimersByTime(2)
	const [readA] = await give(member, 'a', 1, '2026-01-01T00:00:00.000Z')
	vi.advanceTimersByTime(2)
	await broadcastTo(org_id)
	const [ofBroadcast] = await idsOf(member, 'type=broadcast')
	expect(await idsOf(member)).toEqual([ofBroadcast, readA, b, a])
	expect(await idsOf(member, 'unread_only=false')).toEqual([ofBroadcast, readA, b, a])
	expect(await idsOf(member, 'unread_only=true')).toEqual([ofBroadcast, b, a])
	expect(await idsOf(member, 'type=a')).toEqual([readA, a])
	expect(await idsOf(member, 'type=a&unread_only=true')).toEqual([a])
	expect(await idsOf(member, 'type=announcement')).toEqual([])
	expect(await list(member, 'type=nothing')).toEqual({ data: [], unread: 3, next: null })
	for (const word of ['1', 'TRUE', 'yes', 'constructor', 'true&unread_only=true'])
		expect(await member.get(`${PATH}?unread_only=${word}`)).toMatchObject(invalidField('unread_only'))
})

test('marking all as read counts what it marked, honours the type, and ignores the body', async () => {
	const { owner, member, org_id } = await world()
	await give(member, 'a', 3)
	await give(member, 'b', 2)
	const before = '2026-01-01T00:00:00.000Z'
	const [earlier] = await give(member, 'a', 1, before)
	await give(owner, 'a')
	await broadcastTo(org_id)
	expect(await member.patch(`${PATH}?type=a`, '{')).toMatchObject({ status: 200, body: { ok: true, count: 3 } })
	expect((await member.patch(`${PATH}?type=a`)).body).toEqual({ ok: true, count: 0 })
	expect((await list(member)).unread).toBe(3)
	expect((await member.patch(`${PATH}?type=broadcast`)).body).toEqual({ ok: true, count: 1 })
	expect((await member.patch(PATH)).body).toEqual({ ok: true, count: 2 })
	const { data, unread } = await list(member)
	expect(unread).toBe(0)
	for (const { id, read_at } of data) expect(read_at).toEqual(id === earlier ? before : isoTime)
	expect((await list(owner)).unread).toBe(2)
})

test('when many requests mark all at once, each notification is counted once', async () => {
	const me = await user()
	await give(me, 'a', 40)
	const responses = await Promise.all(Array.from({ length: 8 }, () => me.patch(PATH)))
	expect(responses.reduce((sum, { body }) => sum + body.count, 0)).toBe(40)
})

test('marking one again keeps the time at which it was first read', async () => {
	const me = await user()
	const [id, other] = await give(me, 'a', 2)
	expect(await me.patch(`${PATH}/${id}`)).toMatchObject({ status: 200, body: { ok: true } })
	const read = (await list(me)).data.find((one: { id: string }) => one.id === id)
	expect(read.read_at).toEqual(isoTime)
	vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] })
	expect(await me.patch(`${PATH}/${id}`)).toMatchObject({ status: 200, body: { ok: true } })
	vi.useRealTimers()
	expect((await list(me)).data.find((one: { id: string }) => one.id === id)).toEqual(read)
	expect(await idsOf(me, 'unread_only=true')).toEqual([other])
})

test("another user's notification, a hidden one and an unknown one are the same 404", async () => {
	const { admin, owner, member, org_id } = await world()
	const broadcast = await broadcastTo(org_id)
	const [theirs] = await idsOf(owner)
	const [mine] = await idsOf(member)
	await give(member, 'a')
	await admin.delete(`/v1/admin/notifications/broadcasts/${broadcast.id}`)
	for (const id of [theirs, mine, 'nonsense', 'ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S'])
		expect(await member.patch(`${PATH}/${id}`)).toMatchObject(missing)
	const { data, unread } = await list(member)
	expect({ types: data.map(({ type }: { type: string }) => type), unread }).toEqual({ types: ['a'], unread: 1 })
	expect((await member.patch(PATH)).body).toEqual({ ok: true, count: 1 })
	const row = env.DB.prepare('SELECT read_at FROM notifications WHERE id = ?').bind(mine)
	expect(await row.first()).toEqual({ read_at: null })
})

test('listing notifications reads the same number of rows however many there are', async () => {
	const me = await user()
	await give(me, 'a', 10)
	const rowsRead = async () => {
		const rows: number[] = []
		for (const filter of ['', '&unread_only=true', '&type=a'])
			rows.push((await counted(() => me.get(`${PATH}?limit=20${filter}`))).rows_read)
		rows.push((await counted(() => me.patch(`${PATH}?type=b`))).rows_read)
		return rows
	}
	await give(me, 'a', 50, '2026-01-01T00:00:00.000Z')
	await rowsRead()
	const few = await rowsRead()
	await give(me, 'a', 5_000, '2026-01-01T00:00:00.000Z')
	expect(await rowsRead()).toEqual(few)
	for (const rows of few) expect(rows).toBeLessThanOrEqual(90)
})

test('notifications are kept for 180 days', async () => {
	const me = await user()
	const [old, young] = await give(me, 'a', 2)
	const age = (id: string | undefined, days: number) =>
		env.DB.prepare('UPDATE notifications SET created_at = ? WHERE user_id = ? AND id = ?')
			.bind(new Date(Date.now() - days * 86_400_000).toISOString(), me.user_id, id)
			.run()
	await age(old, 181)
	await age(young, 179)
	await env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
	await worker.scheduled({} as ScheduledController, env)
	expect(await idsOf(me)).toEqual([young])
})

test('an API key sees and marks only the notifications of its own org', async () => {
	const { member, org_id } = await world()
	const { body: made } = await member.post('/v1/api-keys', { name: 'key' })
	const key = as(made.key)
	const [told] = await idsOf(member, 'type=security.api_key_created')
	const [withoutOrg] = await give(member, 'platform.notice')
	const [elsewhere] = await give(member, 'credits.low')
	const [here] = await give(member, 'credits.low')
	const setOrg = env.DB.prepare('UPDATE notifications SET org_id = ? WHERE user_id = ? AND id = ?')
	await env.DB.batch([
		setOrg.bind((await user()).org_id, member.user_id, elsewhere),
		setOrg.bind(org_id, member.user_id, here),
	])
	await broadcastTo(org_id)
	const [ofOrg] = await idsOf(member, 'type=broadcast')

	expect(await idsOf(key)).toEqual([ofOrg, here, told])
	expect(await idsOf(key, 'unread_only=true')).toEqual([ofOrg, here, told])
	expect((await list(key)).unread).toBe(3)
	expect((await list(member)).unread).toBe(5)
	for (const id of [withoutOrg, elsewhere]) expect(await key.patch(`${PATH}/${id}`)).toMatchObject(missing)
	expect(await key.patch(`${PATH}/${here}`)).toMatchObject({ status: 200 })
	expect(await key.patch(`${PATH}?type=credits.low`)).toMatchObject({ body: { count: 0 } })
	expect(await key.patch(PATH)).toMatchObject({ body: { count: 2 } })
	expect(await idsOf(member, 'unread_only=true')).toEqual([elsewhere, withoutOrg])
})

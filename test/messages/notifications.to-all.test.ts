import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { deliver } from '../support/broadcasts.ts'
import { cutAt } from '../support/cut.ts'
import { counted } from '../support/d1.ts'
import { purgeBroadcasts, purgeNotifications, systemContext } from '../support/program.ts'
import { count } from '../support/rows.ts'
import { admin, create, unique, user } from '../support/world.ts'

// A broadcast to all has no row for each recipient. What a row would have shown is in broadcasts.property.test.ts; here is what
// reading and marking cost, and what is left behind.

const PATH = '/v1/notifications'
const BROADCASTS = '/v1/admin/notifications/broadcasts'

/** Sends broadcasts to all and returns them. */
async function broadcast(times = 1): Promise<{ id: string; title: string }[]> {
	const sent = []
	for (let index = 0; index < times; index += 1) {
		const one = await create.broadcast('all')
		await deliver({ broadcast_id: one.id })
		sent.push(one)
	}
	return sent
}

const remove = async ({ id }: { id: string }) => (await admin()).delete(`${BROADCASTS}/${id}`)
const list = async (api: Api, query = '') => {
	const { body, headers } = await api.get(`${PATH}?limit=200&${query}`)
	return { data: body.data, unread: Number(headers.get('X-Unread-Count')) }
}
const marksOf = ({ user_id }: { user_id: string }) => count('broadcast_marks WHERE user_id = ?', user_id)

test('read markers and suspension periods go when no broadcast needs them, and numbers are never used twice', async () => {
	const [reader, other] = [await user(), await user()]
	const root = await admin()
	const setStatus = (status: string) => root.patch(`/v1/admin/users/${other.user_id}`, { status })
	const suspensions = async () =>
		count('broadcast_absences a JOIN users u ON u.seq = a.user_seq WHERE u.id = ?', other.user_id)
	await setStatus('suspended')
	await setStatus('active')
	expect(await suspensions()).toBe(0)
	await setStatus('suspended')
	const [old, young] = await broadcast(2)
	await setStatus('active')
	await setStatus('suspended')
	expect(await suspensions()).toBe(2)
	await reader.patch(PATH)
	const purge = async () => {
		await purgeBroadcasts(systemContext(env))
		await purgeNotifications(systemContext(env))
	}
	await remove(old as { id: string })
	await purge()
	expect([await marksOf(reader), await suspensions()]).toEqual([1, 2])
	await remove(young as { id: string })
	await purge()
	// A suspension that hasn't ended still counts.
	expect([await marksOf(reader), await suspensions()]).toEqual([0, 1])
	await broadcast()
	expect((await list(reader)).unread).toBe(1)
})

test('marking one broadcast to all writes one row, marking all writes one, and marking again writes none', async () => {
	const me = await user()
	const sent = await broadcast(5)
	const [newest] = (await list(me)).data
	for (let time = 0; time < 2; time += 1) {
		expect((await me.patch(`${PATH}/${newest.id}`)).body).toEqual({ ok: true })
		expect(await marksOf(me)).toBe(1)
	}
	expect((await me.patch(PATH)).body).toEqual({ ok: true, count: 4 })
	expect((await me.patch(PATH)).body).toEqual({ ok: true, count: 0 })
	const { data, unread } = await list(me)
	expect({ unread, ids: data.map(({ id }: { id: string }) => id.slice(4, 30)) }).toEqual({
		unread: 0,
		ids: sent.map(({ id }) => id.slice(4)).toReversed(),
	})
	await me.patch(`${PATH}/${data[3].id}`)
	expect(await marksOf(me)).toBe(2)
	expect((await list(me)).data).toEqual(data)
})

test('when many requests mark at once, each notification is counted once, and nothing is marked twice', async () => {
	const me = await user()
	await broadcast(3)
	const [one] = (await list(me)).data
	await Promise.all(Array.from({ length: 10 }, () => me.patch(`${PATH}/${one.id}`)))
	const responses = await Promise.all(Array.from({ length: 10 }, () => me.patch(PATH)))
	expect(responses.reduce((sum, { body }) => sum + body.count, 0)).toBe(2)
	expect(await marksOf(me)).toBe(2)
})

test('marking all marks nothing if the request dies or is a dry run', async () => {
	const me = await user()
	await broadcast()
	await env.DB.prepare(
		"INSERT INTO notifications (user_id, id, type, title, body, payload, created_at) VALUES (?, ?, 'a', 'T', 'B', '{}', '')",
	)
		.bind(me.user_id, unique('ntf'))
		.run()
	expect((await cutAt('UPDATE', 'notifications', () => me.patch(PATH))).status).toBe(500)
	const [shown] = (await list(me, 'type=broadcast')).data
	const dry = { headers: { 'Dry-Run': 'true' } }
	expect((await me.patch(PATH, undefined, dry)).body).toMatchObject({ body: { ok: true, count: 2 } })
	expect((await me.patch(`${PATH}/${shown.id}`, undefined, dry)).status).toBe(200)
	expect([await marksOf(me), (await list(me)).unread]).toEqual([0, 2])
	expect((await me.patch(PATH)).body.count).toBe(2)
})

test('an API key neither sees nor marks broadcasts to all: they belong to no org', async () => {
	const me = await user()
	const key = as((await me.post('/v1/api-keys', { name: 'key' })).body.key)
	await broadcast()
	const [shown] = (await list(me)).data
	// Only that it was created.
	expect((await list(key)).data).toMatchObject([{ type: 'security.api_key_created' }])
	expect((await key.patch(PATH)).body.count).toBe(1)
	for (const response of [await key.get(`${PATH}/${shown.id}`), await key.patch(`${PATH}/${shown.id}`)])
		expect(response.status).toBe(404)
	expect((await list(me)).unread).toBe(1)
})

test('a list takes one D1 call, and its first page reads the same rows however many broadcasts there are', async () => {
	const me = await user()
	await broadcast(12)
	const page = async () => {
		await me.get('/v1/me')
		return counted(() => me.get(`${PATH}?limit=10`))
	}
	await me.patch(PATH)
	const few = await page()
	await broadcast(12)
	await me.patch(PATH)
	const many = await page()
	expect([few.calls, many.calls, many.rows_written]).toEqual([1, 1, 0])
	// The count walks the entries of the index; the page does not.
	expect(many.rows_read - few.rows_read).toBeLessThanOrEqual(12)
})

test('a broadcast to all from an older release is shown once, and its open shard is still sent', async () => {
	const [first, second, late] = [await user(), await user(), await user()]
	const sent = await create.broadcast('all')
	const seqOf = (one: { user_id: string }) =>
		env.DB.prepare('SELECT seq FROM users WHERE id = ?').bind(one.user_id).first<number>('seq')
	const [seq, next] = [(await seqOf(first)) as number, (await seqOf(second)) as number]
	// What an older release leaves midway: one shard with its notification, and one that waits.
	const shard = env.DB.prepare(
		'INSERT INTO broadcast_shards (broadcast_id, after_seq, through_seq, sent_count, queued_at, done_at) VALUES (?, ?, ?, ?, ?, ?)',
	)
	const now = new Date().toISOString()
	await env.DB.batch([
		env.DB.prepare("UPDATE broadcasts SET status = 'sending', sent_count = 1, through_seq = ? WHERE id = ?").bind(
			next,
			sent.id,
		),
		shard.bind(sent.id, seq - 1, seq, 1, now, now),
		shard.bind(sent.id, seq, next, 0, now, null),
		env.DB.prepare('INSERT INTO notifications (user_id, id, broadcast_id) VALUES (?, ?, ?)').bind(
			first.user_id,
			`ntf_${sent.id.slice(4)}_${seq}`,
			sent.id,
		),
	])
	expect((await list(second)).data).toEqual([])
	await deliver({ broadcast_id: sent.id, after_seq: seq })
	await deliver({ broadcast_id: sent.id })
	const shown = await (await admin()).get(`${BROADCASTS}/${sent.id}`)
	expect(shown.body).toMatchObject({ status: 'completed', sent_count: 2, recipient_count: 2 })
	for (const one of [first, second]) {
		expect(await list(one)).toMatchObject({ data: [{ title: sent.title, read_at: null }], unread: 1 })
		expect((await one.patch(PATH)).body.count).toBe(1)
		expect(await marksOf(one)).toBe(0)
	}
	expect((await list(late)).data).toEqual([])
	await remove(sent)
	await purgeBroadcasts(systemContext(env))
	expect(await count('notifications WHERE broadcast_id = ?', sent.id)).toBe(0)
	expect(await count('broadcasts WHERE id = ?', sent.id)).toBe(0)
})

import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Api } from '../support/api.ts'
import { BROADCAST_QUEUE, deliver, deliverAll, messages } from '../support/broadcasts.ts'
import { counted } from '../support/d1.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { count, first } from '../support/rows.ts'
import { admin, type Caller, create, signIn, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/notifications/broadcasts'
const wanted = (fields: object = {}) => ({
	type: 'announcement',
	title: unique('title'),
	body: 'Body',
	target: 'all',
	...fields,
})

const here = { env: { BROADCAST_QUEUE } }

const read = async (id: string) => (await (await admin()).get(`${PATH}/${id}`)).body
/** The user's notifications of a broadcast, by its title. */
const got = async (caller: Api, { title }: { title: string }) => {
	const { body } = await caller.get('/v1/notifications?limit=200')
	return body.data.filter((one: { title: string }) => one.title === title)
}
const setStatus = async ({ user_id }: Caller, status: string) =>
	(await admin()).patch(`/v1/admin/users/${user_id}`, { status })
const suspend = (one: Caller) => setStatus(one, 'suspended')
const activate = (one: Caller) => setStatus(one, 'active')

test('creating a broadcast returns it as pending, and reading it returns the same', async () => {
	const root = await admin()
	const payload = { a: [1, null, { b: '\u0000' }] }
	const body = { ...wanted(), payload }
	const response = await root.post(PATH, body, here)
	expect(response.status).toBe(202)
	const { target: _, ...fields } = body
	expect(response.body).toEqual({
		id: expect.any(String),
		...fields,
		target_type: 'all',
		target_id: null,
		status: 'pending',
		sent_count: 0,
		recipient_count: null,
		created_by: root.user_id,
		created_at: isoTime,
	})
	expect(messages.splice(0)).toEqual([{ broadcast_id: response.body.id }])
	const shown = await root.get(`${PATH}/${response.body.id}`)
	expect(shown.body).toEqual(response.body)
	expect((await root.get(`${PATH}?limit=200`)).body).toContainEqual(response.body)
	expect(await root.get(`${PATH}/nonsense`)).toMatchObject(missing)
	const [entry] = (await root.get(`/v1/admin/audit-logs?target_id=${response.body.id}`)).body
	expect(entry).toMatchObject({
		action: 'broadcasts.create',
		before: null,
		after: { title: body.title, payload },
	})
	expect(entry.after).not.toHaveProperty('body')
	expect((await root.delete(`${PATH}/${response.body.id}`)).status).toBe(204)
})

let deep: unknown = {}
for (let level = 0; level < 5_000; level += 1) deep = { deep }

test.each([
	['type', { type: ' ' }],
	['type', { type: 'x'.repeat(65) }],
	['title', { title: 'x'.repeat(201) }],
	['title', { title: undefined }],
	['body', { body: '' }],
	['body', { body: 'x'.repeat(10_001) }],
	['body', { body: 'a\u0000b' }],
	['target', { target: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }],
	['target', { target: 'ALL' }],
	['target', { target: '' }],
	['target', { target: 7 }],
	['payload', { payload: [] }],
	['payload', { payload: 'x' }],
	['payload', { payload: { x: 'x'.repeat(32_768) } }],
	['payload', { payload: { deep } }],
])('a bad %s is 400, and nothing is sent', async (path, fields) => {
	const root = await admin()
	const { title, ...body } = wanted(fields)
	const response = await root.post(PATH, { title, ...body }, here)
	expect(response).toMatchObject(invalidField(path))
	expect(messages).toEqual([])
	expect(await first('SELECT 1 FROM audit_logs WHERE trace_id = ?', response.body.trace_id)).toBeNull()
})

test('the space around the type of a broadcast is dropped', async () => {
	const { body } = await (await admin()).post(PATH, wanted({ type: ' announcement ' }))
	expect(body).toMatchObject({ type: 'announcement' })
})

test('every active user gets a broadcast to all once; users who register later do not', async () => {
	const [early, suspended, deleted] = [await user(), await user(), await user()]
	const broadcast = await create.broadcast('all')
	const late = await user()
	await suspend(suspended)
	await (await admin()).delete(`/v1/admin/users/${deleted.user_id}`)
	const recipients = (await count("users WHERE status = 'active'")) - 1
	expect(broadcast.recipient_count).toBeNull()
	await deliver({ broadcast_id: broadcast.id })
	expect(messages).toEqual([])
	const sent = { status: 'completed', sent_count: recipients, recipient_count: recipients }
	expect(await read(broadcast.id)).toEqual({ ...broadcast, ...sent })
	expect(await got(early, broadcast)).toEqual([
		{
			id: expect.stringMatching(new RegExp(`^ntf_${broadcast.id.slice(4)}_\\d+$`)),
			user_id: early.user_id,
			org_id: null,
			type: 'broadcast',
			title: broadcast.title,
			body: broadcast.body,
			payload: { broadcast_type: 'announcement' },
			read_at: null,
			created_at: broadcast.created_at,
		},
	])
	expect(await got(late, broadcast)).toEqual([])
	// Users who were suspended when it was sent don't get it later either. Those who are suspended afterwards keep it.
	for (const one of [suspended, early]) {
		await suspend(one)
		await activate(one)
	}
	expect(await got(await signIn(suspended.login), broadcast)).toEqual([])
	expect(await got(await signIn(early.login), broadcast)).toHaveLength(1)
	expect(await first('SELECT 1 FROM notifications WHERE broadcast_id = ?', broadcast.id)).toBeNull()
})

test('a broadcast to an org reaches those who are active members when it is sent', async () => {
	const { admin: root, owner, member, stranger, org_id } = await world()
	const [joins, leaves, suspended] = [await user(), await user(), await user()]
	const put = ({ user_id }: Caller) => root.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'member' })
	for (const one of [leaves, suspended]) await put(one)
	const broadcast = await create.broadcast(org_id)
	expect(broadcast).toMatchObject({ target_type: 'org', target_id: org_id })
	await deliver({ broadcast_id: broadcast.id })
	expect(await read(broadcast.id)).toMatchObject({ status: 'sending', sent_count: 0, recipient_count: 4 })
	await put(joins)
	await root.delete(`/v1/admin/orgs/${org_id}/members/${leaves.user_id}`)
	await suspend(suspended)
	const late = await user()
	await put(late)
	await deliverAll()
	expect(await read(broadcast.id)).toEqual({ ...broadcast, status: 'completed', sent_count: 3, recipient_count: 3 })
	for (const one of [owner, member, joins]) expect(await got(one, broadcast)).toMatchObject([{ org_id }])
	for (const one of [stranger, root, leaves, late]) expect(await got(one, broadcast)).toEqual([])
})

test('a broadcast to an org without members completes when it is planned', async () => {
	const org = (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body
	const broadcast = await create.broadcast(org.id)
	await deliver({ broadcast_id: broadcast.id })
	expect(messages).toEqual([])
	expect(await read(broadcast.id)).toEqual({ ...broadcast, status: 'completed', recipient_count: 0 })
})

test('deleting a broadcast hides it and its notifications, and deleting it again returns 404', async () => {
	const { admin: root, member, org_id } = await world()
	const [pending, sent, toAll] = [
		await create.broadcast(org_id),
		await create.broadcast(org_id),
		await create.broadcast('all'),
	]
	await deliver({ broadcast_id: sent.id })
	await deliverAll()
	await deliver({ broadcast_id: toAll.id })
	for (const one of [sent, toAll]) expect(await got(member, one)).toHaveLength(1)
	for (const [{ id }, status] of [
		[pending, 'cancelled'],
		[sent, 'completed'],
		[toAll, 'completed'],
	] as const) {
		expect(await root.delete(`${PATH}/${id}`)).toMatchObject({ status: 204, body: '' })
		for (const gone of [root.get(`${PATH}/${id}`), root.delete(`${PATH}/${id}`)])
			expect(await gone).toMatchObject(missing)
		const [entry, ...others] = (await root.get(`/v1/admin/audit-logs?target_id=${id}&action=broadcasts.delete`)).body
		expect(others).toEqual([])
		expect(entry).toMatchObject({ before: { deleted_at: null }, after: { status, deleted_at: isoTime } })
	}
	const listed = (await root.get(`${PATH}?limit=200`)).body.map(({ id }: { id: string }) => id)
	for (const { id } of [pending, sent, toAll]) expect(listed).not.toContain(id)
	const { body, headers } = await member.get('/v1/notifications')
	expect({ ...body, unread: headers.get('X-Unread-Count') }).toEqual({ data: [], unread: '0' })
	await deliver({ broadcast_id: pending.id })
	expect(messages).toEqual([])
	expect(await root.delete(`${PATH}/nonsense`)).toMatchObject(missing)
})

test('when many callers delete a broadcast at once, one succeeds', async () => {
	const root = await admin()
	const { id } = await create.broadcast('all')
	const responses = await Promise.all(Array.from({ length: 6 }, () => root.delete(`${PATH}/${id}`)))
	expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(5).fill(404)])
})

test('a broadcast that has changed cannot be deleted with its old tag', async () => {
	const { admin: root, org_id } = await world()
	const { id } = await create.broadcast(org_id)
	const tag = async () => ({ headers: { 'If-Match': (await root.get(`${PATH}/${id}`)).headers.get('ETag') as string } })
	const pending = await tag()
	await deliver({ broadcast_id: id })
	await deliverAll()
	expect((await root.delete(`${PATH}/${id}`, pending)).status).toBe(412)
	expect((await root.delete(`${PATH}/${id}`, await tag())).status).toBe(204)
})

test('listing broadcasts reads the same number of rows however many there are', async () => {
	const root = await admin()
	const fill = (from: number, to: number) =>
		env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO broadcasts (id, type, title, body, target_type, payload, status, through_seq, created_by, created_at)
			SELECT 'brd_02' || printf('%06d', i), 'x', 'x', 'x', 'all', '{}', 'completed', 0, 'x', '2026-11-01T00:00:00.000Z' FROM n`,
		)
			.bind(from, to)
			.run()
	await fill(1, 300)
	const few = (await counted(() => root.get(`${PATH}?limit=20`))).rows_read
	await fill(301, 1_000)
	expect((await counted(() => root.get(`${PATH}?limit=20`))).rows_read).toBe(few)
	expect(few).toBeLessThanOrEqual(25)
})

test('a broadcast sent through the real queue reaches everyone', async () => {
	const { admin: root, owner, member, org_id } = await world()
	const sent = vi.spyOn(env.BROADCAST_QUEUE, 'send')
	const { status, body } = await root.post(PATH, wanted({ target: org_id }))
	expect(status).toBe(202)
	await deliver(...sent.mock.calls.map(([message]) => message))
	await deliverAll()
	expect(await read(body.id)).toMatchObject({ status: 'completed', sent_count: 2 })
	for (const one of [owner, member]) expect(await got(one, body)).toHaveLength(1)
})

test('a null payload becomes an empty one', async () => {
	const response = await (await admin()).post(PATH, { ...wanted(), payload: null }, here)
	expect(response).toMatchObject({ status: 202, body: { payload: {} } })
})

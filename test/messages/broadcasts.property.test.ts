import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { deliver, deliverAll } from '../support/broadcasts.ts'
import { pagesOf } from '../support/pages.ts'
import { choices, runsOf, seeds } from '../support/property.ts'
import { admin, create, signIn, unique, user } from '../support/world.ts'

// Whatever happens to broadcasts and users, in any order: each user sees, counts and marks what they would if each recipient had
// a row. The model makes these rows.

const PATH = '/v1/notifications'
const BROADCASTS = '/v1/admin/notifications/broadcasts'
const USERS = runsOf(6, 10)
const STEPS = runsOf(90, 220)

/** What a user sees of one notification. `read` is when it was marked: some time between the two, and then always the same. */
interface Row {
	ulid: string
	type: string
	broadcast_id: string | null
	read: { from: string; to: string; at?: string } | null
}

interface User {
	api: Api
	user_id: string
	login: string
	isActive: boolean
	isMember: boolean
	rows: Row[]
}

interface Broadcast {
	id: string
	toAll: boolean
	/** The users who had an account when it was made. */
	known: User[]
	isPending: boolean
}

const now = () => new Date().toISOString()
const ulidOf = (id: string) => id.slice(4, 30)

test.each(seeds(1, 4))('lists, counts and read markers work as if each recipient had a row, seed %d', async (seed) => {
	const below = choices(seed)
	const pick = <T>(list: readonly T[]) => list[below(list.length)]
	const root = await admin()
	const org_id = (await root.post('/v1/admin/orgs', { name: unique('org') })).body.id
	const users: User[] = []
	const broadcasts: Broadcast[] = []
	const active = () => users.filter((one) => one.isActive)

	async function register() {
		const { login, user_id, ...api } = await user()
		const isMember = below(2) > 0
		if (isMember) await root.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'member' })
		users.push({ api, login, user_id, isMember, isActive: true, rows: [] })
	}

	async function broadcast() {
		const toAll = below(3) > 0
		const { id } = await create.broadcast(toAll ? 'all' : org_id)
		broadcasts.push({ id, toAll, known: [...users], isPending: true })
	}

	async function send() {
		const sent = pick(broadcasts.filter((one) => one.isPending))
		if (!sent) return
		const recipients = sent.known.filter((one) => one.isActive && (sent.toAll || one.isMember))
		const known = await env.DB.prepare(
			"SELECT count(*) AS n FROM users WHERE status = 'active' AND seq <= (SELECT through_seq FROM broadcasts WHERE id = ?)",
		)
			.bind(sent.id)
			.first<{ n: number }>()
		await deliver({ broadcast_id: sent.id })
		await deliverAll()
		const sent_count = sent.toAll ? known?.n : recipients.length
		expect((await root.get(`${BROADCASTS}/${sent.id}`)).body).toMatchObject({
			status: 'completed',
			sent_count,
			recipient_count: sent_count,
		})
		for (const one of recipients)
			one.rows.push({ ulid: ulidOf(sent.id), type: 'broadcast', broadcast_id: sent.id, read: null })
		sent.isPending = false
	}

	async function remove() {
		const gone = pick(broadcasts)
		if (!gone || below(3) > 0) return
		expect((await root.delete(`${BROADCASTS}/${gone.id}`)).status).toBe(204)
		broadcasts.splice(broadcasts.indexOf(gone), 1)
		for (const one of users) one.rows = one.rows.filter((row) => row.broadcast_id !== gone.id)
	}

	async function notify() {
		const one = pick(users) as User
		const row: Row = { ulid: ulid(), type: 'direct', broadcast_id: null, read: null }
		await env.DB.prepare(
			"INSERT INTO notifications (user_id, id, type, title, body, payload, created_at) VALUES (?, ?, 'direct', 'T', 'B', '{}', ?)",
		)
			.bind(one.user_id, `ntf_${row.ulid}_0`, now())
			.run()
		one.rows.push(row)
	}

	async function turn() {
		const one = pick(users) as User
		one.isActive = !one.isActive
		const status = one.isActive ? 'active' : 'suspended'
		expect((await root.patch(`/v1/admin/users/${one.user_id}`, { status })).status).toBe(200)
		if (one.isActive) one.api = await signIn(one.login)
	}

	async function markAll() {
		const one = pick(active())
		if (!one) return
		const type = pick([undefined, undefined, 'broadcast', 'direct'])
		const marked = one.rows.filter((row) => row.read === null && (type === undefined || row.type === type))
		const from = now()
		expect((await one.api.patch(type ? `${PATH}?type=${type}` : PATH)).body).toEqual({ ok: true, count: marked.length })
		for (const row of marked) row.read = { from, to: now() }
	}

	async function markOne() {
		const one = pick(active())
		const shown = one && pick((await one.api.get(`${PATH}?limit=200`)).body.data as { id: string }[])
		if (!shown) return
		const row = one.rows.find((mine) => mine.ulid === ulidOf(shown.id)) as Row
		const other = pick(active().filter((their) => their !== one))
		expect((await other?.api.patch(`${PATH}/${shown.id}`))?.status ?? 404).toBe(404)
		const from = now()
		const { headers } = await one.api.get(`${PATH}/${shown.id}`)
		const options = { headers: { 'If-Match': headers.get('ETag') as string } }
		expect((await one.api.patch(`${PATH}/${shown.id}`, undefined, options)).status).toBe(200)
		const again = await one.api.patch(`${PATH}/${shown.id}`, undefined, options)
		expect(again.status).toBe(row.read ? 200 : 412)
		row.read ??= { from, to: now() }
		await expectShown(one, [row], [(await one.api.get(`${PATH}/${shown.id}`)).body])
	}

	async function list(one = pick(active()), limit = 1 + below(7)) {
		if (!one) return
		const type = pick([undefined, 'broadcast', 'direct'])
		const unread_only = below(2) > 0
		const query = `limit=${limit}&unread_only=${unread_only}${type ? `&type=${type}` : ''}`
		const unread = one.rows.filter((row) => row.read === null)
		const meant = (unread_only ? unread : one.rows).filter((row) => type === undefined || row.type === type)
		const shown: ShownRow[] = []
		for (const { body, headers } of await pagesOf(one.api, `${PATH}?${query}`)) {
			expect(headers.get('X-Unread-Count')).toBe(String(unread.length))
			expect(body.data.length).toBeLessThanOrEqual(limit)
			shown.push(...body.data)
		}
		await expectShown(one, meant, shown)
	}

	// oxfmt-ignore
	const acts = [broadcast, broadcast, send, send, send, remove, notify, turn, markAll, markOne, markOne, list, list, list]
	for (let index = 0; index < 4; index += 1) await register()
	for (let step = 0; step < STEPS; step += 1)
		await (users.length < USERS && below(20) === 0 ? register() : pick(acts)?.())
	for (const one of users.filter(({ isActive }) => !isActive)) {
		await root.patch(`/v1/admin/users/${one.user_id}`, { status: 'active' })
		one.api = await signIn(one.login)
	}
	for (const one of users) await list(one, 200)
	// The seeds must not become so tame that nobody sees anything.
	expect(users.flatMap(({ rows }) => rows).length).toBeGreaterThan(runsOf(15, 50))
})

interface ShownRow {
	id: string
	user_id: string
	type: string
	read_at: string | null
}

/** Expects what a user is shown to be these rows, newest first, with the times at which they were first read. */
async function expectShown({ user_id }: User, rows: Row[], shown: ShownRow[]) {
	const expected = rows.toSorted((a, b) => (a.ulid < b.ulid ? 1 : -1))
	expect(shown.map((one) => [ulidOf(one.id), one.type, one.user_id, one.read_at !== null])).toEqual(
		expected.map((row) => [row.ulid, row.type, user_id, row.read !== null]),
	)
	for (const [index, { read }] of expected.entries()) {
		const read_at = shown[index]?.read_at
		if (!read || typeof read_at !== 'string') continue
		read.at ??= read_at
		expect(read_at).toBe(read.at)
		expect(read.from <= read_at && read_at <= read.to).toBe(true)
	}
}

import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { fullOfPauses, rowsOf } from '../support/admission.ts'
import type { Reply } from '../support/api.ts'
import { EVENT_TYPES } from '../support/program.ts'
import { refused, revert } from '../support/reverts.ts'
import { admin, unique, user } from '../support/world.ts'

// What a pause has in common with every change: its audit row, its events and notices, undo, and a change on trial.

const PLATFORM = '/v1/admin/pauses'
const REASON = 'It calls the same tool again and again.'

afterEach(async () => {
	vi.useRealTimers()
	await env.DB.exec("DELETE FROM pauses WHERE owner = 'platform'")
})

async function org() {
	const owner = await user()
	const { org_id } = owner
	const subject = unique('agent')
	const path = `/v1/orgs/${org_id}/pauses/agent/${subject}`
	const events = async () => {
		const sql = "SELECT type, data FROM events WHERE org_id = ? AND type LIKE 'pause.%' ORDER BY id"
		const found = await rowsOf<{ type: 'pause.set' | 'pause.lifted'; data: string }>(sql, org_id)
		return found.map(({ type, data }) => ({ type, data: EVENT_TYPES[type].data.parse(JSON.parse(data)) }))
	}
	const types = async () => (await events()).map(({ type }) => type)
	return { owner, org_id, subject, path, events, types }
}

const PAUSED = { scope: 'platform', subject: 'all', until: '2090-01-01T00:00:00.000Z' }

/** The notices of pauses that the platform admin got since `since`, oldest first. */
async function notices(since: string) {
	const root = await admin()
	const found = await rowsOf<{ type: string; title: string; body: string; payload: string }>(
		"SELECT type, title, body, payload FROM notifications WHERE user_id = ? AND type LIKE 'pause.%' AND created_at >= ? ORDER BY id",
		root.user_id,
		since,
	)
	return found.map(({ payload, ...notice }) => ({ ...notice, payload: JSON.parse(payload) }))
}

const audited = async (subject: string, { headers }: Reply) => {
	const { body } = await (await admin()).get(`/v1/admin/audit-logs?target_id=agent:${subject}`)
	return body.find(({ id }: { id: string }) => id === headers.get('Audit-Id'))
}

test('setting, changing and lifting leave audit rows with the state before and after', async () => {
	const { owner, org_id, subject, path } = await org()
	const rows = [
		await audited(subject, await owner.put(path, { reason: REASON })),
		await audited(subject, await owner.put(path, { reason: 'Still' })),
		await audited(subject, await owner.delete(path)),
	]
	expect(rows).toMatchObject([
		{ action: 'pauses.set', before: null, after: { owner: org_id, reason: REASON, set_by_user_id: owner.user_id } },
		{ action: 'pauses.set', before: { reason: REASON }, after: { reason: 'Still' } },
		{ action: 'pauses.lift', before: { reason: 'Still' }, after: null },
	])
	for (const row of rows) expect(row).toMatchObject({ target_type: 'pauses', target_id: `agent:${subject}`, org_id })
	const root = await admin()
	const platform = await audited(subject, await root.put(`${PLATFORM}/agent/${subject}`, { reason: REASON }))
	expect(platform).toMatchObject({ action: 'pauses.set', org_id: null, after: { owner: 'platform' } })
})

test("an org's pause emits pause.set and pause.lifted with the pause, and saying the same again emits nothing", async () => {
	const { owner, path, events, types } = await org()
	const { body: set } = await owner.put(path, { reason: REASON })
	expect(await events()).toEqual([{ type: 'pause.set', data: set }])
	await owner.put(path, { reason: REASON })
	expect(await types()).toEqual(['pause.set'])
	const { body: changed } = await owner.put(path, { reason: 'Still', until: '2090-01-01T00:00:00Z' })
	await owner.delete(path)
	expect((await events()).slice(1)).toEqual([
		{ type: 'pause.set', data: changed },
		{ type: 'pause.lifted', data: changed },
	])
	expect(await owner.delete(path)).toMatchObject({ status: 404 })
	expect(await types()).toHaveLength(3)
})

test('the end of a pause by the clock emits nothing', async () => {
	const { owner, path, types } = await org()
	const until = new Date(Date.now() + 60_000).toISOString()
	const set = await owner.put(path, { reason: REASON, until })
	vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
	await owner.get(path)
	expect((await owner.delete(path)).status).toBe(404)
	expect((await revert(await admin(), set)).status).toBe(200)
	expect(await types()).toEqual(['pause.set'])
})

test("the platform's pauses are notices to the platform admins and no events, whatever org they're about", async () => {
	const root = await admin()
	const { org_id, owner, types } = await org()
	const { name } = (await root.get(`/v1/admin/orgs/${org_id}`)).body
	const since = new Date().toISOString()
	await root.put(`${PLATFORM}/org/${org_id}`, { reason: REASON })
	await root.put(`${PLATFORM}/org/${org_id}`, { reason: REASON })
	await root.put(`${PLATFORM}/platform/all`, { reason: 'Maintenance', until: '2090-01-01T00:00:00Z' })
	await root.delete(`${PLATFORM}/platform/all`)
	expect(await notices(since)).toEqual([
		{
			type: 'pause.set',
			title: 'The platform paused runs',
			body: `Org ${name}: ${REASON}`,
			payload: {
				code: 'pause_set',
				values: { scope: 'org', subject: name, reason: REASON, until: null },
				scope: 'org',
				subject: org_id,
				until: null,
			},
		},
		{
			type: 'pause.set',
			title: 'The platform paused runs',
			body: 'Everything: Maintenance (until 2090-01-01 00:00 UTC)',
			payload: { code: 'pause_set', values: { ...PAUSED, reason: 'Maintenance' }, ...PAUSED },
		},
		{
			type: 'pause.lifted',
			title: 'The platform lifted a pause',
			body: 'Everything: Maintenance',
			payload: { code: 'pause_lifted', values: { ...PAUSED, reason: 'Maintenance' }, ...PAUSED },
		},
	])
	expect(await types()).toEqual([])
	const mine = "SELECT 1 FROM notifications WHERE user_id = ? AND type LIKE 'pause.%'"
	expect(await rowsOf(mine, owner.user_id)).toEqual([])
})

test('undo takes back a set, a change and a lift, and tells the endpoints of it', async () => {
	const { owner, path, types } = await org()
	const set = await owner.put(path, { reason: REASON })
	const changed = await owner.put(path, { reason: 'Still', until: '2090-01-01T00:00:00Z' })
	expect(await revert(owner, set)).toMatchObject(refused('audit.moved_on'))
	expect((await revert(owner, changed)).status).toBe(200)
	expect((await owner.get(path)).body).toEqual(set.body)
	const lifted = await owner.delete(path)
	expect((await revert(owner, lifted)).status).toBe(200)
	expect((await owner.get(path)).body).toEqual(set.body)
	expect((await revert(owner, set)).status).toBe(200)
	expect((await owner.get(path)).status).toBe(404)
	expect(await types()).toEqual(['pause.set', 'pause.set', 'pause.set', 'pause.lifted', 'pause.set', 'pause.lifted'])
})

test("an org can't revert what the platform paused, not even of this org", async () => {
	const root = await admin()
	const { owner, org_id } = await org()
	const set = await root.put(`${PLATFORM}/org/${org_id}`, { reason: REASON })
	expect((await revert(owner, set)).status).toBe(404)
	expect((await revert(root, set)).status).toBe(200)
})

test('a revert that would exceed the room of 1,000 pauses is refused', async () => {
	const { owner, org_id, path } = await org()
	await owner.put(path, { reason: REASON })
	const lifted = await owner.delete(path)
	await fullOfPauses(org_id)
	expect(await revert(owner, lifted)).toMatchObject(refused('pauses.too_many'))
})

test('a pause on trial ends by itself unless somebody confirms it', async () => {
	const { owner, path, types } = await org()
	const trial = { headers: { 'Confirm-Within': '10' } }
	const set = await owner.put(path, { reason: REASON }, trial)
	expect(set.status).toBe(201)
	const id = set.headers.get('Confirm-Id') ?? ''
	expect(await owner.put(path, { reason: 'Again' }, trial)).toMatchObject(refused('change.pending'))
	vi.useFakeTimers({ now: Date.now() + 10_500, toFake: ['Date'] })
	expect(await runDurableObjectAlarm(env.CONFIRMATION.getByName(id))).toBe(true)
	expect((await owner.get(path)).status).toBe(404)
	expect(await types()).toEqual(['pause.set', 'pause.lifted'])
	const kept = await owner.put(path, { reason: REASON }, trial)
	expect((await owner.post(`/v1/admin/changes/${kept.headers.get('Confirm-Id')}/confirm`)).status).toBe(200)
	expect((await owner.get(path)).status).toBe(200)
})

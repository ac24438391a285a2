import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { linesAbout } from '../support/cut.ts'
import { admin, unique } from '../support/world.ts'

// Whatever kills a batch, and wherever, nothing of it stays in the database.

const rows = async (sql: string, ...params: string[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results

test.each([
	['INSERT', 'plans'],
	['INSERT', 'plan_entitlements'],
	['INSERT', 'audit_logs'],
	['INSERT', 'audit_states'],
	['INSERT', 'idempotency_keys'],
	['UPDATE', 'idempotency_keys'],
])('a creation that fails at its %s of %s leaves nothing, and the retry has its effect once', async (verb, table) => {
	const root = await admin()
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const name = unique('plan')
	const key = unique('key')
	const create = () =>
		root.post(
			'/v1/plans',
			{ name, display_name: 'Plan', entitlements: [{ key: 'a.b', value: '1', value_type: 'integer' }] },
			{ headers: { 'Idempotency-Key': key } },
		)
	await env.DB.prepare(`CREATE TRIGGER cut AFTER ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, 'cut'); END`).run()
	let cut: Awaited<ReturnType<typeof create>>
	try {
		cut = await create()
	} finally {
		await env.DB.prepare('DROP TRIGGER cut').run()
	}
	expect(cut.status).toBe(500)
	expect(linesAbout(log, cut)).toHaveLength(1)
	expect(await rows('SELECT id FROM plans WHERE name = ?', name)).toEqual([])
	expect(await rows('SELECT id FROM audit_logs WHERE trace_id = ?', cut.body.trace_id)).toEqual([])
	const again = await create()
	expect(again.status).toBe(201)
	expect(again.headers.get('Idempotency-Replayed')).toBeNull()
	expect((await create()).body).toEqual(again.body)
	expect(await rows('SELECT id FROM plans WHERE name = ?', name)).toHaveLength(1)
	expect(await rows('SELECT id FROM plan_entitlements WHERE plan_id = ?', again.body.id)).toHaveLength(1)
	expect(
		await rows("SELECT id FROM audit_logs WHERE target_id = ? AND action = 'plans.create'", again.body.id),
	).toHaveLength(1)
})

test('guards never hold a row, whatever they refused', async () => {
	const root = await admin()
	expect((await root.delete(`/v1/feature-flags/${unique('missing')}`)).status).toBe(404)
	expect(await rows('SELECT * FROM guards')).toEqual([])
})

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { cutAt } from '../support/cut.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { openAt } from '../support/opened.ts'
import { tablesWith } from '../support/planted.ts'
import { JOBS, newId, open, openDatabase, sealClearEntries, systemContext } from '../support/program.ts'
import { admin, unique } from '../support/world.ts'

// 0.1.0 sealed only keys that end in `api_key`. These rows are as it left them.

const root = await admin()
const CREATED = '2026-11-01T00:00:00.000Z'
const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run()
const put = (key: string, value: string | null) =>
	run('INSERT INTO config_entries (key, value, updated_at) VALUES (?, ?, ?)', key, value, CREATED)

/** What 0.1.0 wrote for a PUT of the key: its audit row shows the value before and after. */
async function audited(key: string, before: string | null, after: string | null) {
	const id = newId('aud')
	const state = (value: string | null) => value && JSON.stringify({ key, value, updated_at: CREATED })
	await run(
		"INSERT INTO audit_logs (id, action, target_type, target_id, before, after, client_address, trace_id, created_at) VALUES (?, 'config_entries.put', 'config_entries', ?, ?, ?, 'system', ?, ?)",
		id,
		key,
		state(before),
		state(after),
		unique('trace'),
		CREATED,
	)
	return id
}

/** The rows that 0.2.0 kept for a revert of that change. */
const kept = (audit_id: string, key: string, before: string) =>
	run(
		"INSERT INTO audit_states (audit_id, table_name, row_key, before) VALUES (?, 'config_entries', json_array(?), json_object('key', ?, 'value', ?, 'updated_at', ?))",
		audit_id,
		key,
		key,
		before,
		CREATED,
	)

/** Runs the job, with so many statements. Returns whether it left anything. */
const seal = (statements = 500) =>
	sealClearEntries(systemContext(env, undefined, { share: () => statements }), NO_PLACE)
const sealedIn = (key: string) =>
	openAt(env, openDatabase(env.DB, 'first-primary').reader, { table: 'config_entries', row: key, column: 'value' })

async function progress() {
	const { body } = await send('GET', '/readyz?verbose', { headers: { Authorization: `Bearer ${root.token}` } })
	return body.clear_secrets as { entry_count: number; change_count: number }
}

test('a secret in clear is shown nowhere until it is sealed, and then it is nowhere in the database', async () => {
	const [key, value] = [`${unique('deploy')}.token`, `clear-${unique('value')}`]
	await put(key, value)
	const change = await audited(key, `${value}-old`, value)
	await kept(change, key, `${value}-old`)
	const before = await progress()
	expect(before).toEqual({ entry_count: 1, change_count: 1 })

	const entry = `/v1/admin/config-entries/${key}`
	const shown = [
		await root.get(entry),
		await root.get('/v1/admin/config-entries?limit=200'),
		await root.get(`/v1/admin/audit-logs?target_id=${key}`),
		await root.get('/v1/admin/config'),
		await root.get(`/v1/admin/audit-logs?action=config_entries.put&limit=200`),
		await send('PUT', entry, {
			headers: { Authorization: `Bearer ${root.token}`, 'Dry-Run': 'true' },
			body: { value: 'another' },
		}),
	]
	for (const { status, body } of shown) {
		expect(status).toBe(200)
		expect(JSON.stringify(body)).not.toContain(value)
	}
	expect(shown[2]?.body[0]).toMatchObject({ before: { key, value: null }, after: { key, value: null } })

	expect(JOBS.find(({ name }) => name === 'seal-config-entries')?.run).toBe(sealClearEntries)
	expect(await seal()).toBe(false)
	expect(await sealedIn(key)).toBe(value)
	expect(await tablesWith(value)).toEqual([])
	expect(await progress()).toEqual({ entry_count: 0, change_count: 0 })
	// The kept rows had the earlier value, so the change can no longer be reverted.
	expect(await root.post(`/v1/admin/audit-logs/${change}/revert`, {})).toMatchObject({
		status: 409,
		body: { details: { reason: 'audit.not_kept' } },
	})
})

test('a change of an entry that is not sealed yet keeps its value out of the audit log', async () => {
	const [key, value] = [`${unique('deploy')}.secret`, `clear-${unique('value')}`]
	await put(key, value)
	expect((await root.put(`/v1/admin/config-entries/${key}`, { value: 'replaced' })).status).toBe(200)
	const { results } = await env.DB.prepare('SELECT before, after FROM audit_logs WHERE target_id = ?').bind(key).all()
	expect(JSON.stringify(results)).not.toContain(value)
	await seal()
	expect(await tablesWith(value)).toEqual([])
	expect(await sealedIn(key)).toBe('replaced')
})

test('values of entries that are gone or sealed since are masked too, and other entries keep theirs', async () => {
	const [gone, plain] = [`${unique('gone')}.password`, `${unique('plain')}.mode`]
	const value = `clear-${unique('value')}`
	const masked = await audited(gone, null, value)
	const left = await audited(plain, 'one', 'two')
	await put(plain, 'two')
	await seal()
	const stateOf = (id: string) =>
		env.DB.prepare('SELECT before, after FROM audit_logs WHERE id = ?').bind(id).first<Record<string, string | null>>()
	expect(await stateOf(masked)).toEqual({
		before: null,
		after: JSON.stringify({ key: gone, value: null, updated_at: CREATED }),
	})
	expect(JSON.stringify(await stateOf(left))).toContain('two')
	expect((await root.get(`/v1/admin/config-entries/${plain}`)).body.value).toBe('two')
})

test('many entries are sealed in pieces, and a job that is cut off continues', async () => {
	const keys = Array.from({ length: 25 }, (_, index) => `many.n${index}_key`)
	for (const key of keys) await put(key, `clear-${key}`)
	await expect(cutAt('INSERT', 'secrets', () => seal(40), 'if there is one')).rejects.toThrow('cut')
	expect((await progress()).entry_count).toBe(25)
	expect(await seal(40)).toBe(true)
	const left = (await progress()).entry_count
	expect(left).toBeGreaterThan(0)
	expect(left).toBeLessThan(25)
	for (let runs = 0; await seal(40); runs += 1) expect(runs).toBeLessThan(20)
	expect((await progress()).entry_count).toBe(0)
	const { results } = await env.DB.prepare("SELECT * FROM secrets WHERE row_id LIKE 'many.%'").all<{ row_id: string }>()
	expect(results).toHaveLength(25)
	for (const row of results.slice(0, 3)) expect(await open(env, row as never)).toBe(`clear-${row.row_id}`)
})

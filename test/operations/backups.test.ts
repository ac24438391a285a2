import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Manifest } from '../../src/worker/operations/backups/manifest.ts'
import { sendingBy } from '../support/d1.ts'
import { emptied } from '../support/database.ts'
import { expectSame, furnish, type Instance, instanceOn, rowsOf } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import {
	COPIED,
	SCHEMA_VERSION,
	archiveRuns,
	backUp,
	forgetEverything,
	getLines,
	outdated,
	restore,
	systemContext,
} from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { unique } from '../support/world.ts'

const DAY_MS = 86_400_000
/** So little that what `furnish` makes fills several parts. */
const PART_CHARS = 20_000

let copied: Instance
let furnished: Awaited<ReturnType<typeof furnish>>

beforeAll(async () => {
	copied = await instanceOn()
	furnished = await furnish(copied)
})

/** The job alone: a whole tick takes longer. */
const copy = (bucket: R2Bucket | undefined = env.ARCHIVE) =>
	backUp(systemContext({ ...env, ARCHIVE: bucket }), PART_CHARS)
const running = () => copied.db.prepare("SELECT id FROM backups WHERE status = 'running'").first<{ id: string }>()
const endAll = () => copied.db.prepare("UPDATE backups SET status = 'failed' WHERE status = 'running'").run()

/** A completed backup. */
async function backedUp(): Promise<string> {
	await endAll()
	const { id } = (await copied.post('/v1/admin/backups', undefined, 202)).body
	await copy()
	expect((await copied.get(`/v1/admin/backups/${id}`)).body).toMatchObject({ status: 'completed' })
	return id
}

const manifestOf = async (id: string) =>
	(await env.ARCHIVE.get(`backups/${id}/manifest.json`))?.json<Manifest>() as Promise<Manifest>

test('a backup restores into an empty database: every table, the balances, the counters and the search', async () => {
	const old = { run_id: unique('run'), org_id: furnished.org_id, status: 'completed', total_cost_usd: 0.01 }
	const began = { created_at: '2026-01-02T00:00:00Z', completed_at: '2026-01-02T00:01:00Z' }
	await copied.post('/v1/runtime/runs', { ...old, ...began }, 200)
	await archiveRuns(systemContext(env), NO_PLACE)
	const archived = (await copied.get(`/v1/admin/runs/${old.run_id}`)).body
	const id = await backedUp()
	const shown = (await copied.get(`/v1/admin/backups/${id}`)).body
	const manifest = await manifestOf(id)
	expect(manifest.parts.length).toBeGreaterThan(1)
	expect(shown).toMatchObject({ kind: 'manual', part_count: manifest.parts.length, table_count: shown.table_total })
	expect(shown.row_count).toBe(Object.values(manifest.rows).reduce((sum, count) => sum + count, 0))
	const empty = await emptied(env.EMPTY_DB)
	expect(await restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).toEqual({ rows: manifest.rows, orphans: {} })
	expect(await expectSame(copied.db, empty)).toBeGreaterThan(20)
	const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
	expect((await empty.prepare(triggers).all()).results).toEqual((await copied.db.prepare(triggers).all()).results)
	const restored = await instanceOn(empty)
	expect((await restored.get('/v1/admin/users?q=roo')).body).toHaveLength(1)
	expect((await restored.get(`/v1/admin/runs/${old.run_id}`)).body).toEqual(archived)
	expect((await restored.post('/v1/admin/credits/verify')).body).toMatchObject({ differences: [] })
	const today = new Date().toISOString().slice(0, 10)
	expect((await restored.post('/v1/admin/usage/verify', { date: today })).body).toMatchObject({ differences: [] })
	await expect(restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).rejects.toThrow("isn't empty")
})

test('no object in the bucket shows a secret, a key or a login', async () => {
	const manifest = await manifestOf(await backedUp())
	const text = (await Promise.all(manifest.parts.map((part) => getLines(env.ARCHIVE, part)))).flat().join('\n')
	for (const secret of furnished.secrets) expect(text).not.toContain(secret)
	expect(text).toContain('"sealed"')
	for (const table of ['sessions', 'refresh_tokens', 'one_time_tokens'])
		expect(text).not.toContain(`"table":"${table}"`)
})

test('a backup that is killed at any call continues, and so does its restore', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await endAll()
	const { id } = (await copied.post('/v1/admin/backups', undefined, 202)).body
	let cut = 0
	for (let calls = 0; (await running())?.id === id; calls += calls < runsOf(4, 12) ? 1 : runsOf(27, 9)) {
		// Calls to D1 and to the bucket both count. Every second time, the killed call still takes effect.
		let left = calls
		const dies = async <T>(work: () => Promise<T>): Promise<T> => {
			left -= 1
			if (left < 0 && calls % 2 === 0) await work()
			if (left < 0) throw new Error('killed')
			return work()
		}
		const bucket = new Proxy(env.ARCHIVE, {
			get: (target, name) => (key: string, value: string) =>
				name === 'put' ? dies(() => target.put(key, value)) : target[name as 'list'](key as R2ListOptions),
		})
		try {
			await sendingBy(
				(send) =>
					function (...args) {
						return dies(() => send.apply(this, args))
					},
				() => copy(bucket),
			)
		} catch {
			cut += 1
		}
		if (calls > 500) throw new Error('The backup does not end')
	}
	expect(cut).toBeGreaterThan(runsOf(4, 10))
	expect((await manifestOf(id)).parts.length).toBeGreaterThan(1)
	const empty = await emptied(env.EMPTY_DB)
	const failing = (after: number) => {
		let left = after
		return {
			prepare: (text: string) => empty.prepare(text),
			batch: async <T>(statements: D1PreparedStatement[]) => {
				left -= 1
				if (left < 0) throw new Error('killed')
				return empty.batch<T>(statements)
			},
		}
	}
	// It reads each table's columns first, then loads one table after the other.
	for (const after of [1, COPIED.length + 1, COPIED.length + 10, COPIED.length + 20])
		await expect(restore(failing(after), env.ARCHIVE, id, SCHEMA_VERSION)).rejects.toThrow('killed')
	expect((await restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).orphans).toEqual({})
	await expectSame(copied.db, empty)
})

test('changes during a backup leave the books correct, and a restore leaves out and counts rows whose parent was deleted', async () => {
	await endAll()
	await copied.db.batch(
		[
			"INSERT INTO orgs (id, name, created_at) VALUES ('org_late', 'Late', '2026-11-01T00:00:00.000Z')",
			"INSERT INTO ip_rules (id, org_id, type, cidr, created_at) VALUES ('ipr_late', 'org_late', 'blocklist', '192.0.2.9/32', '')",
		].map((text) => copied.db.prepare(text)),
	)
	const removed = ['ip_rules WHERE org_id', 'credit_accounts WHERE org_id', 'orgs WHERE id']
	const { id } = (await copied.post('/v1/admin/backups', undefined, 202)).body
	const { org_id } = furnished
	let isReporting = false
	await copied.post('/v1/admin/orgs', { name: 'Joined' }, 201)
	const [joined, joiner] = ["SELECT id FROM orgs WHERE name = 'Joined'", 'SELECT min(user_id) FROM memberships']
	const join = `INSERT OR IGNORE INTO memberships (org_id, user_id, role, created_at) VALUES ((${joined}), (${joiner}), 'owner', '')`
	const interrupted = ['"memberships"', '"ledger_entries"', '"usage_days"', '"runs"', '"orgs"']
	await sendingBy(
		(send) =>
			async function (...args) {
				const response = await send.apply(this, args)
				if (String(args[1]).includes('FROM "ip_rules"'))
					await copied.db.batch(removed.map((from) => copied.db.prepare(`DELETE FROM ${from} = 'org_late'`)))
				const table = interrupted.find((name) => String(args[1]).includes(`FROM ${name} `))
				if (!table || isReporting) return response
				isReporting = true
				if (table === '"memberships"') await copied.db.prepare(join).run()
				await copied.post('/v1/runtime/runs', {
					run_id: unique('run'),
					org_id,
					status: 'completed',
					total_cost_usd: 0.01,
				})
				isReporting = false
				return response
			},
		() => copy(),
	)
	const empty = await emptied(env.EMPTY_DB)
	expect((await restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).orphans).toEqual({ ip_rules: 1 })
	expect(await rowsOf(empty, 'ip_rules')).toEqual(await rowsOf(copied.db, 'ip_rules'))
	const restored = await instanceOn(empty)
	expect((await restored.post('/v1/admin/credits/verify')).body).toMatchObject({ differences: [] })
	const date = new Date().toISOString().slice(0, 10)
	expect((await restored.post('/v1/admin/usage/verify', { date })).body).toMatchObject({ differences: [] })
	expect((await restored.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance).toBeGreaterThan(
		(await copied.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance,
	)
	// Memberships are copied before their orgs, and each org has as many as it says.
	const wrong = `SELECT count(*) AS wrong FROM orgs o WHERE o.member_count <> (SELECT count(*) FROM memberships m WHERE m.org_id = o.id)`
	expect(await empty.prepare(wrong).first()).toEqual({ wrong: 0 })
	// Every charge in the backup belongs to a run in it.
	const strays = `SELECT count(*) AS strays FROM ledger_entries l WHERE l.reference_type = 'run'
		AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = l.reference_id AND r.settled_by IS NOT NULL)
		AND NOT EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = l.reference_id)`
	expect(await empty.prepare(strays).first()).toEqual({ strays: 0 })
})

test('a restore refuses another schema, an incomplete backup, and a damaged object', async () => {
	const id = await backedUp()
	const empty = await emptied(env.EMPTY_DB)
	await expect(restore(empty, env.ARCHIVE, id, '0000_foundation')).rejects.toThrow(/Check out the version/)
	await expect(restore(empty, env.ARCHIVE, 'bkp_none', SCHEMA_VERSION)).rejects.toThrow("isn't complete")
	const [part] = (await manifestOf(id)).parts
	const everything = () => Promise.all(['d1_migrations', ...COPIED].map((table) => rowsOf(empty, table)))
	const before = await everything()
	await env.ARCHIVE.put(part?.key ?? '', 'damaged')
	await expect(restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).rejects.toThrow(/Part 1 of \d, .* is damaged/)
	await env.ARCHIVE.delete(part?.key ?? '')
	await expect(restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).rejects.toThrow(/Part 1 of \d, .* is missing/)
	await env.ARCHIVE.put(`backups/${id}/manifest.json`, '{')
	await expect(restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)).rejects.toThrow('manifest.json is damaged')
	// Nothing was restored, so another backup can be.
	expect(await everything()).toEqual(before)
})

test('one backup runs at a time, one starts automatically each day, and without a bucket none does', async () => {
	await endAll()
	await copied.post('/v1/admin/backups', undefined, 202)
	expect((await copied.post('/v1/admin/backups')).body.details).toEqual({ reason: 'backups.running' })
	await copied.tick()
	await copy()
	expect(await running()).toBeNull()
	await copied.db.prepare('DELETE FROM backup_parts').run()
	await copied.db.prepare('DELETE FROM backups').run()
	await copy()
	await copy()
	expect((await copied.get('/v1/admin/backups')).body).toMatchObject([
		{ kind: 'daily', status: 'completed', created_by: null },
	])
	const without = await instanceOn(copied.db, { ARCHIVE: undefined } as unknown as Partial<Env>)
	expect((await without.post('/v1/admin/backups')).body.details).toEqual({ reason: 'backups.no_bucket' })
	expect((await without.get('/readyz?verbose')).body.bucket).toMatchObject({ is_bound: false })
	forgetEverything()
	expect((await copied.get('/readyz?verbose')).body.bucket).toEqual({ is_bound: true, message: null })
})

test('backups are kept for seven days and four weeks, failed ones for a day', async () => {
	const made = (days: number, status: 'completed' | 'failed' = 'completed') => ({
		id: `${days}`,
		status,
		created_at: new Date(Date.now() - days * DAY_MS).toISOString(),
	})
	// Every day adds and deletes some backups: enough of them must stay.
	vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] })
	let kept: ReturnType<typeof made>[] = []
	for (let day = 0; day < 60; day += 1) {
		vi.setSystemTime(Date.now() + DAY_MS)
		kept = [{ ...made(0), id: `day ${day}` }, ...kept]
		const gone = outdated(kept)
		kept = kept.filter(({ id }) => !gone.includes(id))
	}
	const ages = kept.map(({ created_at }) => (Date.now() - Date.parse(created_at)) / DAY_MS)
	expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
	expect(ages.length).toBeGreaterThanOrEqual(11)
	expect(Math.max(...ages)).toBeGreaterThan(25)
	expect(outdated([made(2, 'failed')])).toEqual(['2'])
	vi.useRealTimers()
	const id = await backedUp()
	await copied.db.prepare('UPDATE backups SET created_at = ? WHERE id = ?').bind(made(50).created_at, id).run()
	await copy()
	expect((await copied.get(`/v1/admin/backups/${id}`)).status).toBe(404)
	expect((await env.ARCHIVE.list({ prefix: `backups/${id}/` })).objects).toEqual([])
})

test('a read takes rows by their bytes: thousands of small ones, few large ones', async () => {
	await endAll()
	await copied.db
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1510)
			INSERT INTO events (id, org_id, type, data, created_at) SELECT printf('evt_0%025d', i), ?1, 'ping',
			json_object('text', printf('%0' || iif(i % 151, 90, 200000) || 'd', i)), '2026-11-01T00:00:00.000Z' FROM n`,
		)
		.bind(furnished.org_id)
		.run()
	const { id } = (await copied.post('/v1/admin/backups', undefined, 202)).body
	const sizes: number[] = []
	await sendingBy(
		(original) =>
			async function (...args) {
				const response = await original.apply(this, args)
				if (String(args[1]).includes('FROM "events"')) sizes.push(JSON.stringify(response).length)
				return response
			},
		() => copy(),
	)
	expect(sizes.length).toBeLessThan(8)
	expect(Math.max(...sizes)).toBeLessThan(1_400_000)
	while (await running()) await copy()
	const { rows } = await manifestOf(id)
	expect(rows.events).toBe(await copied.db.prepare('SELECT count(*) AS n FROM events').first('n'))
})

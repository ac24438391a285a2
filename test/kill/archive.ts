import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './kill.ts'

/** Ten days of 2,000, so 20 objects. */
const RUNS = 20_000
const ENTRIES = 20_000

interface Counted {
	hot: number
	archived: number
	places: number
	entries: number
}

const COUNTED = `SELECT (SELECT count(*) FROM runs WHERE run_id LIKE 'old-%') AS hot,
	(SELECT coalesce(sum(run_count), 0) FROM run_archives) AS archived, (SELECT count(*) FROM archived_runs) AS places,
	(SELECT sum(folded_count) FROM ledger_entries WHERE org_id = 'org_old') AS entries`

/** Moving old runs and compacting their ledger are killed in the middle, again and again. Nothing is lost or doubled. */
export async function archive({ logIn, rows, start, kill, call, pageAt, whileStopped, expect, until }: Tools) {
	const series = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
	const at = (of: number) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-60 days', (i * 864000 / ${of}) || ' seconds')`
	await whileStopped(
		"INSERT INTO orgs (id, name, created_at) VALUES ('org_old', 'Old', '2026-01-01T00:00:00.000Z')",
		`${series(RUNS)} INSERT INTO runs (run_id, org_id, status, model, cost_microusd, settled_by, created_at, completed_at)
			SELECT 'old-' || i, 'org_old', 'completed', 'm', 5, 'rep_old', ${at(RUNS)}, ${at(RUNS)} FROM n`,
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at)
			VALUES ('org_old', 1, 1000000, 1000000, 'admin_adjustment', '2026-01-01T00:00:00.000Z')`,
		`${series(ENTRIES)} INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, reference_type, reference_id, created_at)
			SELECT 'org_old', i + 1, -2, 1000000 - 2 * i, 'consumption', 'run', 'old-' || i, ${at(ENTRIES)} FROM n`,
	)
	const whole = (found: Counted | undefined) => [
		(found?.hot ?? 0) + (found?.archived ?? 0),
		(found?.archived ?? 0) - (found?.places ?? 0),
		found?.entries,
	]
	const seen = new Set<number>()
	const isCut = () => [...seen].some((count) => count > 0 && count < RUNS)
	for (const moment of [0, 60, 120, 200, 300, 450, 700, 1_000, 1_400, 1_900, 2_500, 3_500]) {
		// A busy machine takes longer until the first run moves.
		if (moment > 700 && isCut()) break
		await whileStopped(
			"UPDATE jobs SET next_run_at = '', leased_until = ''",
			"UPDATE backups SET status = 'failed' WHERE status = 'running'",
		)
		await sleep(moment)
		await kill()
		const [found] = await rows<Counted>(COUNTED)
		seen.add(found?.archived ?? 0)
		expect(`${moment} ms into a tick, ${found?.archived} archived: runs, lost places, entries`, whole(found), [
			RUNS,
			0,
			ENTRIES + 1,
		])
		await start()
	}
	const shown = () => call<{ jobs: { name: string; last_finished_at: string | null }[] }>('GET', '/readyz?verbose')
	// A tick moves what it has time for, which on a busy machine isn't all.
	for (let [ticks, left] = [0, RUNS]; left > 0 && ticks < 10; ticks += 1) {
		await whileStopped("UPDATE jobs SET next_run_at = '', leased_until = '', last_finished_at = NULL")
		// On a busy machine the cuts above take longer than a token lasts.
		await logIn()
		await until('moving and compacting', 240, shown, ({ jobs }) =>
			['archive-runs', 'fold-ledger'].every((name) =>
				jobs.some((job) => job.name === name && job.last_finished_at !== null),
			),
		)
		await kill()
		left = (await rows<Counted>(COUNTED))[0]?.hot ?? 0
		await start()
	}
	const counted = async () => (await call<unknown[]>('GET', '/v1/admin/runs?org_id=org_old&limit=1')).length
	await until('the list', 30, counted, (count) => count === 1)
	const listed = new Set<string>()
	for (let cursor = ''; ;) {
		const path = `/v1/admin/runs?org_id=org_old&limit=200${cursor && `&cursor=${cursor}`}`
		const { page, next } = await pageAt(path)
		for (const { run_id } of page) listed.add(run_id)
		if (next === null) break
		cursor = next
	}
	expect('runs in the list', listed.size, RUNS)
	expect('some moves were cut off in between', isCut(), true)
	const { differences } = await call<{ differences: unknown[] }>('POST', '/v1/admin/credits/verify')
	expect('differences', differences, [])
	await kill()
	const [found] = await rows<Counted>(COUNTED)
	expect('runs in the database and in the archive', [found?.hot, found?.archived], [0, RUNS])
	const [compacted] = await rows<{ entries: number }>(
		"SELECT count(*) AS entries FROM ledger_entries WHERE org_id = 'org_old'",
	)
	expect('entries after compacting', (compacted?.entries ?? 0) <= 13, true)
	await start()
}

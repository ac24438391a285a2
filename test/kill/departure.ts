import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './kill.ts'

/** A third of them is old enough for the archive, and moves there meanwhile. */
const RUNS = 60_000
const ORG = 'org_leaving'

interface Export {
	id: string
	status: string
	manifest: { files: { kind: string; rows: number; url: string }[] } | null
}

/** An org's export and its erasure are killed in the middle, again and again. The export has each run once, and no name is left. */
export async function departure({ rows, start, kill, call, answered, textAt, whileStopped, expect, until }: Tools) {
	const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-45 days', (i * 45) || ' seconds')"
	await whileStopped(
		`INSERT INTO orgs (id, name, created_at) VALUES ('${ORG}', 'Leaving', '2026-01-01T00:00:00.000Z')`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RUNS})
		INSERT INTO runs (run_id, org_id, status, model, thread_id, agent_id, cost_microusd, settled_by, created_at, completed_at)
			SELECT 'leaving-' || i, '${ORG}', 'completed', 'm', printf('thread-%0100d', i), 'agent', 5, 'rep', ${at}, ${at} FROM n`,
	)
	const tick = () =>
		whileStopped(
			"UPDATE jobs SET next_run_at = '', leased_until = ''",
			"UPDATE backups SET status = 'failed' WHERE status = 'running'",
		)
	const { id } = await call<Export>('POST', `/v1/orgs/${ORG}/exports`)
	const read = () => call<Export>('GET', `/v1/orgs/${ORG}/exports/${id}`)
	for (const moment of [0, 150, 300, 600, 1_200]) {
		await tick()
		await sleep(moment)
		await kill()
		await start()
	}
	const { manifest } = await until('the export', 240, read, ({ status }) => status === 'completed')
	const files = (manifest?.files ?? []).filter(({ kind }) => kind === 'runs')
	const texts = await Promise.all(files.map(({ url }) => textAt(url)))
	const ids = texts.flatMap((text) =>
		text
			.split('\n')
			.slice(0, -1)
			.map((line) => (JSON.parse(line) as { run_id: string }).run_id),
	)
	expect('runs in the export, and different ones', [ids.length, new Set(ids).size], [RUNS, RUNS])

	await answered('DELETE', `/v1/orgs/${ORG}`)
	await whileStopped("UPDATE org_deletions SET erase_at = '2026-01-01'")
	for (const moment of [0, 200, 500, 1_000]) {
		await tick()
		await sleep(moment)
		await kill()
		await start()
	}
	const deletions = () => call<{ erased_at: string | null }[]>('GET', '/v1/admin/org-deletions')
	await until('the erasure', 300, deletions, ([deletion]) => typeof deletion?.erased_at === 'string')
	await kill()
	const kept = `SELECT (SELECT count(*) FROM runs WHERE org_id = '${ORG}') + (SELECT sum(run_count) FROM run_archives WHERE org_id = '${ORG}') AS runs,
		(SELECT count(*) FROM runs WHERE org_id = '${ORG}' AND (thread_id IS NOT NULL OR agent_id IS NOT NULL)) AS named`
	expect('runs in the books, and those with names', await rows(kept), [{ runs: RUNS, named: 0 }])
	await start()
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './kill.ts'

/** How many runs are reported through the queue before each kill. */
const QUEUED = 4_000
const QUEUE_KILLS = 3

/** The consumer of run reports is killed while it writes. The caller resends all reports, and each run is charged once. */
export async function reports({ start, kill, call, rows, expect, until }: Tools): Promise<void> {
	const all = QUEUED * QUEUE_KILLS
	const { id: org_id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: 'Queued' })
	await call('POST', '/v1/admin/credits/adjust', { org_id, amount: all })
	const send = async (from: number, to: number) => {
		for (let sent = from; sent < to; sent += 100) {
			const one = (_: unknown, i: number) => ({ run_id: `queued-${sent + i}`, org_id, status: 'completed' })
			const batch = Array.from({ length: 100 }, one).map((run) => ({ ...run, total_cost_usd: 0.001 }))
			await call('POST', '/v1/runtime/runs', batch, { Prefer: 'respond-async' })
		}
	}
	const charged = async () =>
		all - (await call<{ balance: number }>('GET', `/v1/admin/credits?org_id=${org_id}`)).balance
	const counts = `SELECT (SELECT count(*) FROM runs WHERE org_id = '${org_id}') AS runs,
		(SELECT count(*) FROM ledger_entries WHERE org_id = '${org_id}' AND type = 'consumption') AS entries,
		(SELECT coalesce(sum(run_count), 0) FROM usage_days WHERE scope = '${org_id}') AS used`
	let written = 0
	for (let killed = 0; killed < QUEUE_KILLS; killed += 1) {
		await send(killed * QUEUED, (killed + 1) * QUEUED)
		await until('more runs', 60, charged, (count) => count > written)
		await kill()
		const [found] = await rows<{ runs: number; entries: number; used: number }>(counts)
		written = found?.runs ?? 0
		expect(`of ${(killed + 1) * QUEUED} runs, each charged and counted`, found, {
			runs: written,
			entries: written,
			used: written,
		})
		await start()
	}
	await send(0, all)
	await until('every run', 120, charged, (count) => count === all)
	// Whatever is still in the queue is a repeat.
	await sleep(5_000)
	await kill()
	expect('runs, entries and usage', await rows(counts), [{ runs: all, entries: all, used: all }])
	await start()
}

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { contextOf, countsOf, erased, exported, furnishAll, linesOf, OF_ORG, rowsOf } from '../support/departing.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { operator } from '../support/operators.ts'
import { purgeBroadcasts, purgeDeliveries, rowsOfOrg } from '../support/program.ts'
import { refused } from '../support/reverts.ts'
import { unique } from '../support/world.ts'

// One org with rows in every table that has rows of orgs: exported, deleted, restored, deleted again and erased.

const DAY_MS = 86_400_000

let here: Instance
let org_id: string
let secrets: string[]

beforeAll(async () => {
	here = await instanceOn()
	;({ org_id, secrets } = await furnishAll(here))
	// An operator who is no member enters the org, and changes something there.
	const there = await operator(['operations'], org_id)
	const [config] = (await there.get('/v1/mcp-configs')).body
	await there.patch(`/v1/mcp-configs/${config.id}`, { name: unique('mcp') })
})

/** Every row of the org's tables, but for what a deletion and a restore write themselves. */
async function everything() {
	const left = new Set(['audit_logs', 'org_deletions', 'org_exports', 'org_export_parts'])
	const tables = OF_ORG.filter(([name]) => !left.has(name))
	const found = await Promise.all(
		tables.map(async ([name, decision]) => [
			name,
			await rowsOf(here.db, `SELECT * FROM ${name} WHERE ${rowsOfOrg(decision).replaceAll(':org', '?1')}`, org_id),
		]),
	)
	return Object.fromEntries(found) as Record<string, Record<string, unknown>[]>
}

test('the org has rows in every table that may have some', async () => {
	const counts = await countsOf(here.db, org_id)
	const empty = Object.entries(counts).filter(([, count]) => count === 0)
	expect(empty.map(([name]) => `Put a row of ${name} into the org, in test/support/departing.ts`).toSorted()).toEqual(
		['org_deletions', 'org_export_parts', 'org_exports'].map(
			(name) => `Put a row of ${name} into the org, in test/support/departing.ts`,
		),
	)
})

test('an export has every row, as the lists show it, and no secret', async () => {
	const begun = await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)
	expect(await here.post(`/v1/orgs/${org_id}/exports`)).toMatchObject(refused('exports.running'))
	const at = `/v1/orgs/${org_id}/exports/${begun.body.id}`
	await exported(here)
	const done = (await here.get(at)).body
	expect(done).toMatchObject({ status: 'completed', error: null, table_count: done.table_total })
	const lines = await linesOf(here, at)

	const counts = await countsOf(here.db, org_id)
	for (const [name, { exported: shown }] of OF_ORG)
		if (!('not' in shown) && !shown.where && name !== 'runs' && name !== 'audit_logs')
			expect(`${name} ${lines.get(shown.kind ?? name)?.length}`).toBe(`${name} ${counts[name]}`)

	const accounts = await here.get(`/v1/orgs/${org_id}/service-accounts`)
	const lists: Record<string, string> = {
		llm_providers: '/v1/llm-providers',
		mcp_configs: '/v1/mcp-configs',
		ip_rules: '/v1/ip-rules',
		webhook_endpoints: '/v1/webhook-endpoints',
		runs: `/v1/orgs/${org_id}/runs`,
		pauses: `/v1/orgs/${org_id}/pauses`,
		budgets: `/v1/orgs/${org_id}/budgets`,
		api_keys: '/v1/api-keys',
		members: `/v1/orgs/${org_id}/members`,
		invitations: `/v1/orgs/${org_id}/invitations`,
		oidc_connections: `/v1/orgs/${org_id}/oidc-connections`,
		service_accounts: `/v1/orgs/${org_id}/service-accounts`,
		service_account_keys: `/v1/orgs/${org_id}/service-accounts/${accounts.body[0].id}/keys`,
		configuration_revisions: `/v1/orgs/${org_id}/config/revisions`,
		audit_logs: `/v1/orgs/${org_id}/audit-logs`,
	}
	for (const [kind, path] of Object.entries(lists)) {
		const listed = (await here.get(`${path}?limit=200`)).body as Record<string, unknown>[]
		const shown = lines.get(kind) ?? []
		const fields = Object.keys(shown[0] ?? {})
		expect.soft({ kind, more: fields.filter((name) => !(name in (listed[0] ?? {}))) }).toEqual({ kind, more: [] })
		const pick = (row: Record<string, unknown>) =>
			JSON.stringify(fields.map((name) => (name === 'url' ? String(row.url).replace(/=.*/, '=****') : row[name])))
		const sorted = (rows: Record<string, unknown>[]) => rows.map(pick).toSorted()
		// The export itself is the newest entry of the log, and came after its first rows.
		expect.soft(sorted(shown), kind).toEqual(sorted(listed))
	}
	const requests = (await here.get(`/v1/orgs/${org_id}/requests?kind=change`)).body as { id: string; change: object }[]
	const changeOf = ({ id, change }: { id?: unknown; change?: unknown }) => JSON.stringify([id, change])
	expect(
		lines
			.get('requests')
			?.flatMap((one) => (one.change ? [changeOf(one)] : []))
			.toSorted(),
	).toEqual(requests.map(changeOf).toSorted())
	const log = lines.get('audit_logs') ?? []
	expect(log.find(({ action }) => action === 'sessions.act_in')).toMatchObject({ before: null, after: null })
	expect(log.find(({ action }) => action === 'mcp_configs.update')).toMatchObject({ client_address: null })
	expect(lines.get('runs')?.filter(({ model }) => model === 'old-model')).toHaveLength(16)
	const ledger = (await here.get(`/v1/admin/credits?org_id=${org_id}&limit=200`)).body
	expect(
		lines
			.get('ledger_entries')
			?.map(({ id, amount }) => [id, amount])
			.toSorted(),
	).toEqual(ledger.transactions.map(({ id, amount }: { id: string; amount: number }) => [id, amount]).toSorted())

	const text = JSON.stringify([...lines])
	expect(secrets.length).toBeGreaterThan(15)
	for (const secret of secrets) expect(text.includes(secret), `The export shows ${secret}`).toBe(false)
})

/** What happened before stays: who did what, what ran and cost, what was sent, and the deletions themselves. */
const HISTORY = new Set([
	'/openapi.json',
	'/v1/admin/org-deletions',
	'/v1/admin/audit-logs',
	'/v1/admin/changes',
	'/v1/admin/runs',
	'/v1/admin/agents',
	'/v1/admin/runs/rejected',
	'/v1/admin/access-log',
	'/v1/admin/access-log/tail',
	'/v1/admin/notifications/broadcasts',
	'/v1/notifications',
	// A session is the user's, and has to be seen to be ended, whichever org it acts in.
	'/v1/me/sessions',
])

test('a deleted org is in no list that does not ask for it, and moves with no other', async () => {
	const before = await everything()
	const numbers = async () => [
		(await here.get('/v1/admin/dashboard')).body,
		(await here.get('/v1/plans/subscriber-counts')).body,
	]
	const [was, subscribers] = await numbers()
	expect((await here.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	here = await here.again()
	const { paths } = (await here.get('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> }
	const [flag] = (await here.get('/v1/feature-flags')).body
	const [budget] = (await here.get('/v1/admin/budgets')).body
	const lists = Object.entries(paths)
		.filter(([path, { get }]) => get && path.startsWith('/v1/') && !path.includes('{') && !HISTORY.has(path))
		.map(([path]) => path)
	const named = [
		`/v1/feature-flags/${flag.key}/org-overrides`,
		...(budget ? [`/v1/admin/budgets/${budget.id}/states`] : []),
	]
	const showing = await Promise.all(
		[...lists, ...named].map(async (path) => [
			path,
			JSON.stringify((await here.get(path)).body ?? '').includes(org_id),
		]),
	)
	expect(showing.filter(([, isShown]) => isShown).map(([path]) => path)).toEqual([])
	expect(showing.length).toBeGreaterThan(45)

	const [dashboard, [{ subscriber_count }]] = await numbers()
	expect(dashboard).toEqual({ ...was, active_orgs: was.active_orgs - 1 })
	expect(subscriber_count).toBe(subscribers[0].subscriber_count - 1)
	const open = (await here.get('/v1/admin/credits/balances?limit=200')).body.length
	expect((await here.post('/v1/admin/credits/bulk-adjust', { amount: 3 }, 200)).body).toEqual({ affected: open })
	expect((await here.post('/v1/admin/credits/reset-all', {}, 200)).body.affected).toBeLessThanOrEqual(open)
	await here.tick()
	expect((await here.post(`/v1/admin/orgs/${org_id}/restore`, undefined, 200)).body).toMatchObject({ id: org_id })
	expect(await numbers()).toEqual([was, subscribers])
	const account = (rows: typeof before) => [rows.credit_accounts, rows.ledger_entries]
	expect(account(await everything())).toEqual(account(before))
	here = await here.again()
})

test('a restore within 30 days brings back every row', async () => {
	const before = await everything()
	const keys = (await rowsOf(here.db, 'SELECT id FROM api_keys WHERE org_id = ?', org_id)).length
	const dry = await here.dry('DELETE', `/v1/orgs/${org_id}`)
	expect(dry.body.changes[0].before).toMatchObject({
		members: [{ role: 'owner', has_other_org: true }],
		api_key_count: keys,
		endpoint_count: 2,
		live_run_count: 1,
	})
	expect(await everything()).toEqual(before)

	expect((await here.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect((await here.get(`/v1/admin/orgs/${org_id}`)).status).toBe(401)
	here = await here.again()
	expect((await here.get(`/v1/admin/orgs/${org_id}`)).body).toMatchObject({ name: '', deleted_at: expect.any(String) })
	expect((await here.get('/v1/admin/org-deletions')).body).toMatchObject([
		{ org_id, name: "root's org", is_restorable: true, erased_at: null },
	])
	expect((await here.get('/v1/admin/orgs?limit=200')).body.map(({ id }: { id: string }) => id)).not.toContain(org_id)
	expect((await here.post(`/v1/admin/orgs/${org_id}/restore`, undefined, 200)).body).toMatchObject({
		id: org_id,
		name: "root's org",
	})
	// What wasn't sent isn't sent later, and the owners are told each time.
	for (const broadcast of before.broadcasts ?? []) broadcast.status = 'cancelled'
	const after = await everything()
	for (const rows of [before, after])
		rows.notifications = rows.notifications?.filter(({ type }) => type !== 'security.org_restored') ?? []
	// Both changes count among those of the day.
	expect(after).toEqual({ ...before, audit_days: after.audit_days })
	expect(await here.post(`/v1/admin/orgs/${org_id}/restore`)).toMatchObject(refused('orgs.not_deleted'))
})

test('an erasure leaves what the books need, without names, and ends with nothing of the org in the bucket but its runs', async () => {
	const before = await countsOf(here.db, org_id)
	const archived = await rowsOf(here.db, 'SELECT key FROM run_archives WHERE org_id = ?', org_id)
	expect((await here.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	await erased(here)
	expect((await countsOf(here.db, org_id)).api_keys).toBe(before.api_keys)

	vi.useFakeTimers({ now: Date.now() + 30 * DAY_MS + 1_000, toFake: ['Date'] })
	await erased(here)
	await erased(here)
	await purgeBroadcasts(contextOf(here))
	await purgeDeliveries(contextOf(here))
	vi.useRealTimers()
	const after = await countsOf(here.db, org_id)
	for (const [name, decision] of OF_ORG) {
		const { erased: fate } = decision
		const kept =
			fate === 'deleted' || (fate.by !== undefined && name !== 'runs') ? 0 : name === 'org_deletions' ? 1 : before[name]
		expect(`${name} ${after[name]}`).toBe(`${name} ${name === 'audit_logs' ? (before[name] ?? 0) + 1 : kept}`)
		if (fate === 'deleted' || !fate.unless) continue
		const personal = `SELECT * FROM ${name} WHERE ${rowsOfOrg(decision).replaceAll(':org', '?1')} AND ${fate.unless}`
		expect(await rowsOf(here.db, personal, org_id), name).toEqual([])
	}
	expect(await rowsOf(here.db, 'SELECT * FROM org_deletions')).toMatchObject([
		{ org_id, name: null, next_table: null, erased_at: expect.any(String) },
	])

	here = await here.again()
	const restore = await here.post(`/v1/admin/orgs/${org_id}/restore`)
	expect(restore).toMatchObject({ status: 409, body: { details: { reason: 'orgs.not_restorable' } } })
	const runs = (await here.get(`/v1/admin/runs?org_id=${org_id}&limit=200`)).body as Record<string, unknown>[]
	expect(runs.filter(({ model }) => model === 'old-model')).toHaveLength(16)
	for (const run of runs)
		expect(run).toMatchObject({ thread_id: null, agent_id: null, user_id: null, api_key_id: null })
	expect((await env.ARCHIVE.list({ prefix: `exports/${org_id}/` })).objects).toEqual([])
	expect(
		(await here.get('/v1/admin/runs?limit=200')).body.some((run: { agent_id: string }) => run.agent_id === 'an-agent'),
	).toBe(true)

	// The objects with names stay as long as a backup may name them.
	for (const { key } of archived) expect(await env.ARCHIVE.head(String(key))).not.toBeNull()
	vi.useFakeTimers({ now: Date.now() + 67 * DAY_MS, toFake: ['Date'] })
	await erased(here)
	vi.useRealTimers()
	for (const { key } of archived) expect(await env.ARCHIVE.head(String(key))).toBeNull()
})

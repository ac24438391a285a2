import { env } from 'cloudflare:workers'
import { unique } from './world.ts'

type Value = string | number | null

/** Inserts a row as it is. */
async function insert(table: string, row: Record<string, Value>): Promise<void> {
	const names = Object.keys(row)
	const columns = names.map((name) => `"${name}"`).join(', ')
	await env.DB.prepare(`INSERT INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`)
		.bind(...Object.values(row))
		.run()
}

/** A budget of the org in `fields.org_id` or of the platform, stored behind the API's back. Returns its id. */
export async function storedBudget(fields: Record<string, Value>): Promise<string> {
	const at = new Date().toISOString()
	const id = String(fields.id ?? unique('bud'))
	await insert('budgets', {
		id,
		owner: fields.org_id ?? 'platform',
		org_id: null,
		name: id,
		scope: 'org',
		subject: null,
		unit: 'credits',
		limit: 100,
		window: 'month',
		mode: 'enforce',
		alerts: '[]',
		expires_at: null,
		counts_since: at,
		created_at: at,
		updated_at: at,
		...fields,
	})
	return id
}

/** A live run that has begun: its row in `holds`. Returns its id. */
export async function storedHold(fields: Record<string, Value>): Promise<string> {
	const at = new Date()
	const run_id = unique('run')
	await insert('holds', {
		run_id,
		run_created_at: at.toISOString(),
		ttl_s: 900,
		expires_at: new Date(at.getTime() + 900_000).toISOString(),
		begun_by: '',
		call_id: run_id,
		touched_at: at.toISOString(),
		...fields,
	})
	return run_id
}

/** What a budget of agents has in a request; `fields` change it. */
export const newBudget = (fields: object = {}) => ({
	name: unique('budget'),
	scope: 'agent',
	unit: 'credits',
	limit: 100,
	window: 'month',
	...fields,
})

/** Where a caller's org has its budgets. */
export const budgetsOf = ({ org_id }: { org_id: string }) => `/v1/orgs/${org_id}/budgets`

export const OF_PLATFORM = '/v1/admin/budgets'

/** Deletes the budgets of the platform, which count the runs of every org. Call it after a test that makes one for each org. */
export const forgetPlatformBudgets = () => env.DB.prepare("DELETE FROM budgets WHERE owner = 'platform'").run()

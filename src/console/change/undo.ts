import { api, page, raw, type Schema } from '../api.ts'

/** A change that was made a moment ago is among the newest rows of the audit log. */
const NEWEST = 100

/** Sets back what the request with this trace id changed. Throws the refusal, or an error when the log has no such row. */
export async function undo(trace_id: string): Promise<void> {
	const { rows } = await page(api.GET('/v1/admin/audit-logs', { params: { query: { limit: NEWEST } } }))
	const row = rows.find((entry: Schema<'AuditLog'>) => entry.trace_id === trace_id)
	if (!row) throw new Error('The audit log does not have the change')
	await raw('POST', `/v1/admin/audit-logs/${row.id}/revert`, {
		body: {},
		headers: { 'Idempotency-Key': `undo-${row.id}` },
	})
}

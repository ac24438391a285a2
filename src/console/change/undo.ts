import { api, data } from '../api.ts'

/** Sets back what the request with this trace id changed. Throws the refusal, or an error when it has changed nothing. */
export async function undo(trace_id: string): Promise<void> {
	const { audit_logs } = await data(api.GET('/v1/traces/{trace_id}', { params: { path: { trace_id } } }))
	const row = audit_logs.at(-1)
	if (!row) throw new Error('The request has changed nothing')
	await data(
		api.POST('/v1/admin/audit-logs/{id}/revert', {
			params: { path: { id: row.id } },
			headers: { 'Idempotency-Key': `undo-${row.id}` },
		}),
	)
}

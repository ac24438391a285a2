import { api, data } from '../api.ts'

/** Reverts the change that left this audit row. Throws the refusal. */
export const undo = (id: string) =>
	data(
		api.POST('/v1/admin/audit-logs/{id}/revert', {
			params: { path: { id } },
			headers: { 'Idempotency-Key': `undo-${id}` },
		}),
	)

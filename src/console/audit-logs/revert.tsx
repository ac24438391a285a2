import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { actionText } from '../text/en/actions.ts'
import { auditLogs } from '../text/en/audit-logs.ts'
import { Button } from '../ui/button.tsx'

const t = auditLogs.revert

interface RevertProps {
	row: Pick<Schema<'AuditLog'>, 'id' | 'action'>
	/** The org whose own log it is, if it isn't the platform's. */
	org_id?: string | undefined
}

/** Reverts one audited change. The preview says what will be restored, or why it can't be. */
export function Revert({ row: { id, action }, org_id }: RevertProps) {
	const ask = useAsk()
	const revert = useChange({
		send: (_: null, headers) =>
			org_id
				? api.POST('/v1/orgs/{org_id}/audit-logs/{id}/revert', { params: { path: { org_id, id } }, headers })
				: api.POST('/v1/admin/audit-logs/{id}/revert', { params: { path: { id } }, headers }),
		// Any screen may show what was restored.
		done: t.done,
		canUndo: true,
	})
	return (
		<Button
			icon="undo"
			onClick={() =>
				ask({ title: t.title(actionText(action)), body: t.body, action: t.action, change: revert, input: null })
			}
		>
			{t.action}
		</Button>
	)
}

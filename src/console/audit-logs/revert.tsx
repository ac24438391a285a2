import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { actionText } from '../text/en/actions.ts'
import { auditLogs } from '../text/en/audit-logs.ts'
import { Button } from '../ui/button.tsx'

const t = auditLogs.revert

/** Reverts one audited change. The preview says what will be restored, or why it can't be. */
export function Revert({ row: { id, action } }: { row: Pick<Schema<'AuditLog'>, 'id' | 'action'> }) {
	const ask = useAsk()
	const revert = useChange({
		send: (_: null, headers) => api.POST('/v1/admin/audit-logs/{id}/revert', { params: { path: { id } }, headers }),
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

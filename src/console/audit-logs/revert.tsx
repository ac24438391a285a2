import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { type Permission, useMe } from '../session/session.ts'
import { actionText } from '../text/en/actions.ts'
import { auditLogs } from '../text/en/audit-logs.ts'
import { Button } from '../ui/button.tsx'

const t = auditLogs.revert

type Change = Pick<Schema<'AuditLog'>, 'id' | 'action' | 'target_type' | 'org_id'>

/** Changes of the platform, by who may make them. Platform admins may make the others. */
const OF_PLATFORM: Record<string, readonly Permission[]> = {
	budgets: ['money.write'],
	email_config: ['platform.write'],
	feature_flags: ['platform.write'],
	gateway_config: ['platform.write'],
	pauses: ['platform.write'],
	plans: ['money.write'],
	tool_providers: ['platform.write'],
}

/** Changes in an org that only operators may make. */
const BY_OPERATORS: Record<string, readonly Permission[]> = {
	entitlement_overrides: ['people.write', 'money.write'],
	feature_flag_overrides: ['platform.write'],
}

/** Changes in an org that its owners and admins may make, and operations in every org. */
export const BY_ORG: ReadonlySet<string> = new Set([
	'budgets',
	'ip_rules',
	'llm_models',
	'llm_providers',
	'mcp_configs',
	'pauses',
	'tool_providers',
	'webhook_endpoints',
])

/** Anyone who could make a change can revert it. */
function neededFor({ target_type, org_id }: Change, mine: string): readonly Permission[] {
	const ofOrg = BY_ORG.has(target_type)
	if (org_id === null) return OF_PLATFORM[target_type] ?? ['platform_admin']
	if (org_id === mine && (ofOrg || target_type === 'configuration_revisions')) return ['org.settings']
	return ofOrg ? ['platform.write'] : (BY_OPERATORS[target_type] ?? ['platform_admin'])
}

interface RevertProps {
	row: Change
	/** The org whose own log it is, if it isn't the platform's. */
	org_id?: string | undefined
}

/** Reverts one audited change. The preview says what will be restored, or why it can't be. */
export function Revert({ row, org_id }: RevertProps) {
	const { id, action } = row
	const ask = useAsk()
	const { org_id: mine } = useMe()
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
		<Only needs={org_id ? ['org.settings'] : neededFor(row, mine)}>
			<Button
				icon="undo"
				onClick={() =>
					ask({ title: t.title(actionText(action)), body: t.body, action: t.action, change: revert, input: null })
				}
			>
				{t.action}
			</Button>
		</Only>
	)
}

import type { SQL } from 'drizzle-orm'
import type { VerbOf } from '../../ground/write/actions.ts'
import { endpointAudit } from './columns.ts'
import { configuredEndpoints } from './configured.ts'

/** The audit of a change to the endpoint that matches `where`. */
export const auditOf = (verb: VerbOf<'webhook_endpoints'>, target_id: string, where: SQL, org_id: string) => ({
	...endpointAudit(target_id, where),
	action: `webhook_endpoints.${verb}` as const,
	target_id,
	org_id,
	isNew: verb === 'create',
	kinds: [{ kind: configuredEndpoints }],
})

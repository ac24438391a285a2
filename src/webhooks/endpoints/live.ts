import { eq, isNull } from 'drizzle-orm'
import { allOf } from '../../db/state.ts'
import { webhookEndpoints } from './table.ts'

const { id, org_id: owner, deleted_at } = webhookEndpoints

/** The condition of one endpoint of an org that is not deleted. */
export const endpointOf = (org_id: string, endpoint_id: string) =>
	allOf(eq(id, endpoint_id), eq(owner, org_id), isNull(deleted_at))

import { eq, isNull, sql } from 'drizzle-orm'
import { allOf, countOf } from '../../ground/db/state.ts'
import { full } from '../../ground/http/errors.ts'
import type { Limit } from '../../ground/write/configured.ts'
import { webhookEndpoints } from './table.ts'

/** Every event of an org goes through all of its endpoints, so their number limits what an event costs. */
const MAX_ENDPOINTS = 100

/** How many endpoints an org may have. */
export const roomForEndpoints = {
	most: MAX_ENDPOINTS,
	table: webhookEndpoints,
	holds: (org_id, more) =>
		sql`${countOf(webhookEndpoints, allOf(eq(webhookEndpoints.org_id, org_id), isNull(webhookEndpoints.deleted_at)))} + ${more} <= ${MAX_ENDPOINTS}`,
	refusal: () => full('webhook_endpoints.too_many', MAX_ENDPOINTS),
} satisfies Limit

import { eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import { maskedUrlOf, withMaskedUrl } from '../../ground/outbound/masked.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import type { Principal } from '../../principal.ts'
import { webhookEndpoints } from './table.ts'

const { id, org_id: owner, deleted_at, ...others } = getTableColumns(webhookEndpoints)

const successRate = sql<number | null>`success_count * 1.0 / nullif(attempt_count, 0)`

/** What the audit log records about an endpoint. Every attempt changes its statistics, so they are left out. */
const audited = {
	id,
	org_id: owner,
	url: others.url,
	events: others.events,
	enabled: others.enabled,
	disabled_reason: others.disabled_reason,
	public_key: others.public_key,
	previous_public_key: others.previous_public_key,
	previous_key_until: others.previous_key_until,
	has_secret: others.has_secret,
	created_at: others.created_at,
}

/** The fields of an endpoint, for a select. */
export const endpointColumns = {
	...audited,
	success_rate: successRate.as('success_rate'),
	last_failure: others.last_failure,
}

/** The endpoint as the caller may see it. Without `org.settings`, the values of the URL's query are masked. */
export const shownTo = <E extends { url: string }>({ permissions }: Principal, endpoint: E): E =>
	permissions.has('org.settings') ? endpoint : withMaskedUrl(endpoint)

/** Matches one endpoint of an org, unless it's deleted. */
export const endpointOf = (org_id: string, endpoint_id: string) =>
	allOf(eq(id, endpoint_id), eq(owner, org_id), isNull(deleted_at))

/** The endpoint that matches `where` with the fields of `endpointColumns`, as JSON text. */
export const endpointJson = (where: SQL) =>
	sql`(SELECT json_set(${jsonObject({ ...audited, last_failure: others.last_failure })}, '$.success_rate', ${successRate}) FROM ${webhookEndpoints} WHERE ${where})`

/** The row of a deleted endpoint stays until its deliveries are gone, but it counts as deleted. */
export const isThere = isNull(deleted_at)

/** Whether the endpoint of the row `w` gets events of the type. */
export const subscribesTo = (type: SQL) =>
	sql`w.deleted_at IS NULL AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (${type}, '*'))`

/** The audited endpoint that matches `where`, and the rows that a change to it touches. */
export const endpointAudit = (target_id: string, where: SQL) => ({
	target: webhookEndpoints,
	state: sql`(SELECT ${jsonObject(audited)} FROM ${webhookEndpoints} WHERE ${where})`,
	kept: sql`(SELECT json_set(${jsonObject(audited)}, '$.url', ${maskedUrlOf(others.url)}) FROM ${webhookEndpoints} WHERE ${where})`,
	undo: [
		{ table: webhookEndpoints, where: eq(id, target_id), exists: isThere },
		secretsOf('webhook_endpoints', target_id),
	],
})

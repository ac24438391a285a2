import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Caller } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf, exists, stateOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { withValidity } from '../entitlement-keys/fit.ts'
import { configuredEntitlementOverrides } from './configured.ts'
import type { CreateEntitlementOverride } from './schema.ts'
import { entitlementOverrides } from './table.ts'

type Wanted = z.infer<typeof CreateEntitlementOverride>

/**
 * Sets one of an org's entitlements. A replaced override keeps its id and creation time. Throws 400 for an unknown or a deleted org.
 */
export async function putOverride(c: Caller, wanted: Wanted) {
	const created_by_user_id = actorOf(c.var.principal)
	const override = { id: newId('ovr'), ...wanted, created_by_user_id, created_at: now() }
	const { org_id, key, value, value_type, reason, expires_at } = wanted
	const where = allOf(eq(entitlementOverrides.org_id, org_id), eq(entitlementOverrides.key, key))
	const isNew = exists(entitlementOverrides, eq(entitlementOverrides.id, override.id))
	const put = c.var.db
		.insert(entitlementOverrides)
		.values(override)
		.onConflictDoUpdate({
			target: [entitlementOverrides.org_id, entitlementOverrides.key],
			set: { value, value_type, reason, expires_at, created_by_user_id },
		})
		.returning()
	const { stored } = await write(
		c,
		{ org: ensureExists(c, orgs, isOpen(org_id)), stored: put },
		{
			audit: {
				action: 'entitlement_overrides.put',
				target: entitlementOverrides,
				target_id: sql`coalesce((SELECT ${entitlementOverrides.id} FROM ${entitlementOverrides} WHERE ${where}), ${override.id})`,
				org_id,
				where,
				undo: [{ table: entitlementOverrides, where }],
				kinds: [{ kind: configuredEntitlementOverrides }],
			},
			response: {
				status: sql`iif(${isNew}, 201, 200)`,
				body: sql`json_set(${stateOf(entitlementOverrides, where)}, '$.is_valid', json('true'))`,
			},
			otherwise: invalid([{ path: 'org_id', message: must.org_id }]),
		},
	)
	const response = withValidity(stored[0] ?? override)
	return { response, isNew: response.id === override.id }
}

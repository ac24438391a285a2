import * as z from 'zod'
import { newId, now } from '../../db/columns.ts'
import type { Configured } from '../../write/configured.ts'
import { VALUE_MISMATCH, valueMatchesType } from '../plans/schema.ts'
import { CreateEntitlementOverride, EntitlementOverride } from './schema.ts'
import { entitlementOverrides } from './table.ts'

const { key, value, value_type, reason, expires_at } = CreateEntitlementOverride.shape

const OverrideEntry = z
	.object({ value, value_type, reason, expires_at })
	.refine((entry) => valueMatchesType({ key: '', ...entry }), VALUE_MISMATCH)

export const configuredEntitlementOverrides: Configured = {
	name: 'entitlement_overrides',
	of: 'org',
	permission: 'platform_admin',
	key,
	entry: () => OverrideEntry,
	document: {
		entry: EntitlementOverride.pick({ value: true, value_type: true, reason: true, expires_at: true }),
		by: 'By key.',
	},
	rows: { table: entitlementOverrides, owner: entitlementOverrides.org_id },
	stored: (row: typeof entitlementOverrides.$inferSelect) => ({
		key: row.key,
		item: { value: row.value, value_type: row.value_type, reason: row.reason ?? '', expires_at: row.expires_at },
	}),
	toRow: ({ c, owner, key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('ovr'),
		org_id: owner,
		key,
		...item,
		created_by_user_id: c.var.principal.user_id,
		created_at: stored?.row.created_at ?? at,
	}),
	limitOf: ({ value, expires_at }) =>
		expires_at === null || (expires_at as string) > now() ? Math.trunc(Number(value)) || 0 : undefined,
}

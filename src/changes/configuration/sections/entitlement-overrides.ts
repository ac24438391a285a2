import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../../db/columns.ts'
import { CreateEntitlementOverride } from '../../../plans/entitlements/schema.ts'
import { entitlementOverrides } from '../../../plans/entitlements/table.ts'
import { VALUE_MISMATCH, valueMatchesType } from '../../../plans/plans/schema.ts'
import type { Section } from '../section.ts'
import { byId } from './by-id.ts'

type Override = typeof entitlementOverrides.$inferSelect

const { key, value, value_type, reason, expires_at } = CreateEntitlementOverride.shape

const OverrideEntry = z
	.object({ value, value_type, reason, expires_at })
	.refine((entry) => valueMatchesType({ key: '', ...entry }), VALUE_MISMATCH)

export const entitlementOverridesSection: Section = {
	name: 'entitlement_overrides',
	isForPlatform: true,
	key,
	entry: () => OverrideEntry,
	tables: [
		byId(entitlementOverrides, entitlementOverrides.id, [
			'value',
			'value_type',
			'reason',
			'expires_at',
			'created_by_user_id',
		]),
	],
	read: (db, owner) => [db.select().from(entitlementOverrides).where(eq(entitlementOverrides.org_id, owner))],
	stored: ([rows]) =>
		(rows as Override[]).map((row) => ({
			key: row.key,
			item: {
				value: row.value,
				value_type: row.value_type,
				reason: row.reason ?? '',
				expires_at: row.expires_at,
			},
			row,
		})),
	toRow: ({ c, owner, key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('ovr'),
		org_id: owner,
		key,
		...item,
		created_by_user_id: c.var.principal.user_id,
		created_at: stored?.row.created_at ?? at,
	}),
}

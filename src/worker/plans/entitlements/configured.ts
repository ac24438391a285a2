import * as z from 'zod'
import { newId, now } from '../../ground/db/columns.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { givesCredits } from '../entitlement-keys/catalogue.ts'
import { inOneSpelling, isValid, misfitOf, type Value } from '../entitlement-keys/fit.ts'
import { forgetTerms } from '../entitlement-keys/remembered.ts'
import { keyWarnings } from '../entitlement-keys/warnings.ts'
import { CreateEntitlementOverride, EntitlementOverride } from './schema.ts'
import { entitlementOverrides } from './table.ts'

const { key, value, value_type, reason, expires_at } = CreateEntitlementOverride.shape

const OverrideEntry = z.object({ value, value_type, reason, expires_at }).overwrite(inOneSpelling)

export const configuredEntitlementOverrides: Configured = {
	name: 'entitlement_overrides',
	called: ['Override', 'key'],
	of: 'org',
	writers: { org: ['people.write', 'money.write'] },
	key,
	entry: () => OverrideEntry,
	document: {
		entry: EntitlementOverride.pick({ value: true, value_type: true, reason: true, expires_at: true }),
		by: 'By key.',
	},
	proof: ({ before, after }) => (givesCredits(String((before ?? after)?.key)) ? 'value' : undefined),
	rows: { table: entitlementOverrides, owner: entitlementOverrides.org_id },
	stored: (row: typeof entitlementOverrides.$inferSelect) => ({
		key: row.key,
		item: inOneSpelling({
			value: row.value,
			value_type: row.value_type,
			reason: row.reason ?? '',
			expires_at: row.expires_at,
		}),
	}),
	toRow: ({ c, owner, key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('ovr'),
		org_id: owner,
		key,
		...item,
		created_by_user_id: actorOf(c.var.principal),
		created_at: stored?.row.created_at ?? at,
	}),
	misfit: (key, item) => misfitOf({ key, ...item } as Value),
	warnings: (_c, changes) =>
		changes.flatMap(({ key, after }) => (after ? keyWarnings(key, [{ key, ...after } as Value]) : [])),
	limitOf: (key, { expires_at, ...item }) =>
		(expires_at === null || (expires_at as string) > now()) && isValid({ key, ...item } as Value)
			? Number(item.value)
			: undefined,
	forget: [forgetTerms],
}

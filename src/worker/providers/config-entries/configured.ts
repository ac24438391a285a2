import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { now, PLATFORM } from '../../ground/db/columns.ts'
import { configEntries } from '../../ground/db/table.ts'
import { dottedKey } from '../../ground/http/fields.ts'
import { secretField, StoredSecret } from '../../ground/secrets/field.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { givesCredits } from '../../plans/entitlement-keys/catalogue.ts'
import { defaultInOneSpelling, defaultOf } from '../../plans/entitlement-keys/fit.ts'
import { forgetTerms } from '../../plans/entitlement-keys/remembered.ts'
import { keyWarnings } from '../../plans/entitlement-keys/warnings.ts'
import type { Stake } from '../../principal.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { factorTried, SECOND_FACTOR } from '../../tenancy/users/factors.ts'
import { GROUPS } from '../tool-providers/catalogue.ts'
import { publishedGroup } from '../tool-providers/published.ts'
import { stateWithoutValue } from './clear-values.ts'
import { isLegacyAddress, legacyRedirects } from './redirects.ts'
import { checked, demandsMore, groupOf, isWriteOnly, misfitOfEntry } from './rules.ts'
import { ConfigEntry, PutConfigEntry } from './schema.ts'

const { value } = PutConfigEntry.shape

const PlainEntry = z.object({ value })
const SecretEntry = z.object({ value: secretField(value) })

/** The proof that an entry takes: it decides how everybody signs in, or where a legacy key is sent, or gives credits to all orgs. */
export const stakeOfEntry = (key: string): Stake | undefined =>
	key === SECOND_FACTOR || isLegacyAddress(key) ? 'power' : givesCredits(key) ? 'value' : undefined

export const configuredEntries: Configured = {
	name: 'config_entries',
	called: ['Config entry', 'key'],
	of: 'platform',
	writers: { platform: ['platform_admin'] },
	key: dottedKey(),
	entry: (key) => (isWriteOnly(key) ? SecretEntry : PlainEntry),
	document: {
		entry: z.object({ value: z.union([ConfigEntry.shape.value, StoredSecret]) }),
		by: 'By key. The value of a write-only key is a secret.',
	},
	check: (env, key, item) => (isWriteOnly(key) ? item : { ...item, value: checked(env, key, item.value as string) }),
	secrets: { fields: ['value'], only: isWriteOnly, isRequired: true, check: checked },
	misfit: (key, { value }) => (isWriteOnly(key) ? undefined : misfitOfEntry(key, value as string)),
	warnings: (_c, changes) =>
		changes.flatMap(({ key, after }) =>
			after && !isWriteOnly(key) ? keyWarnings(key, [defaultOf(key, after.value as string)]) : [],
		),
	rows: { table: configEntries, moving: { updated_at: now } },
	stored: ({ key, value }: typeof configEntries.$inferSelect) => ({
		key,
		item: { value: value === null ? null : defaultInOneSpelling(key, value) },
	}),
	toRow: ({ key, item, at }) => ({ key, value: isWriteOnly(key) ? null : item.value, updated_at: at }),
	redirects: legacyRedirects,
	audited: ({ target_id }) => ({
		target: configEntries,
		...(isWriteOnly(target_id) && { kept: stateWithoutValue(target_id) }),
	}),
	// Changing a legacy tool entry changes its group.
	published: (_owner, keys) =>
		GROUPS.filter((group) => keys.some((key) => groupOf(key) === group)).map((group) =>
			publishedGroup(PLATFORM, group),
		),
	trial: demandsMore,
	tried: [factorTried(sql`NOT ${demandsMore(sql`unconfirmed_changes.audit_id`)}`)],
	proof: ({ target_id }) => stakeOfEntry(target_id),
	forget: [forgetTerms, forgetPrincipals],
	confirmable: ['PUT /v1/admin/config-entries/:key', 'DELETE /v1/admin/config-entries/:key'],
}

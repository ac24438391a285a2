import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../ground/db/state.ts'
import { configEntries } from '../../ground/db/table.ts'
import { column, constant, firstOf, joined } from '../../ground/db/value.ts'
import type { Change, Stored } from '../../ground/write/entry.ts'
import { HOLDERS, type Redirects } from '../../ground/write/following.ts'
import { hostOf, isKeptSecret } from '../../ground/write/redirects.ts'
import { redirectNotice } from '../../messages/notices/redirect.ts'
import { GROUPS } from '../tool-providers/catalogue.ts'
import { legacyKeys } from '../tool-providers/group-state.ts'

// A tool group's legacy key is one entry, and two others say where it goes. So finding its redirects takes several rows.

/** Where a key goes: to the base URL, else to its provider's default address, else nowhere. */
const address = firstOf(column('base_url'), joined(constant('the default address of '), column('provider')))

type Keys = ReturnType<typeof legacyKeys>

/** An entry's value after the change. */
const valueOf = (key: string) =>
	sql`(SELECT ${configEntries.value} FROM ${configEntries} WHERE ${configEntries.key} = ${literal(key)})`

/** What was kept of an entry, if the change touched it. */
const kept = (audit_id: string, what: SQL, key: string) =>
	sql`(SELECT ${what} FROM audit_states s WHERE s.audit_id = ${audit_id} AND s.table_name = 'config_entries' AND s.row_key = json_array(${literal(key)}))`

/** An entry's value before the change. A column that the kept row doesn't have didn't change. */
const priorOf = (audit_id: string, key: string) =>
	sql`CASE WHEN ${kept(audit_id, sql`s.before IS NULL OR json_type(s.before, '$.value') IS NOT NULL`, key)} = 1 THEN ${kept(audit_id, sql`s.before ->> 'value'`, key)} ELSE ${valueOf(key)} END`

const moved = (audit_id: string, group: string, keys: Keys) => {
	const now = address.sql((name) => valueOf(keys[name as keyof Keys]))
	const before = address.sql((name) => priorOf(audit_id, keys[name as keyof Keys]))
	return sql`SELECT ${literal(keys.base_url)} AS "key", 'legacy_entries' AS holder, ${literal(group)} AS name, ${now} AS address, NULL AS host, iif(${valueOf(keys.base_url)} IS NULL, ${valueOf(keys.provider)}, NULL) AS default_of
		WHERE ${now} IS NOT NULL AND ${now} IS NOT ${before} AND ${isKeptSecret(audit_id, 'config_entries', literal(keys.api_key), 'value')}`
}

/** Whether an entry says where the legacy key of a tool group is sent. */
export const isLegacyAddress = (key: string) =>
	GROUPS.map(legacyKeys).some(({ base_url, provider }) => key === base_url || key === provider)

export const legacyRedirects: Redirects = {
	url: configEntries.value,
	named: 'key',
	notice: redirectNotice,
	moved: (_env, audit_id) =>
		sql.join(
			GROUPS.map((group) => moved(audit_id, group, legacyKeys(group))),
			sql` UNION ALL `,
		),
	planned: (_env, changes, before, after) =>
		GROUPS.flatMap((group) => {
			const keys = legacyKeys(group)
			const changed = changes.some(({ key }) => key === keys.provider || key === keys.base_url)
			if (!changed || !isKept(keys.api_key, changes, before, after)) return []
			const rowOf = (value: (key: string) => unknown) => ({
				base_url: value(keys.base_url),
				provider: value(keys.provider),
			})
			const from = address.of(rowOf((key) => before.get(key)?.item.value))
			const to = address.of(rowOf((key) => after.get(key)?.value))
			if (to === null || to === from) return []
			return [{ key: keys.base_url, holder: `${HOLDERS.legacy_entries} ${group}`, address: to, host: hostOf(to) }]
		}),
}

function isKept(
	key: string,
	changes: Change[],
	before: ReadonlyMap<string, Stored>,
	after: ReadonlyMap<string, unknown>,
): boolean {
	const isWritten = changes.some((one) => one.key === key && (one.after === null || one.plaintexts.size > 0))
	return !isWritten && before.get(key)?.secrets.has('value') === true && after.has(key)
}

import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../db/database.ts'
import { literal } from '../db/state.ts'
import type { Value } from '../db/value.ts'
import { secrets } from '../secrets/table.ts'
import type { Affected, Revertible } from './configured.ts'
import { type Change, keepsSecret } from './entry.ts'
import { type Holder, HOLDERS, type Redirect, type Redirects } from './following.ts'
import { changedRows, current, prior, vaultRow } from './kept-rows.ts'
import { auditStates } from './table.ts'

// A redirect: a stored key stays, and a change sends it to another address. With a stolen login somebody could steal keys
// this way. So a redirect has its own audit action, and the org's owners or the platform admins are notified.

/** A secret that is sent somewhere. */
interface Rule {
	/** The column of the vault. */
	field: string
	/** Where it's sent; null if nowhere. */
	address: (env: Env) => Value
	/** The address in words, if it's not a URL. */
	host?: Value
	holder: Holder
}

interface Rules extends Pick<Redirects, 'url' | 'defaults' | 'named' | 'notice'> {
	table: SQLiteTable
	/** The column of the entry's key; undefined for a single entry. */
	key: string | undefined
	rules: Rule[]
}

/** Whether a secret is stored and the change didn't touch it. `row` is its row in the vault. */
export const isKeptSecret = (audit_id: string, table: string, row: SQL, field: string): SQL =>
	sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${secrets.table_name} = ${literal(table)} AND ${secrets.row_id} = ${row} AND ${secrets.column_name} = ${literal(field)})
		AND NOT EXISTS (SELECT 1 FROM audit_states k WHERE k.audit_id = ${audit_id} AND k.table_name = 'secrets'
			AND k.row_key = json_array(${literal(table)}, ${row}, ${literal(field)}) AND k.before ->> 'secret_id' IS NOT k.after ->> 'secret_id')`

/** A kind for a call that may give the secret. Who gives it knows it, also if it's the stored one, so nothing is redirected then. */
export const unlessGiven = (kind: Revertible, secret: string | null | undefined): Revertible => {
	const { redirects: _, ...others } = kind
	return secret == null ? kind : others
}

/** Whether a body moves one of the fields that say where a secret is sent, and doesn't give the secret, for `stepUp`. */
export const sendsElsewhere =
	<B extends object>(secret: keyof B, ...fields: (keyof B)[]) =>
	(body: B) =>
		body[secret] === undefined && fields.some((field) => body[field] !== undefined)

/** The redirects of a kind whose own rows say where their secrets are sent. */
export function redirectsOf({ table, key, rules, ...others }: Rules): Redirects {
	const name = getTableName(table)
	const [at, before] = [current(table), prior(table)]
	const said = key === undefined ? literal(name) : at(key)
	const moved = (env: Env, audit_id: string, { field, address, host, holder }: Rule) => {
		const to = address(env)
		const called = key === undefined ? sql`NULL` : said
		return sql`SELECT ${said} AS "key", ${literal(holder)} AS holder, ${called} AS name, ${to.sql(at)} AS address, ${host?.sql(at) ?? sql`NULL`} AS host, NULL AS default_of
			FROM ${changedRows(audit_id, table)} AND ${auditStates.before} IS NOT NULL AND ${to.sql(at)} IS NOT NULL
			AND ${to.sql(at)} IS NOT ${to.sql(before)} AND ${isKeptSecret(audit_id, name, vaultRow(table), field)}`
	}
	const planned = (env: Env, change: Change) =>
		rules.flatMap(({ field, address, host, holder }): Redirect[] => {
			const { before: from, after } = change
			if (!keepsSecret(change, field) || from === null || after === null) return []
			const to = address(env).of(after)
			if (to === null || to === address(env).of(from)) return []
			const whose = key === undefined ? HOLDERS[holder] : `${HOLDERS[holder]} ${change.key}`
			return [{ key: change.key, holder: whose, address: to, host: host?.of(after) ?? hostOf(to) }]
		})
	return {
		...others,
		moved: (env, audit_id) =>
			sql.join(
				rules.map((rule) => moved(env, audit_id, rule)),
				sql` UNION ALL `,
			),
		planned: (env, changes) => changes.flatMap((change) => planned(env, change)),
	}
}

/** The host of a URL. Any other address is returned as it is. */
export const hostOf = (address: string): string => URL.parse(address)?.host || address

/** How many redirects a notice names. */
const MAX_NAMED = 20

/** How many URLs a change passes along so that their hosts can be named. */
export const MAX_URLS = 200

interface Telling {
	db: Database['reader']
	env: Env
	audit_id: string
	org_id: string | null
	/** The changed row; null if a change has many. */
	target_id: string | null
	actor_user_id: string | null
	/** URLs that keys may be sent to. SQL can't find the host of a URL as safely as a parser does. */
	urls: string[]
}

/** Whether the change redirects a key, in SQL, and one notice for all redirects. */
export function toldRedirects(affected: Affected[], { db, env, audit_id, org_id, target_id, ...telling }: Telling) {
	const found = affected.flatMap(({ kind }) => (kind.redirects ? [{ name: kind.name, ...kind.redirects }] : []))
	const [first] = found
	if (!first) return undefined
	const moved = sql`(${sql.join(
		found.map(
			({ name, moved }, index) =>
				sql`SELECT ${literal(index)} AS place, ${literal(name)} AS section, m.* FROM (${moved(env, audit_id)}) m`,
		),
		sql` UNION ALL `,
	)})`
	const urls = [...found.flatMap(({ defaults }) => defaults?.(env) ?? []), ...telling.urls].slice(0, MAX_URLS)
	const hosts = JSON.stringify(Object.fromEntries(urls.map((url) => [url, hostOf(url)])))
	const known = sql`(SELECT h.value FROM json_each(${hosts}) h WHERE h.key = address)`
	const host = sql`coalesce(host, ${known}, iif(instr(address, '://') > 0, '…', NULL))`
	return {
		isRedirect: sql`EXISTS (SELECT 1 FROM ${moved})`,
		notice: first.notice(db, org_id, {
			redirects: sql`SELECT section, "key", holder, name, ${host} AS host, default_of, count(*) OVER () AS total FROM ${moved} ORDER BY place, "key" LIMIT ${literal(MAX_NAMED)}`,
			most: MAX_NAMED,
			target: target_id === null ? undefined : first.named === undefined ? {} : { [first.named]: target_id },
			actor_user_id: telling.actor_user_id,
		}),
	}
}

/** The URL in a kept row, for those kinds whose rows have one. */
export const keptUrl = (kinds: readonly Revertible[]): SQL<string> => {
	const cases = kinds.flatMap(({ name, redirects }) =>
		redirects?.url ? [sql`WHEN ${literal(name)} THEN ${auditStates.before} ->> ${literal(redirects.url.name)}`] : [],
	)
	return sql`CASE ${auditStates.table_name} ${sql.join(cases, sql` `)} END`
}

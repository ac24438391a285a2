import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, literal } from '../../ground/db/state.ts'
import { type ApiError, forbidden, invalid } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { ensure } from '../../ground/write/guards.ts'
import { PERMISSIONS, type Principal, type RuntimeReach } from '../../principal.ts'
import { isOfPlatform as isOfOperators } from '../../tenancy/principals/permissions.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from './table.ts'

// An account is of the platform if it serves any org but its own, gets the platform's credentials, or holds a permission of operators.
// Its org sees, suspends and deletes it. Everything else is for platform admins: with a key of it, the owner of that org could ask for the
// credentials of every org that it serves. What a runtime of one org needs, `runtime.report` and `runtime.resolve`, reaches that org only.

const ofOperators = sql.join(PERMISSIONS.filter(isOfOperators).map(literal), sql`, `)

/** Whether the account in a row is of the platform, in SQL. */
export const isOfPlatform: SQL = sql`(EXISTS (SELECT 1 FROM json_each(${serviceAccounts.runtime}, '$.orgs') AS o WHERE o.value <> ${serviceAccounts.org_id})
	OR coalesce(json_extract(${serviceAccounts.runtime}, '$.platform_credentials'), 0) = 1
	OR EXISTS (SELECT 1 FROM json_each(${serviceAccounts.scopes}) AS s WHERE s.value IN (${ofOperators})))`

const isAdmin = ({ permissions }: Principal) => permissions.has('platform_admin')

/** Whether the caller may write more of the account in a row than to suspend and delete it, in SQL. */
export const isTheirs = (principal: Principal): SQL => (isAdmin(principal) ? sql`1` : sql`NOT ${isOfPlatform}`)

/** The 403 for an account of the platform. Undefined if the caller may write all of it. */
export function notTheirs(
	principal: Principal,
	{ runtime, scopes, org_id }: Pick<typeof serviceAccounts.$inferSelect, 'runtime' | 'scopes' | 'org_id'>,
): ApiError | undefined {
	const isOurs =
		runtime?.orgs.some((one) => one !== org_id) || runtime?.platform_credentials || scopes?.some(isOfOperators)
	return isOurs && !isAdmin(principal) ? forbidden('service_accounts.of_platform') : undefined
}

/** Whether a key of an account hasn't ended, in SQL. */
export const hasNotEnded = (): SQL =>
	sql`(${serviceAccountKeys.expires_at} IS NULL OR ${serviceAccountKeys.expires_at} > ${now()})`

/**
 * The statements before an account gets other orgs, or the platform's credentials: all keys that it has end, and those for encryption
 * are deleted. Their maker may have been the org's, and nobody but the platform may use the account from now on.
 */
export function endKeys({ var: { db } }: WorkContext, account: SQL, { orgs, platform_credentials }: RuntimeReach) {
	const { runtime } = serviceAccounts
	const moved = sql`IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${account} AND (json_extract(${runtime}, '$.orgs') IS NOT ${JSON.stringify(orgs)}
		OR ${platform_credentials} AND coalesce(json_extract(${runtime}, '$.platform_credentials'), 0) = 0))`
	return [
		db
			.update(serviceAccountKeys)
			.set({ expires_at: now() })
			.where(allOf(sql`${serviceAccountKeys.service_account_id} ${moved}`, hasNotEnded())),
		db.delete(encryptionKeys).where(sql`${encryptionKeys.service_account_id} ${moved}`),
	]
}

type Runtime = Pick<RuntimeReach, 'orgs'>

/** What follows FROM: the orgs that a runtime names and that aren't there, each by its id. */
const missingIn = ({ orgs }: Runtime) =>
	sql`json_each(${JSON.stringify(orgs)}) WHERE value <> '*' AND NOT EXISTS (SELECT 1 FROM orgs o WHERE o.id = value AND o.deleted_at IS NULL)`

/** Refuses the batch unless all orgs that an account is to serve are there. */
export const ensureServed = (c: WorkContext, runtime: Runtime | null | undefined) =>
	runtime && ensure(c, sql`NOT EXISTS (SELECT 1 FROM ${missingIn(runtime)})`)

/** The 400 that names one that isn't. */
export async function notServed({ var: { db } }: WorkContext, runtime: Runtime | null | undefined) {
	if (!runtime) return undefined
	const [missing] = await db.all<{ value: string }>(sql`SELECT value FROM ${missingIn(runtime)} LIMIT 1`)
	return missing && invalid([{ path: 'runtime.orgs', ...said('org_ids', { org_id: missing.value }) }])
}

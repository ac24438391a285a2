import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, forbidden } from '../../http/errors.ts'
import type { Principal, RuntimeReach } from '../../principal.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from './table.ts'

// An account that serves any org but its own is of the platform. Its org sees, suspends and deletes it. Everything else is for platform
// admins: with a key of it, the owner of that org could ask for the credentials of every org that it serves.

/** Whether the account in a row serves another org, in SQL. */
export const isOfPlatform: SQL = sql`EXISTS (SELECT 1 FROM json_each(${serviceAccounts.runtime}, '$.orgs') AS o WHERE o.value <> ${serviceAccounts.org_id})`

const isAdmin = ({ permissions }: Principal) => permissions.has('platform_admin')

/** Whether the caller may write more of the account in a row than to suspend and delete it, in SQL. */
export const isTheirs = (principal: Principal): SQL => (isAdmin(principal) ? sql`1` : sql`NOT ${isOfPlatform}`)

/** The 403 for an account of the platform. Undefined if the caller may write all of it. */
export function notTheirs(
	principal: Principal,
	{ runtime, org_id }: { runtime: RuntimeReach | null; org_id: string },
): ApiError | undefined {
	const servesOthers = runtime?.orgs.some((one) => one !== org_id) === true
	return servesOthers && !isAdmin(principal) ? forbidden({ reason: 'service_accounts.of_platform' }) : undefined
}

/** Whether a key of an account hasn't ended, in SQL. */
export const hasNotEnded = (): SQL =>
	sql`(${serviceAccountKeys.expires_at} IS NULL OR ${serviceAccountKeys.expires_at} > ${now()})`

/**
 * The statements before an account gets other orgs: all keys that it has end, and those for encryption are deleted. Whoever made them
 * may have been the org's, and nobody but the platform may use the account from now on.
 */
export function endKeys({ var: { db } }: WorkContext, account: SQL, { orgs }: RuntimeReach) {
	const moved = sql`IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${account} AND json_extract(${serviceAccounts.runtime}, '$.orgs') IS NOT ${JSON.stringify(orgs)})`
	return [
		db
			.update(serviceAccountKeys)
			.set({ expires_at: now() })
			.where(allOf(sql`${serviceAccountKeys.service_account_id} ${moved}`, hasNotEnded())),
		db.delete(encryptionKeys).where(sql`${encryptionKeys.service_account_id} ${moved}`),
	]
}

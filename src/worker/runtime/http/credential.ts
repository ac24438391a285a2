import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { lacking } from '../../ground/http/access.ts'
import { unauthorized, unavailable } from '../../ground/http/errors.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { guard } from '../../ground/write/guards.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import type { Principal } from '../../principal.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import type { Caller } from '../../spending/admission/admit.ts'
import { askedByOf } from '../../spending/requests/state.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'

// An isolate keeps a principal for five seconds. A run begins and continues only by a credential that is valid now, so the batch that
// decides asks again.

const REPORT = 'runtime.report'

const guards = preparedAll(['id', 'account_id', 'user_id', 'runtime', 'kid', 'permissions'], (db, value) => {
	const { id, account_id, user_id, runtime, kid, permissions } = value
	const isIn = (granted: string) =>
		sql`NOT EXISTS (SELECT 1 FROM json_each(${permissions}) AS n WHERE n.value NOT IN (SELECT g.value FROM json_each(${sql.raw(granted)}) AS g))`
	const hasNotEnded = sql`(k.expires_at IS NULL OR k.expires_at > ${db.now()})`
	const isAdmin = (since = sql`1`) =>
		sql`EXISTS (SELECT 1 FROM ${users} AS u JOIN ${platformAdmins} AS p ON p.user_id = u.id WHERE u.id = ${user_id} AND u.status = 'active' AND ${since})`
	return {
		service: guard(
			db,
			sql`EXISTS (SELECT 1 FROM ${serviceAccountKeys} AS k JOIN ${serviceAccounts} AS a ON a.id = k.service_account_id
				JOIN ${orgs} AS o ON o.id = a.org_id AND o.deleted_at IS NULL
				WHERE k.id = ${id} AND ${hasNotEnded} AND a.id = ${account_id} AND a.is_active = 1 AND a.runtime IS ${runtime} AND ${isIn('a.scopes')} AND ${isIn('coalesce(k.permissions, a.scopes)')})
				AND (${kid} IS NULL OR EXISTS (SELECT 1 FROM ${encryptionKeys} AS e WHERE e.service_account_id = ${account_id} AND e.kid = ${kid}))`,
		),
		api_key: guard(
			db,
			sql`EXISTS (SELECT 1 FROM ${apiKeys} AS k JOIN ${orgs} AS o ON o.id = k.org_id AND o.deleted_at IS NULL
				WHERE k.id = ${id} AND ${hasNotEnded} AND ${isIn('k.scopes')} AND ${isAdmin(sql`p.created_at <= k.created_at`)})`,
		),
		user: guard(
			db,
			sql`EXISTS (SELECT 1 FROM ${sessions} AS s WHERE s.id = ${id} AND s.ended_at IS NULL AND s.expires_at > ${db.now()}) AND ${isAdmin()}`,
		),
	}
})

/** The guard for the caller's credential, and for the encryption key that they get credentials for. */
function guardOf(c: Context<SignedIn>, principal: Principal, kid: string | undefined): Statement {
	const isService = principal.kind === 'service'
	return guards(c.var.db, {
		id: principal.kind === 'user' ? principal.session_id : principal.api_key_id,
		account_id: principal.service_account_id,
		user_id: principal.user_id,
		runtime: isService && principal.runtime ? JSON.stringify(principal.runtime) : null,
		kid: kid ?? null,
		permissions: JSON.stringify([REPORT, ...(kid === undefined ? [] : ['runtime.resolve'])]),
	})[principal.kind]
}

/**
 * Runs `attempt` with the caller, whose `credential` is for the batch that decides. If the batch finds that the credential has changed,
 * the caller is read again, and refused or let in as they are now.
 */
export async function asOfNow<T>(
	c: Context<SignedIn>,
	attempt: (callerWith: (kid?: string) => Caller) => Promise<T>,
): Promise<T> {
	const refusal = unavailable('database.overloaded', 1)
	const callerWith = (kid?: string) => {
		const { principal } = c.var
		const { org_id, key_root_id: api_key_id } = principal
		return {
			org_id,
			api_key_id,
			asked_by: askedByOf(principal),
			credential: { isValid: guardOf(c, principal, kid), refusal },
		}
	}
	try {
		return await attempt(callerWith)
	} catch (error) {
		if (error !== refusal) throw error
		forgetPrincipals()
		const principal = await c.var.principal_now(c.var.db)
		if (!principal) throw unauthorized()
		if (!principal.permissions.has(REPORT)) throw lacking(REPORT)
		c.set('principal', principal)
		return attempt(callerWith)
	}
}

import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { deleteSecretsOf } from '../../ground/secrets/vault.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { endLogins } from '../../sign-in/challenges/challenge.ts'
import { identities } from '../../sign-in/identities/table.ts'
import { passkeys } from '../../sign-in/passkeys/table.ts'
import { passwords } from '../../sign-in/passwords/table.ts'
import { recoveryCodes } from '../../sign-in/recovery-codes/table.ts'
import { oneTimeTokens } from '../../sign-in/recovery/table.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { placeOf } from '../../sign-in/totp/key.ts'
import { totpKeys } from '../../sign-in/totp/table.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'

// A user who gets their first platform role begins as an operator with nothing that was planted before.

const counted = (table: SQLWrapper, where: SQL) => sql`(SELECT count(*) FROM ${table} WHERE ${where})`
const is = (condition: SQL) => sql`json(iif(${condition}, 'true', 'false'))`

/**
 * The statements before a batch gives a user a platform role. For somebody who holds none yet they end all sessions, unfinished logins
 * and one-time tokens. If an operator has reached the account (`users.reached_at`), they also end the ways in and the keys that were
 * made since: they may be the operator's. What the user had before stays. `entered` is the sign-in that gives the role, whose identity
 * stays. `ended` has what it was, as the JSON of the response; null for somebody who is an operator already.
 */
export function beforeFirstRole({ var: { db } }: WorkContext, user_id: string, entered?: SQL) {
	const isFirst = sql`NOT ${holdsRole(user_id)}`
	const reached = sql`(SELECT r.reached_at FROM users r WHERE r.id = ${user_id})`
	const since = (made_at: SQLWrapper) => sql`coalesce(${made_at}, ${reached}) >= ${reached} AND ${isFirst}`
	const ofPassword = allOf(eq(passwords.user_id, user_id), since(passwords.changed_at))
	const ofPasskeys = allOf(eq(passkeys.user_id, user_id), since(passkeys.created_at))
	const ofTotp = allOf(eq(totpKeys.user_id, user_id), since(totpKeys.created_at))
	const ofCodes = allOf(eq(recoveryCodes.user_id, user_id), since(recoveryCodes.created_at))
	const isOther = entered ? sql`NOT (${entered})` : sql`1`
	const ofIdentities = allOf(eq(identities.user_id, user_id), since(identities.created_at), isOther)
	const ofKeys = allOf(eq(apiKeys.user_id, user_id), since(apiKeys.created_at))
	const ofSessions = allOf(eq(sessions.user_id, user_id), isNull(sessions.ended_at), isFirst)
	const ofTokens = allOf(eq(oneTimeTokens.user_id, user_id), isFirst)
	const ended = sql`json_object('sessions', ${counted(sessions, allOf(ofSessions, sql`${sessions.expires_at} > ${now()}`))},
		'one_time_tokens', ${counted(oneTimeTokens, ofTokens)}, 'was_reached', ${is(sql`${reached} IS NOT NULL`)},
		'password', ${is(exists(passwords, ofPassword))}, 'passkeys', ${counted(passkeys, ofPasskeys)},
		'totp', ${is(exists(totpKeys, ofTotp))}, 'recovery_codes', ${counted(recoveryCodes, ofCodes)},
		'identities', ${counted(identities, ofIdentities)}, 'api_keys', ${counted(apiKeys, ofKeys)})`
	const { table, row } = placeOf(user_id)
	return {
		ended: db
			.select({ ended: sql<string>`${ended}`.as('ended') })
			.from(sql`(SELECT 1) WHERE ${isFirst}`)
			.limit(1),
		firstRole: [
			notifyPlatformAdmins(db, {
				code: 'first_role',
				values: {
					user: sql`(SELECT u.username FROM users u WHERE u.id = ${user_id})`,
					was_reached: sql`(${reached} IS NOT NULL)`,
				},
				about: { user_id, ended: json(ended) },
				when: isFirst,
			}),
			db.update(sessions).set({ ended_at: now() }).where(ofSessions),
			endLogins(db, user_id, isFirst),
			db.delete(oneTimeTokens).where(ofTokens),
			db.delete(passwords).where(ofPassword),
			db.delete(passkeys).where(ofPasskeys),
			deleteSecretsOf(db, table, row, exists(totpKeys, ofTotp)),
			db.delete(totpKeys).where(ofTotp),
			db.delete(recoveryCodes).where(ofCodes),
			db.delete(identities).where(ofIdentities),
			db.delete(apiKeys).where(ofKeys),
			db
				.update(users)
				.set({ reached_at: null })
				.where(and(eq(users.id, user_id), isFirst)),
		],
	}
}

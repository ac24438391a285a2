import { fromNow, newId, now } from '../worker/ground/db/columns.ts'
import { inOneCase } from '../worker/ground/db/one-case.ts'
import { hashOf, newCredential } from '../worker/keys/auth/tokens.ts'
import { noticeOf } from '../worker/messages/notices/catalogue.ts'
import type { Client } from '../worker/operations/backups/derive.ts'
import { Failure } from './failure.ts'

/** Who acted, in the audit log. No user has such an id. */
const DEPLOYMENT = 'deployment'

/** As long as a token that an operator passes on. */
const TTL_MS = 3_600_000

/** A user's second factors, as an operator's reset removes them. */
const FACTORS = [
	'DELETE FROM passkeys WHERE user_id = ?1',
	'DELETE FROM totp_keys WHERE user_id = ?1',
	"DELETE FROM secrets WHERE table_name = 'totp_keys' AND row_id = ?1",
	"DELETE FROM replaced_secrets WHERE table_name = 'totp_keys' AND row_id = ?1",
	'DELETE FROM recovery_codes WHERE user_id = ?1',
	"DELETE FROM sign_in_challenges WHERE user_id = ?1 AND purpose = 'second_factor'",
	'UPDATE users SET password_sign_in = 1 WHERE id = ?1',
]

/**
 * Writes a one-time reset of a platform admin's password into the database, and removes their second factor if asked to, in one batch
 * that may be sent twice. Its audit rows name the deployment. Throws a refusal for anybody who isn't an active platform admin.
 */
export async function linkByDeployment(db: Client, login: string, { second_factor = false } = {}) {
	const found = await db
		.prepare(
			"SELECT u.id FROM users u JOIN platform_admins p ON p.user_id = u.id WHERE (u.login_caseless = ? OR lower(u.login) = lower(?)) AND u.status = 'active'",
		)
		.bind(inOneCase(login.trim()), login.trim())
		.all<{ id: string }>()
	const user_id = found.results[0]?.id
	if (user_id === undefined) throw new Failure(`No active platform admin has the login ${login}.`)
	const token = newCredential('password_reset')
	const [created_at, expires_at] = [now(), fromNow(TTL_MS)]
	const trace_id = crypto.randomUUID().replaceAll('-', '')
	const logged = (action: string) =>
		db
			.prepare(
				"INSERT OR IGNORE INTO audit_logs (id, action, actor_user_id, target_type, target_id, client_address, trace_id, created_at) VALUES (?, ?, ?, 'users', ?, 'system', ?, ?)",
			)
			.bind(newId('aud'), action, DEPLOYMENT, user_id, trace_id, created_at)
	const told = (code: 'password_reset_by_deployment' | 'second_factor_reset_by_deployment') => {
		const { type, title, body } = noticeOf({ code })
		return db
			.prepare(
				'INSERT OR IGNORE INTO notifications (user_id, id, type, title, body, payload, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
			)
			.bind(user_id, newId('ntf'), type, title, body, JSON.stringify({ code, values: {} }), created_at)
	}
	await db.batch([
		db
			.prepare("DELETE FROM one_time_tokens WHERE user_id = ? AND purpose = 'password_reset' AND email IS NULL")
			.bind(user_id),
		db
			.prepare(
				"INSERT INTO one_time_tokens (token_hash, purpose, user_id, expires_at, created_at) VALUES (?, 'password_reset', ?, ?, ?)",
			)
			.bind(hashOf(token), user_id, expires_at, created_at),
		logged('passwords.reset_token'),
		told('password_reset_by_deployment'),
		...(second_factor
			? [
					...FACTORS.map((text) => db.prepare(text).bind(user_id)),
					logged('users.reset_second_factor'),
					told('second_factor_reset_by_deployment'),
				]
			: []),
	])
	return { token, expires_at }
}

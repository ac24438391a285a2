import { randomBytes } from 'node:crypto'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { reservedField } from '../../sign-in/sessions/accounts.ts'
import { Login } from '../../tenancy/users/fields.ts'
import { caselessOf } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'

/** A name that nobody has, from what a provider or a directory calls somebody. */
export function loginFrom(c: WorkContext, called: unknown): string {
	const stem = (typeof called === 'string' ? called : '')
		.replace(/@.*$/, '')
		.replaceAll(/[^\w.-]/g, '-')
		.slice(0, 40)
	const login = `${stem}-${randomBytes(4).toString('hex')}`
	return Login.safeParse(login).success && !reservedField(c, { login })
		? login
		: `user-${randomBytes(6).toString('hex')}`
}

/**
 * A new account without a password, for somebody whom a provider calls so: the statements that make it, and its audit row. `address`
 * is theirs for certain; leave it out if that isn't known.
 */
export function newUser(c: WorkContext, called: unknown, address: string | undefined) {
	const user_id = newId('usr')
	const login = loginFrom(c, called)
	const at = now()
	const proved =
		address === undefined ? {} : ({ email: address, email_verified: true, email_proved_by: 'provider' } as const)
	const row: typeof users.$inferInsert = {
		id: user_id,
		login,
		username: login,
		...proved,
		created_at: at,
		last_login_at: at,
	}
	const insert = c.var.db.insert(users).values({ ...row, ...caselessOf(row) })
	return {
		user_id,
		username: login,
		is_operator: 0,
		statements: [insert],
		entry: auditRow(c, {
			action: 'users.create',
			target: users,
			target_id: user_id,
			actor_user_id: user_id,
			isNew: true,
		}),
	}
}

import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { logError } from '../../ground/http/log.ts'
import { ensure } from '../../ground/write/guards.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { isSameText } from '../../keys/auth/tokens.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { personalName } from '../../tenancy/orgs/personal.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { Login } from '../../tenancy/users/fields.ts'
import { caselessOf } from '../../tenancy/users/names.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { PROVED_BY_MAIL } from '../../tenancy/users/visible.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { inNfc, NewPassword } from '../passwords/schema.ts'
import { passwords } from '../passwords/table.ts'

interface NewAccount {
	login: string
	password: string
	email: string | null
	username?: string | undefined
	locale?: string | undefined
	timezone?: string | undefined
	/** Whether the address is known to be theirs. */
	email_verified?: boolean
	/** Whether creating the account also signs the user in. */
	signs_in?: boolean
}

/** The statements that create a user with a password and a personal org, which the user owns. */
export async function newAccount(
	{ env, var: { db } }: Pick<WorkContext, 'env' | 'var'>,
	{ password, signs_in = false, ...account }: NewAccount,
) {
	const created_at = now()
	const user_id = newId('usr')
	const username = account.username ?? account.login
	const password_hash = await hashPassword(env, { priority: 'stranger' }, password)
	const home = newHome(db, { user_id, username })
	const statements = [
		db.insert(users).values({
			...account,
			...(account.email_verified && PROVED_BY_MAIL),
			...caselessOf({ ...account, username }),
			id: user_id,
			username,
			created_at,
			last_login_at: signs_in ? created_at : null,
		}),
		db.insert(passwords).values({ user_id, password_hash, changed_at: created_at }),
		...home.statements,
	] as const
	return { user_id, org_id: home.org_id, password_hash, statements }
}

/** The statements that create a personal org, which the user owns. */
export function newHome(db: Database['reader'], { user_id, username }: { user_id: string; username: string }) {
	const org_id = newId('org')
	const created_at = now()
	const statements = [
		db.insert(orgs).values({ id: org_id, name: personalName(username), personal_of: user_id, created_at }),
		db.insert(memberships).values({ org_id, user_id, role: 'owner', given_role: 'owner', created_at }),
	] as const
	return { org_id, statements }
}

/**
 * Creates a personal org for a platform admin who has none, because they must be able to log in and repair things. Does nothing
 * if they have an org by now.
 */
export async function createPersonalOrg(c: WorkContext, user: { user_id: string; username: string }): Promise<void> {
	const { org_id, statements } = newHome(c.var.db, user)
	const isOpenOrgOf = allOf(eq(memberships.user_id, user.user_id), isOrgOpen(memberships.org_id))
	await tryWrite(
		c,
		{
			hasNoOrg: ensure(c, sql`NOT ${exists(memberships, isOpenOrgOf)}`),
			home: statements,
		},
		{
			audit: {
				action: 'orgs.create',
				target: orgs,
				target_id: org_id,
				actor_user_id: user.user_id,
				org_id,
				isNew: true,
			},
			response: { none: 'The login that made it answers' },
		},
	)
}

/**
 * Whether these are the bootstrap credentials. Unset ones match nothing, and neither does a password that no user could choose:
 * it would be the weakest of the most powerful account.
 */
export function isBootstrap(
	{ BOOTSTRAP_ADMIN_LOGIN, BOOTSTRAP_ADMIN_PASSWORD }: Env,
	login: string,
	password: string,
): boolean {
	if (!BOOTSTRAP_ADMIN_LOGIN || !BOOTSTRAP_ADMIN_PASSWORD) return false
	if (!isSameText(login, BOOTSTRAP_ADMIN_LOGIN) || !isSameText(inNfc(password), inNfc(BOOTSTRAP_ADMIN_PASSWORD)))
		return false
	const { error } = NewPassword.safeParse(password)
	if (error) logError({ variable: 'BOOTSTRAP_ADMIN_PASSWORD', refused: error.issues.map(({ message }) => message) })
	return error === undefined
}

/** The login of the bootstrap account. A login has no `@`, so for an e-mail address it is the part before the `@`. */
function bootstrapNames({ BOOTSTRAP_ADMIN_LOGIN: name }: Pick<Env, 'BOOTSTRAP_ADMIN_LOGIN'>) {
	if (!name?.includes('@')) return { login: name, email: null }
	const local = name.slice(0, name.indexOf('@')).replaceAll(/[^A-Za-z0-9._-]/g, '-')
	return { login: Login.safeParse(local).data ?? 'admin', email: name }
}

/** The field that names the bootstrap account. A stranger must not take that name before there is a platform admin. */
export function reservedField(
	{ env }: WorkContext,
	{ login, username, email }: { login?: string; username?: string | undefined; email?: string | null | undefined },
) {
	const reserved = bootstrapNames(env)
	if (isSameName(login, reserved.login)) return 'login'
	if (isSameName(username, reserved.login)) return 'username'
	return isSameName(email, reserved.email) ? 'email' : undefined
}

const isSameName = (given: string | null | undefined, name: string | null | undefined) =>
	Boolean(name) && inOneCase(given ?? '') === inOneCase(name ?? '')

/** Creates the first platform admin. Does nothing if there is one, or if a concurrent duplicate was faster. */
export async function bootstrapAdmin(c: WorkContext, password: string): Promise<void> {
	const { db } = c.var
	const { user_id, statements } = await newAccount(c, { ...bootstrapNames(c.env), password })
	await tryWrite(
		c,
		{
			isFirst: ensure(c, sql`NOT ${exists(platformAdmins, sql`1`)}`),
			account: statements,
			grant: db.insert(platformAdmins).values({ user_id, created_at: now() }),
		},
		{
			audit: { action: 'platform_admins.bootstrap', target: users, target_id: user_id, actor_user_id: user_id },
			response: { none: 'The login that made it answers' },
		},
	)
}

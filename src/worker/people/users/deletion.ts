import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { inviteCodes } from '../../billing/invite-codes/table.ts'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { exists, stateOf } from '../../ground/db/state.ts'
import { notFound } from '../../ground/http/errors.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyOperators, notifyUser } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { signInChallenges } from '../../sign-in/challenges/table.ts'
import type { Kept } from '../../sign-in/identities/confirm.ts'
import { identities, scimUsers } from '../../sign-in/identities/table.ts'
import { passkeys } from '../../sign-in/passkeys/table.ts'
import { passwords } from '../../sign-in/passwords/table.ts'
import { deleteCodes } from '../../sign-in/recovery-codes/codes.ts'
import { oneTimeTokens } from '../../sign-in/recovery/table.ts'
import { refreshTokens, sessions } from '../../sign-in/sessions/table.ts'
import { deleteKey } from '../../sign-in/totp/key.ts'
import { bookDeletions } from '../../tenancy/orgs/deletions.ts'
import { isPersonalName, personalOrgs } from '../../tenancy/orgs/personal.ts'
import { memberships, orgDeletions, orgs } from '../../tenancy/orgs/table.ts'
import { DELETED_PREFIX } from '../../tenancy/users/fields.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { operatorRoles, platformAdmins, users } from '../../tenancy/users/table.ts'
import { NO_ADDRESS, present } from '../../tenancy/users/visible.ts'
import { losing } from '../leaving/tell.ts'
import { endAccess } from './change.ts'
import { userErasures } from './table.ts'

// A deleted user (spec 4.11) keeps their row, because the ledger, runs and the audit log point to it. The row keeps nothing
// personal. The user loses all access, and an org that they alone owned passes to another member. Their personal org, which has
// their name, is deleted if nobody else belongs to it, and renamed otherwise.

/** Deletes a user in one batch. Throws 404 for an unknown user, 409 for the last platform admin. */
export async function deleteUser(c: WorkContext, user_id: string, kept: Kept): Promise<void> {
	const { db } = c.var
	await write(
		c,
		{
			inReach: ensureInReach(c, user_id),
			anonymise: withAfterCommit(
				losing(db.update(users).set(toAnonymous(user_id)).where(present(user_id))),
				orgGoes(user_id),
				now(),
			),
			found: ensureChanged(c),
			keepsAdmin: ensure(c, keepsPlatformAdmin(user_id)),
			remove: removalOf(db, user_id),
			kept: kept.statements,
		},
		{
			audit: { action: 'users.delete', target: users, target_id: user_id, state: stateWithAccess(user_id) },
			otherwise: async () => (await outOfReach(c, user_id)) ?? (await kept.refusal()) ?? deletionRefusal(db, user_id),
		},
	)
}

/** The values that replace everything personal in the row. The name is unique, because it comes from the id. */
export const toAnonymous = (user_id: string) => {
	const name = DELETED_PREFIX + user_id.slice(user_id.indexOf('_') + 1).toLowerCase()
	return {
		login: name,
		username: name,
		...NO_ADDRESS,
		avatar_url: null,
		status: 'deleted' as const,
	}
}

/** The statements that delete everything of a user except the row, and pass their orgs on. */
const removalOf = (db: Database['reader'], user_id: string) =>
	[
		...told(db, user_id),
		insertFrom(
			db,
			userErasures,
			{ user_id, org_ids: sql`json_group_array(p.id)`, created_at: now() },
			sql`(${personalOrgs(user_id)}) p`,
		),
		db
			.update(orgs)
			.set({
				name: nameAfter(user_id),
				deleted_at: sql`iif(${hasOthers(user_id)}, ${orgs.deleted_at}, coalesce(${orgs.deleted_at}, ${now()}))`,
			})
			.where(sql`${orgs.id} IN (${erasedOrgs(user_id)})`),
		bookDeletions(db, sql`o.id IN (${erasedOrgs(user_id)})`),
		db
			.update(orgDeletions)
			.set({ name: keptName(user_id) })
			.where(sql`${orgDeletions.org_id} IN (${erasedOrgs(user_id)})`),
		...endAccess(db, user_id),
		db
			.delete(refreshTokens)
			.where(sql`${refreshTokens.session_id} IN (SELECT s.id FROM sessions s WHERE s.user_id = ${user_id})`),
		db
			.update(sessions)
			.set({ client_address: null, client_network: null, user_agent: null })
			.where(eq(sessions.user_id, user_id)),
		db.delete(oneTimeTokens).where(eq(oneTimeTokens.user_id, user_id)),
		db.delete(identities).where(eq(identities.user_id, user_id)),
		db.delete(scimUsers).where(eq(scimUsers.user_id, user_id)),
		db.delete(signInChallenges).where(eq(signInChallenges.user_id, user_id)),
		...deleteKey(db, user_id),
		deleteCodes(db, user_id),
		db.delete(passkeys).where(eq(passkeys.user_id, user_id)),
		db.delete(passwords).where(eq(passwords.user_id, user_id)),
		db.delete(platformAdmins).where(eq(platformAdmins.user_id, user_id)),
		db.delete(operatorRoles).where(eq(operatorRoles.user_id, user_id)),
		db.update(inviteCodes).set({ is_active: false }).where(eq(inviteCodes.user_id, user_id)),
		db
			.update(memberships)
			.set({ role: 'owner', given_role: 'owner' })
			.where(sql`(org_id, user_id) IN (SELECT m.org_id, ${heir} FROM memberships m WHERE m.user_id = ${user_id})`),
		db.delete(memberships).where(eq(memberships.user_id, user_id)),
	] as const

/** The statements that tell who inherits an org, and the operators who write members of an org that nobody can inherit. */
function told(db: Database['reader'], user_id: string) {
	const ofUser = sql`FROM memberships m JOIN orgs g ON g.id = m.org_id AND g.deleted_at IS NULL WHERE m.user_id = ${user_id}`
	const orphaned = sql`${ofUser} AND ${isOnlyOwner} AND ${heir} IS NULL AND ${hasOthers(user_id, sql`m.org_id`)}`
	return [
		notifyUser(db, {
			user_id: sql`(SELECT ${heir} ${ofUser})`,
			org_id: null,
			code: 'org_inherited',
			values: { orgs: json(sql`(SELECT json_group_array(g.name) ${ofUser} AND ${heir} = u.id)`) },
			about: { deleted_user_id: user_id },
		}),
		notifyOperators(db, ['admin', 'support'], {
			code: 'org_without_owner',
			values: { orgs: json(sql`(SELECT json_group_array(g.name) ${orphaned})`) },
			about: { deleted_user_id: user_id, org_ids: json(sql`(SELECT json_group_array(g.id) ${orphaned})`) },
			when: sql`EXISTS (SELECT 1 ${orphaned})`,
		}),
	] as const
}

const erasedOrgs = (user_id: string) =>
	sql`SELECT e.value FROM user_erasures u, json_each(u.org_ids) e WHERE u.user_id = ${user_id}`

const hasOthers = (user_id: string, org_id: SQLWrapper = orgs.id) =>
	exists(memberships, sql`org_id = ${org_id} AND user_id <> ${user_id}`)

/** A name that isn't the user's, unless somebody had renamed the org. */
const impersonal = (org_id: SQLWrapper, name: SQLWrapper) =>
	sql`iif(${isPersonalName(name)}, 'Org ' || substr(${org_id}, -6), ${name})`

/** A deleted org has no name, and one with other members keeps theirs, unless it has the user's. */
const nameAfter = (user_id: string) =>
	sql`iif(${orgs.deleted_at} IS NULL AND ${hasOthers(user_id)}, ${impersonal(orgs.id, orgs.name)}, '')`

/** The name that a restore gives an org that was deleted before its user. Without other members there's nobody to restore it for. */
const keptName = (user_id: string) =>
	sql`iif(${hasOthers(user_id, orgDeletions.org_id)}, ${impersonal(orgDeletions.org_id, orgDeletions.name)}, NULL)`

// The user who becomes owner of the org of membership `m`: its oldest admin, or else its oldest member, but no operator other than a
// platform admin, who could have deleted the owner for it. NULL while the org has another owner.
const isOnlyOwner = sql`(m.role = 'owner' AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.org_id = m.org_id AND o.role = 'owner' AND o.user_id <> m.user_id))`
const heir = sql`iif(
	${isOnlyOwner},
	(SELECT h.user_id FROM memberships h WHERE h.org_id = m.org_id AND h.user_id <> m.user_id
		AND NOT EXISTS (SELECT 1 FROM operator_roles p WHERE p.user_id = h.user_id AND NOT EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = h.user_id))
		ORDER BY h.role <> 'admin', h.created_at, h.user_id LIMIT 1),
	NULL
)`

/** What the audit log records of a deleted user: the row, their memberships with the heirs of their orgs, and how much access they have. */
const stateWithAccess = (user_id: string): SQL =>
	sql`json_set(${stateOf(users, eq(users.id, user_id))}, '$.memberships', json((
		SELECT json_group_array(json_object('org_id', m.org_id, 'role', m.role, 'heir_user_id', ${heir}) ORDER BY m.org_id)
		FROM memberships m WHERE m.user_id = ${user_id})),
		'$.session_count', (SELECT count(*) FROM sessions s WHERE s.user_id = ${user_id} AND s.ended_at IS NULL),
		'$.api_key_count', (SELECT count(*) FROM api_keys k WHERE k.user_id = ${user_id}),
		'$.deleted_with_org', json(${contentsOf(sql`SELECT o.id FROM orgs o WHERE o.id IN (${personalOrgs(user_id)})
			AND o.deleted_at IS NULL AND NOT ${hasOthers(user_id, sql`o.id`)}`)}))`

/** What the orgs have that a query finds, as the text of a JSON object; NULL if it finds none. */
const contentsOf = (org_ids: SQL) =>
	sql`(SELECT iif(count(*) = 0, NULL, json_object('org_ids', json_group_array(d.id),
		'llm_providers', sum((SELECT count(*) FROM llm_providers p WHERE p.org_id = d.id)),
		'mcp_configs', sum((SELECT count(*) FROM mcp_configs f WHERE f.org_id = d.id)),
		'webhook_endpoints', sum((SELECT count(*) FROM webhook_endpoints w WHERE w.org_id = d.id AND w.deleted_at IS NULL)),
		'service_accounts', sum((SELECT count(*) FROM service_accounts s WHERE s.org_id = d.id)))) FROM (${org_ids}) d)`

type Contents = Record<'llm_providers' | 'mcp_configs' | 'webhook_endpoints' | 'service_accounts', number>

/** Tells a dry run what goes with the user's personal org. */
const orgGoes = (user_id: string): AfterCommitHook<{ contents: string | null }> => ({
	read: ({ var: { db } }, since) => {
		const gone = sql`SELECT o.id FROM orgs o WHERE o.id IN (${erasedOrgs(user_id)}) AND o.deleted_at >= ${since}`
		const contents = sql<string | null>`${contentsOf(gone)}`.as('contents')
		return db.select({ contents }).from(sql`(SELECT 1)`)
	},
	after: () => undefined,
	effect: ([row]) => {
		if (!row?.contents) return undefined
		return { code: 'deletes_personal_org', values: JSON.parse(row.contents) as Contents }
	},
})

async function deletionRefusal(db: Database['reader'], user_id: string) {
	const [user] = await db.select({ id: users.id }).from(users).where(present(user_id)).limit(1)
	return user ? lastPlatformAdmin() : notFound('User')
}

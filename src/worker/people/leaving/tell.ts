import { isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now, PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { withRollbacks } from '../../ground/write/rollbacks.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUsers } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { scimTokens } from '../../sign-in/identities/table.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { connectionsLeft, isProgram, keysLeft, leftBy, nameOf, tokensLeft } from './left.ts'
import { leavings } from './table.ts'

// The people who decide in an org are notified of what somebody left there who no longer does, in the batch that takes the right away.

const listed = (column: string, from: ReturnType<typeof sql>) =>
	sql`(SELECT json_group_array(${sql.raw(column)}) ${from})`

/** Who decides for a row of `said`: the owners of its org, or the platform admins. */
export const decideFor = sql`u.id IN (SELECT m.user_id FROM memberships m WHERE m.org_id = said.org_id AND m.role = 'owner' AND ${isOrgOpen(sql`m.org_id`)}
	UNION SELECT a.user_id FROM platform_admins a WHERE said.org_id = ${PLATFORM})`

/** The statements that tell them of everything that they don't know yet. */
function telling({ var: { db } }: Pick<WorkContext, 'var'>) {
	const left = leftBy(sql`l.user_id`, sql`l.org_id`)
	const [connections, tokens, keys] = [connectionsLeft(left), tokensLeft(left), keysLeft(left)]
	const by = sql`said.user_id`
	const told = notifyUsers(
		db,
		{
			org_id: sql`nullif(said.org_id, ${PLATFORM})`,
			code: 'left_behind',
			values: {
				user: sql`said.username`,
				connections: json(sql`said.connections`),
				tokens: json(sql`said.tokens`),
				accounts: json(sql`said.accounts`),
			},
			about: {
				user_id: sql`iif(${isProgram(by)}, NULL, ${by})`,
				service_account_id: sql`iif(${isProgram(by)}, ${by}, NULL)`,
				connection_ids: json(sql`said.connection_ids`),
				scim_token_connection_ids: json(sql`said.token_ids`),
				service_account_key_ids: json(sql`said.key_ids`),
			},
			said: sql`(SELECT l.rowid AS nth, l.org_id, l.user_id, iif((SELECT n.status FROM users n WHERE n.id = l.user_id) = 'deleted', NULL, ${nameOf(sql`l.user_id`)}) AS username,
				${listed('o.name', connections)} AS connections, ${listed('o.name', tokens)} AS tokens, ${listed('DISTINCT s.name', keys)} AS accounts,
				${listed('o.id', connections)} AS connection_ids, ${listed('o.id', tokens)} AS token_ids, ${listed('k.id', keys)} AS key_ids
				FROM ${leavings} l WHERE l.told_at IS NULL)`,
			nth: sql`said.nth`,
			when: sql`'[]' <> said.connections OR '[]' <> said.tokens OR '[]' <> said.accounts`,
		},
		decideFor,
	)
	const isUntold = allOf(isNotNull(scimTokens.narrowed_at), isNull(scimTokens.told_at))
	return [
		told,
		db.update(leavings).set({ told_at: now() }).where(isNull(leavings.told_at)),
		db.update(scimTokens).set({ told_at: now() }).where(isUntold),
	]
}

const leaves: AfterCommitHook<{ names: string | null }> = {
	also: telling,
	read: ({ var: { db } }, since) => {
		const left = leftBy(sql`l.user_id`, sql`l.org_id`)
		const names = sql<string | null>`(SELECT group_concat(name, ', ') FROM (SELECT o.name ${connectionsLeft(left)}
			UNION ALL SELECT 'the SCIM token of ' || o.name ${tokensLeft(left)} UNION ALL SELECT DISTINCT 'keys of ' || s.name ${keysLeft(left)}))`
		return db.select({ names: names.as('names') }).from(sql`${leavings} l WHERE l.told_at >= ${since}`)
	},
	after: () => undefined,
	effect: (rows) => {
		const names = rows.flatMap(({ names: one }) => one ?? [])
		return names.length === 0 ? undefined : { code: 'leaves_to_others', values: { names } }
	},
}

/**
 * Marks a statement that may take a right to decide away: the batch notifies the people who decide from then on of what is left, and unconfirmed
 * changes are rolled back.
 */
export const losing = <S extends object>(statement: S): S => withAfterCommit(withRollbacks(statement), leaves, now())

/** The job: tells of what was left by a way that told nobody, such as a revert or a migration. */
export async function tellLeavings(c: WorkContext): Promise<void> {
	const { db } = c.var
	const [found] = await db.select({ user_id: leavings.user_id }).from(leavings).limit(1)
	if (found)
		await write(c, { told: telling(c), forgotten: db.delete(leavings).where(lt(leavings.told_at, fromNow(-DAY_MS))) })
}

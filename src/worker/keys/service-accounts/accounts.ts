import { desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type * as z from 'zod'
import type { Caller, WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { type ApiError, existing, notFound, withoutPermission } from '../../ground/http/errors.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { withRollbacks } from '../../ground/write/rollbacks.ts'
import { write } from '../../ground/write/write.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import type { Permission } from '../../principal.ts'
import { isOpen, isOrgOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { leaveKeys } from './left.ts'
import { endKeys, ensureServed, isTheirs, notServed, notTheirs } from './of-platform.ts'
import {
	type Given,
	heldByService,
	isWithin,
	notGivenBy,
	permissionsOfKey,
	permissionsOfService,
} from './permissions.ts'
import type { CreateServiceAccount, UpdateServiceAccount } from './schema.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from './table.ts'

export interface Named {
	org_id: string
	account_id: string
}

/** The account with this id, if it's the org's and the org isn't deleted: nobody prepares what a restore would bring back. */
export const accountOf = (org_id: string, id: string) =>
	allOf(eq(serviceAccounts.id, id), eq(serviceAccounts.org_id, org_id), isOrgOpen(serviceAccounts.org_id))

const keysOf = sql`${serviceAccountKeys} AS k WHERE k.service_account_id = ${serviceAccounts.id}`

/** The newest accounts that match, with their keys' number and last use. */
export const selectAccounts = (db: Database['reader'], where: SQL | undefined, limit = 1) =>
	db
		.select({
			...getTableColumns(serviceAccounts),
			key_count: sql<number>`(SELECT count(*) FROM ${keysOf} AND (k.expires_at IS NULL OR k.expires_at > ${now()}))`.as(
				'key_count',
			),
			last_used_at: sql<string | null>`(SELECT max(k.last_used_at) FROM ${keysOf})`.as('last_used_at'),
			kept: sql<string>`(SELECT json_group_array(json_object('id', k.id, 'permissions', json(k.permissions)) ORDER BY k.id)
				FROM ${keysOf} AND k.permissions IS NOT NULL AND (k.expires_at IS NULL OR k.expires_at > ${now()}))`.as('kept'),
		})
		.from(serviceAccounts)
		.where(where)
		.orderBy(desc(serviceAccounts.id))
		.limit(limit)

type Row = Awaited<ReturnType<typeof selectAccounts>>[number]

/** An account as it's returned, with the keys that may do less than it. */
export function toAccount({ kept, ...row }: Row) {
	const permissions = permissionsOfService(row)
	const keys = JSON.parse(kept) as { id: string; permissions: Permission[] }[]
	const narrower = keys.filter((key) => permissionsOfKey(permissions, key.permissions).size < permissions.size)
	return { ...row, permissions: [...permissions], narrower_key_ids: narrower.map(({ id }) => id) }
}

export async function readAccount({ var: { db } }: WorkContext, org_id: string, id: string) {
	const [row] = await selectAccounts(db, accountOf(org_id, id))
	return toAccount(existing(row, 'Service account'))
}

/** The rows of a query about an account, in one D1 call. Throws 404 if there's no such account. */
export async function rowsOfAccount<Row>(
	{ var: { db } }: WorkContext,
	{ org_id, account_id }: Named,
	query: BatchItem<'sqlite'> & PromiseLike<Row[]>,
): Promise<Row[]> {
	const account = db
		.select({ id: serviceAccounts.id })
		.from(serviceAccounts)
		.where(accountOf(org_id, account_id))
		.limit(1)
	const [[known], rows] = await db.batch([account, query])
	if (!known) throw notFound('Service account')
	return rows as Row[]
}

const auditOf = (verb: 'create' | 'update' | 'delete', org_id: string, id: string) => ({
	action: `service_accounts.${verb}` as const,
	target: serviceAccounts,
	target_id: id,
	where: accountOf(org_id, id),
	org_id,
	isNew: verb === 'create',
})

/** Makes an account. Throws 403 for a permission that the caller may not give, 404 for an unknown org, and 409 at the limit. */
export async function createAccount(
	c: Caller,
	org_id: string,
	{ name, ...given }: z.infer<typeof CreateServiceAccount>,
	may: Given,
) {
	const { role, scopes, runtime } = {
		role: given.role ?? null,
		scopes: given.scopes ?? null,
		runtime: given.runtime ?? null,
	}
	const refused =
		notGivenBy(c.var.principal, may, permissionsOfService({ role, scopes })) ?? (runtime && notForPlatform(c))
	if (refused) throw refused
	const at = now()
	const values = { name, role, scopes, runtime, is_active: true, created_by: actorOf(c.var.principal) }
	const row = { id: newId('svc'), org_id, ...values, created_at: at, updated_at: at }
	const limit = { org_id, key: 'limit.service_accounts' } as const
	const record = toAccount({ ...row, key_count: 0, last_used_at: null, kept: '[]' })
	await write(
		c,
		{
			orgExists: ensureExists(c, orgs, isOpen(org_id)),
			served: ensureServed(c, runtime),
			withinLimit: ensureWithinLimit(c, {
				...limit,
				count: countOf(serviceAccounts, eq(serviceAccounts.org_id, org_id)),
			}),
			insert: c.var.db.insert(serviceAccounts).values(row),
		},
		{
			audit: auditOf('create', org_id, row.id),
			response: { status: 201, body: record },
			otherwise: async () => {
				const [org] = await openOrg(c.var.db, { org_id })
				return org ? ((await notServed(c, runtime)) ?? limitReached(c, limit)) : notFound('Org')
			},
		},
	)
	return record
}

const notForPlatform = ({ var: { principal } }: Caller): ApiError | undefined =>
	principal.permissions.has('platform_admin') ? undefined : withoutPermission('platform_admin')

/**
 * Changes an account and returns it. Throws 404, and 403 if the call gives a permission that the caller may not give, or does more than
 * to suspend an account that holds one, or that is of the platform.
 */
export async function changeAccount(
	c: Caller,
	org_id: string,
	id: string,
	{ role, scopes, ...change }: z.infer<typeof UpdateServiceAccount>,
	may: Given,
) {
	const given = role ? { role, scopes: null } : scopes ? { role: null, scopes } : undefined
	const { runtime } = change
	const refused =
		(given && notGivenBy(c.var.principal, may, permissionsOfService(given))) ??
		(runtime === undefined ? undefined : notForPlatform(c))
	if (refused) throw (await refusalOf(c, org_id, id)) ?? refused
	const where = accountOf(org_id, id)
	const { is_active, ...more } = { ...change, ...given }
	const onlySuspends = is_active !== true && Object.values(more).every((value) => value === undefined)
	const { stored } = await write(
		c,
		{
			isGiven: !onlySuspends && ensureGiven(c, org_id, id, may),
			served: ensureServed(c, runtime),
			ended: runtime && endKeys(c, where, runtime),
			kept: given && keepPermissions(c, where),
			changed: withRollbacks(
				c.var.db
					.update(serviceAccounts)
					.set(changing(serviceAccounts, { ...change, ...given }, { updated_at: now() }))
					.where(where),
			),
			found: ensureChanged(c),
			left: leaveKeys(c, where),
			stored: selectAccounts(c.var.db, where),
		},
		{
			audit: auditOf('update', org_id, id),
			otherwise: async () =>
				(await notGiven(c, org_id, id, may)) ?? (await notServed(c, runtime)) ?? notFound('Service account'),
		},
	)
	return stored[0] && toAccount(stored[0])
}

/** The statement before an account's permissions change: its keys keep what they may do, so that what's added is for newer ones. */
function keepPermissions({ var: { db } }: Caller, account: SQL) {
	const narrower: AfterCommitHook<Row> = {
		read: () => selectAccounts(db, account),
		after: () => undefined,
		effect: ([row]) => {
			const key_ids = row ? toAccount(row).narrower_key_ids : []
			return key_ids.length > 0 ? { code: 'leaves_narrower_keys', values: { key_ids } } : undefined
		},
	}
	const isOfIt = sql`${serviceAccountKeys.service_account_id} IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${account})`
	const keep = db
		.update(serviceAccountKeys)
		.set({ permissions: sql`(SELECT ${heldByService} FROM ${serviceAccounts} WHERE ${account})` })
		.where(allOf(isNull(serviceAccountKeys.permissions), isOfIt))
	return withAfterCommit(keep, narrower, now())
}

export async function deleteAccount(c: WorkContext, org_id: string, id: string): Promise<void> {
	const { db } = c.var
	const where = accountOf(org_id, id)
	const ofIt = sql`IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${where})`
	await write(
		c,
		{
			left: leaveKeys(c, where, true),
			keys: db.delete(serviceAccountKeys).where(sql`${serviceAccountKeys.service_account_id} ${ofIt}`),
			encryptionKeys: db.delete(encryptionKeys).where(sql`${encryptionKeys.service_account_id} ${ofIt}`),
			deleted: withRollbacks(db.delete(serviceAccounts).where(where)),
			found: ensureChanged(c),
		},
		{ audit: auditOf('delete', org_id, id), otherwise: notFound('Service account') },
	)
}

/** Refuses the batch unless the account exists, is the caller's to write, and may do no more than they may give. */
export const ensureGiven = (c: Caller, org_id: string, id: string, may: Given) =>
	ensureExists(c, serviceAccounts, allOf(accountOf(org_id, id), isTheirs(c.var.principal), isWithin(may)))

/** Why that refused a batch. Undefined if it didn't. */
export const notGiven = (c: Caller, org_id: string, id: string, may: Given) =>
	refusalOf(c, org_id, id, (account) => notGivenBy(c.var.principal, may, permissionsOfService(account)))

/** The 404 for a missing account, the 403 for one of the platform, or what else is wrong with it. */
export async function refusalOf(
	{ var: { db, principal } }: Caller,
	org_id: string,
	id: string,
	otherwise: (account: typeof serviceAccounts.$inferSelect) => ApiError | undefined = () => undefined,
): Promise<ApiError | undefined> {
	const [account] = await db.select().from(serviceAccounts).where(accountOf(org_id, id)).limit(1)
	return account ? (notTheirs(principal, account) ?? otherwise(account)) : notFound('Service account')
}

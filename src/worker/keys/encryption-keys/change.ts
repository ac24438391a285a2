import { asc, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { columnsBut, now } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { conflictSaying, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { encryptionKeyNotices } from '../../messages/notices/encryption-key.ts'
import type { UserPrincipal } from '../../principal.ts'
import { accountOf, type Named, refusalOf } from '../service-accounts/accounts.ts'
import { isOfPlatform, isTheirs } from '../service-accounts/of-platform.ts'
import { type Given, notGivenBy } from '../service-accounts/permissions.ts'
import { encryptionKeys, serviceAccounts } from '../service-accounts/table.ts'
import { publicKeyOf } from './jwk.ts'

type Caller = WorkContext & { var: { principal: UserPrincipal } }

/** One in use, and one that replaces it. */
const MOST = 2

const columns = columnsBut(encryptionKeys, 'through_connection_id')

const keysOf = ({ org_id, account_id }: Named) =>
	sql`${encryptionKeys.service_account_id} IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${accountOf(org_id, account_id)})`

const keyOf = (account: Named, kid: string) => allOf(keysOf(account), eq(encryptionKeys.kid, kid))

export const selectEncryptionKeys = ({ var: { db } }: WorkContext, account: Named) =>
	db
		.select(columns)
		.from(encryptionKeys)
		.where(keysOf(account))
		.orderBy(asc(encryptionKeys.created_at), asc(encryptionKeys.kid))

/**
 * Adds an encryption key, as its owner gives it, and returns its record; `isNew` says whether the account had it already. Throws 400
 * for anything but a public key, 404, 403 for an account of the platform and for who leaves nothing in the org, and 409 at the limit.
 */
export async function addEncryptionKey(c: Caller, account: Named, given: Record<string, unknown>, may: Given) {
	const { db, principal } = c.var
	const { kid, jwk } = await publicKeyOf(given)
	const row = { service_account_id: account.account_id, kid, jwk, created_by: principal.user_id, created_at: now() }
	const known = new Error('The account has this key')
	try {
		await write(
			c,
			{
				isTheirs: ensureTheirs(c, account),
				belongs: ensure(c, may ? sql`1` : sql`0`),
				insert: db.insert(encryptionKeys).values({ ...row, through_connection_id: principal.connection_id }),
				withinLimit: ensure(c, sql`${countOf(encryptionKeys, keysOf(account))} <= ${MOST}`),
				...noticesOf(c, account, 'added', kid),
			},
			{
				audit: { ...auditOf('create', account, kid), isNew: true },
				duplicate: () => known,
				otherwise: async () =>
					(await refusalOf(c, account.org_id, account.account_id)) ?? notGivenBy(principal, may, []) ?? tooMany(),
			},
		)
		return { isNew: true, record: row }
	} catch (error) {
		if (error !== known) throw error
		const [record] = await db.select(columns).from(encryptionKeys).where(keyOf(account, kid)).limit(1)
		return { isNew: false, record }
	}
}

/** Removes an encryption key. Throws 404, and 403 for an account of the platform. */
export async function removeEncryptionKey(c: Caller, account: Named, kid: string): Promise<void> {
	await write(
		c,
		{
			isTheirs: ensureTheirs(c, account),
			deleted: c.var.db.delete(encryptionKeys).where(keyOf(account, kid)),
			found: ensureChanged(c),
			...noticesOf(c, account, 'removed', kid),
		},
		{
			audit: auditOf('delete', account, kid),
			otherwise: async () => (await refusalOf(c, account.org_id, account.account_id)) ?? notFound('Encryption key'),
		},
	)
}

const ensureTheirs = (c: Caller, { org_id, account_id }: Named) =>
	ensureExists(c, serviceAccounts, allOf(accountOf(org_id, account_id), isTheirs(c.var.principal)))

const tooMany = () =>
	conflictSaying(
		`This service account already has ${MOST} encryption keys. Remove the one that is no longer used first.`,
		'limit.reached',
		{ key: null, limit: MOST },
	)

/** Notifies the owners of the org, and the platform admins too if the account serves other orgs. */
const noticesOf = (c: Caller, { org_id, account_id }: Named, verb: 'added' | 'removed', kid: string) => {
	const { id, name } = serviceAccounts
	const said = sql`(SELECT ${name} AS name, ${isOfPlatform} AS is_of_platform FROM ${serviceAccounts} WHERE ${eq(id, account_id)})`
	return encryptionKeyNotices(c.var.db, org_id, {
		verb,
		said,
		about: { service_account_id: account_id, kid, actor_user_id: c.var.principal.user_id },
	})
}

const auditOf = (verb: 'create' | 'delete', account: Named, kid: string) => ({
	action: `service_account_encryption_keys.${verb}` as const,
	target: encryptionKeys,
	target_id: kid,
	where: keyOf(account, kid),
	org_id: account.org_id,
})

import { desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { Caller, SignedInUser, WorkContext } from '../../context.ts'
import { columnsBut, DAY_MS, fromNow, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, countOf, exists } from '../../ground/db/state.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import type { KeyMode } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { changeMode } from '../api-keys/mode.ts'
import { rotateKey } from '../api-keys/rotate.ts'
import { hashOf, newLongLived } from '../auth/tokens.ts'
import { accountOf, ensureGiven, type Named, notGiven, refusalOf } from './accounts.ts'
import { hasNotEnded, isTheirs } from './of-platform.ts'
import { type Given, isWithin } from './permissions.ts'
import type { CreateServiceAccountKey } from './schema.ts'
import { serviceAccountKeys, serviceAccounts } from './table.ts'

const PREFIX = 'sak'

const columns = columnsBut(
	serviceAccountKeys,
	'key_hash',
	'call_hash',
	'fingerprint_hash',
	'permissions',
	'root_id',
	'through_connection_id',
)

/** The key with this id, if the account is the org's. */
const keyOf = ({ org_id, account_id }: Named, id: string) =>
	allOf(
		eq(serviceAccountKeys.id, id),
		sql`${serviceAccountKeys.service_account_id} IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${accountOf(org_id, account_id)})`,
	)

export const selectKeys = (db: Database['reader'], where: SQL | undefined, limit = 1) =>
	db.select(columns).from(serviceAccountKeys).where(where).orderBy(desc(serviceAccountKeys.id)).limit(limit)

export async function readKey({ var: { db } }: WorkContext, account: Named, id: string) {
	const [key] = await selectKeys(db, keyOf(account, id))
	return existing(key, 'API key')
}

/** Makes a key and returns its record with the key itself. Throws 404, 403 if the caller may not give what it may do, and 409 at the limit. */
export async function createKey(
	c: Caller,
	account: Named,
	wanted: z.infer<typeof CreateServiceAccountKey>,
	may: Given,
) {
	const { org_id, account_id } = account
	const key = newLongLived('api_key', c)
	const record = {
		id: newId(PREFIX),
		service_account_id: account_id,
		...wanted,
		key_prefix: key.slice(0, 7),
		last_used_at: null,
		replaced_by: null,
		created_by: actorOf(c.var.principal),
		maker_left_at: null,
		created_at: now(),
	}
	const hidden = { key_hash: hashOf(key), through_connection_id: c.var.principal.connection_id }
	const limit = { org_id, key: 'limit.service_account_keys' } as const
	const own = allOf(
		eq(serviceAccountKeys.service_account_id, account_id),
		isNull(serviceAccountKeys.replaced_by),
		hasNotEnded(),
	)
	await write(
		c,
		{
			isGiven: ensureGiven(c, org_id, account_id, may),
			withinLimit: ensureWithinLimit(c, { ...limit, count: countOf(serviceAccountKeys, own) }),
			insert: c.var.db.insert(serviceAccountKeys).values({ ...record, ...hidden }),
		},
		{
			audit: {
				action: 'service_account_keys.create',
				target: serviceAccountKeys,
				target_id: record.id,
				org_id,
				isNew: true,
			},
			response: { status: 201, body: record },
			otherwise: async () => (await notGiven(c, org_id, account_id, may)) ?? limitReached(c, limit),
		},
	)
	return { ...record, key }
}

export function rotateServiceKey(c: Caller, account: Named, id: string, overlap_s: number, may: Given) {
	const { org_id, account_id } = account
	return rotateKey(c, {
		table: serviceAccountKeys,
		prefix: PREFIX,
		id,
		where: keyOf(account, id),
		org_id,
		overlap_s,
		values: {
			created_by: actorOf(c.var.principal),
			through_connection_id: c.var.principal.connection_id,
			maker_left_at: null,
			permissions: null,
		},
		guards: [ensureGiven(c, org_id, account_id, may)],
		refusal: () => notGiven(c, org_id, account_id, may),
		select: (where) => selectKeys(c.var.db, where),
	})
}

/** Changes the mode of a key: see `changeMode`. A wider one needs what making the key does. */
export const changeKey = (
	c: Context<SignedInUser>,
	account: Named,
	id: string,
	mode: KeyMode | undefined,
	may: Given,
) => {
	const { org_id, account_id } = account
	const ofAccount = (more: SQL) => exists(serviceAccounts, allOf(accountOf(org_id, account_id), more))
	return changeMode(c, {
		table: serviceAccountKeys,
		id,
		mode,
		org_id,
		where: allOf(keyOf(account, id), ofAccount(isTheirs(c.var.principal))),
		mayWiden: ofAccount(isWithin(may)),
		read: () => readKey(c, account, id),
		refusal: () => notGiven(c, org_id, account_id, may),
		select: (where) => selectKeys(c.var.db, where),
	})
}

/** Deletes a key. Throws 404, and 403 if the account is of the platform. */
export async function deleteKey(c: Caller, account: Named, id: string): Promise<void> {
	const where = keyOf(account, id)
	const { org_id, account_id } = account
	await write(
		c,
		{
			isTheirs: ensureExists(c, serviceAccounts, allOf(accountOf(org_id, account_id), isTheirs(c.var.principal))),
			deleted: c.var.db.delete(serviceAccountKeys).where(where),
			found: ensureChanged(c),
		},
		{
			audit: {
				action: 'service_account_keys.delete',
				target: serviceAccountKeys,
				target_id: id,
				where,
				org_id,
			},
			otherwise: async () => (await refusalOf(c, org_id, account_id)) ?? notFound('API key'),
		},
	)
}

export const RETENTION: Retention[] = [
	{ table: serviceAccountKeys, expired: () => sql`${serviceAccountKeys.expires_at} < ${fromNow(-30 * DAY_MS)}` },
]

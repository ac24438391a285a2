import { Buffer } from 'node:buffer'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { bytesOf, handleOf, heard, sha256 } from './ceremony.ts'
import { type Asked, relyingPartyOf } from './relying-party.ts'
import type { Assertion } from './schema.ts'
import { isSigned } from './signatures.ts'
import { type Passkey, passkeys } from './table.ts'

interface Asserted {
	credential: z.infer<typeof Assertion>
	challenge: string
	/** The row of `selectPasskey`, if the passkey may count. */
	passkey: Passkey | undefined
}

export const selectPasskey = (db: Database['reader'], { id }: { id: string }) =>
	db.select().from(passkeys).where(eq(passkeys.credential_id, id)).limit(1)

/**
 * Checks that a passkey answers the challenge. Returns the statements that note its use: they refuse the batch if the passkey was
 * removed or used in the meantime. Using up the challenge is the caller's. Undefined if it doesn't answer; throws 409 where there are
 * no passkeys.
 */
export async function verifyAssertion(c: WorkContext & Asked, { credential, challenge, passkey }: Asserted) {
	const { id, rawId, response } = credential
	const said = heard(response, { type: 'webauthn.get', challenge, party: relyingPartyOf(c) })
	if (!passkey || !said || id !== rawId || id !== passkey.credential_id) return undefined
	if (response.userHandle && response.userHandle !== handleOf(passkey.user_id)) return undefined
	const data = Buffer.concat([said.data, sha256(bytesOf(response.clientDataJSON))])
	if (!(await isSigned({ ...passkey, signature: bytesOf(response.signature), data }))) return undefined
	if (isHigher(said.sign_count, passkey.sign_count)) return use(c, passkey.id, said.sign_count)
	await noteCopy(c, passkey)
	return undefined
}

/** An authenticator that doesn't count always says 0. */
const isHigher = (signed: number, stored: number) => signed > stored || (signed === 0 && stored === 0)

/** Notes in the audit log that a passkey counts backwards: somebody has a copy of it. */
async function noteCopy(c: WorkContext, { id, user_id }: Passkey): Promise<void> {
	const audit = { action: 'passkeys.refuse_copy' as const, target: passkeys, target_id: id, actor_user_id: user_id }
	await write(c, {}, { audit, response: { none: 'A copy is refused' } })
}

function use(c: WorkContext, passkey_id: string, sign_count: number) {
	const isStillHigher = or(lt(passkeys.sign_count, sign_count), and(eq(passkeys.sign_count, 0), sql`${sign_count} = 0`))
	return [
		c.var.db
			.update(passkeys)
			.set({ sign_count, last_used_at: now() })
			.where(and(eq(passkeys.id, passkey_id), isStillHigher)),
		ensureChanged(c),
	] as const
}

import type { WorkContext } from '../../context.ts'
import { RETENTION as OF_SIGN_IN } from '../../identity/sign-in/retention.ts'
import { deleteExpired, RETENTION as OF_WRITES } from '../../write/retention.ts'

/** Deletes what each slice says it keeps no longer. Children come before their parents in each slice's list. */
export async function retention(c: WorkContext): Promise<void> {
	for (const kept of [...OF_WRITES, ...OF_SIGN_IN]) await deleteExpired(c, kept)
}

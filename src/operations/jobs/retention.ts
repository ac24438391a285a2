import { RETENTION as OF_CONFIGURATION } from '../../changes/configuration/retention.ts'
import type { WorkContext } from '../../context.ts'
import { RETENTION as OF_SIGN_IN } from '../../identity/sign-in/retention.ts'
import { deleteExpired, RETENTION as OF_WRITES } from '../../write/retention.ts'

/** Deletes the rows that the slices declare expired. In a slice's list, children come before their parents. */
export async function retention(c: WorkContext): Promise<void> {
	for (const kept of [...OF_WRITES, ...OF_SIGN_IN, ...OF_CONFIGURATION]) await deleteExpired(c, kept)
}

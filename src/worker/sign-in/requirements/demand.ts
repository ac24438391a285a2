import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now, PLATFORM } from '../../ground/db/columns.ts'
import { exists } from '../../ground/db/state.ts'
import { invalid, refusedInput } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { revertibleRequirements } from './revertible.ts'
import { signInRequirements } from './table.ts'

interface Demand {
	/** An org's id; null for the platform. */
	owner: string | null
	/** The connection to sign in through; null for a second factor. */
	connection_id: string | null
}

const idOf = ({ owner, connection_id }: Demand) =>
	connection_id === null ? `second_factor:${owner ?? PLATFORM}` : `connection:${connection_id}`

export const isDemanded = (demand: Demand) =>
	sql<number>`${exists(signInRequirements, eq(signInRequirements.id, idOf(demand)))}`

/** The statement that makes a demand, or lifts it, and its audit. `write()` refuses to make one unless it's on trial. */
export function demanding({ var: { db } }: WorkContext, demand: Demand, isWanted: boolean) {
	const id = idOf(demand)
	const { owner, connection_id } = demand
	const isIt = eq(signInRequirements.id, id)
	return {
		statement: isWanted
			? db
					.insert(signInRequirements)
					.values({ id, owner: owner ?? PLATFORM, connection_id, created_at: now() })
					.onConflictDoNothing()
			: db.delete(signInRequirements).where(isIt),
		audit: {
			action: `sign_in_requirements.${isWanted ? 'set' : 'lift'}` as const,
			target: signInRequirements,
			target_id: id,
			where: isIt,
			org_id: owner,
			undo: [{ table: signInRequirements, where: isIt }],
			kinds: [{ kind: revertibleRequirements }],
		},
	}
}

/**
 * Throws a 400 if a body that has `field` has other fields too: a trial takes back what its request changed, and only the demand can
 * be taken back. Throws the 400 of a trial of something else.
 */
export function requireAlone(c: WorkContext, body: object, field: string): void {
	const names = Object.keys(body)
	if (!names.includes(field) && c.var.unconfirmed)
		throw refusedInput('change.not_confirmable', `Only a change of ${field} can be made on trial`)
	if (names.includes(field) && names.length > 1) throw invalid([{ path: field, message: must.by_itself }])
}

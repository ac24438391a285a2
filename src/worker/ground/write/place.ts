import type { SQL } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Statement } from './after-commit.ts'
import { write } from './write.ts'

/** Where a job left off. A job that walks everything keeps its place in D1, so it gets to the end even if every tick is cut off. */
export interface Place {
	/** Where to continue, in the job's own words; null at the beginning. */
	readonly at: string | null
	/** The statement that keeps the next place, for the batch of the step that led there. Null is the beginning again. */
	move: (to: string | SQL | null) => Statement | undefined
}

/** Keeps the place after a step that only reads. */
export async function keepPlace(c: WorkContext, place: Place, to: string | null): Promise<void> {
	const moved = place.move(to)
	if (moved) await write(c, { moved })
}

/** For a walk that nobody continues. */
export const NO_PLACE: Place = { at: null, move: () => undefined }

import { LOOPED_STATEMENTS } from '../../ground/write/system.ts'

/** What a job may always send. Enough for a step of any loop, even when all jobs are due. */
const LEAST = 40

/**
 * Divides the statements of a tick's loops among its running jobs, so that one with a long backlog can't stop the others. What a
 * job leaves when it ends goes to those that still run.
 */
export function shareOut(running: ReadonlySet<string>) {
	let left = LOOPED_STATEMENTS
	return {
		/** How many statements each of the running jobs may send in all. */
		share: () => Math.max(LEAST, Math.floor(left / Math.max(running.size, 1))),
		/** Call it when a job ends, with what it sent. */
		end: (sent: number) => {
			left -= sent
		},
	}
}

import { choice, type Held, texts } from '../search.ts'

/** What the address of a list of runs holds. */
export const SEARCH = {
	status: choice('queued', 'running', 'completed', 'failed', 'cancelled'),
	...texts('model', 'user_id', 'agent_id', 'from', 'to', 'cursor'),
}

export type RunFilters = Held<typeof SEARCH>

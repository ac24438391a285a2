import type { Events } from '../../webhooks/events/event-types.ts'
import { Run } from './schema.ts'

/** The events of this slice, with the shape of their data. */
export const RUN_EVENTS = {
	'run.completed': { description: 'A run completed.', data: Run },
	'run.failed': { description: 'A run failed.', data: Run },
	'run.cancelled': { description: 'A run was cancelled.', data: Run },
} satisfies Events<'run.completed' | 'run.failed' | 'run.cancelled'>

import type { Events } from '../../webhooks/events/event-types.ts'
import { EndedRun } from './schema.ts'

/** The events of this slice, with the shape of their data. */
export const RUN_EVENTS = {
	'run.completed': { description: 'A run completed.', data: EndedRun },
	'run.failed': { description: 'A run failed.', data: EndedRun },
	'run.cancelled': { description: 'A run was cancelled.', data: EndedRun },
} satisfies Events<'run.completed' | 'run.failed' | 'run.cancelled'>

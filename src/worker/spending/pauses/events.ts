import type { Events } from '../../webhooks/events/event-types.ts'
import { Pause } from './schema.ts'

/** The events of this slice, with the shape of their data. */
export const PAUSE_EVENTS = {
	'pause.set': {
		description: 'The org paused something, or changed the reason or the end of a pause.',
		data: Pause,
	},
	'pause.lifted': {
		description: "The org lifted a pause. A pause that ends at its `until` doesn't send it.",
		data: Pause,
	},
} satisfies Events<'pause.set' | 'pause.lifted'>

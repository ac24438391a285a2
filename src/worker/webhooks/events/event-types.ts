import type * as z from 'zod'
import type { EVENT_NAMES } from '../endpoints/event-names.ts'

/**
 * Every type of event that Plinth emits (spec 6.1). The slice that emits one declares its data in its `events.ts`, and
 * `operations/event-types/all.ts` collects them.
 */
export type EventType = (typeof EVENT_NAMES)[number]

interface EventKind {
	description: string
	/** The shape of the event's `data`. The OpenAPI document shows it under `webhooks`. */
	data: z.ZodType
}

/** What a slice declares of its events. */
export type Events<Type extends EventType> = Record<Type, EventKind>

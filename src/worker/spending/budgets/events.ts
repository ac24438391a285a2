import * as z from 'zod'
import { doc } from '#doc'
import { id, timestamp } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'
import { SCOPES, UNITS } from './table.ts'

const BudgetData = z.object({
	budget_id: id('bud'),
	name: z.string().meta(doc({ example: 'Each agent' })),
	org_id: id('org'),
	scope: z.enum(SCOPES).meta(doc({ example: 'agent' })),
	subject: z
		.string()
		.meta(doc({ description: 'Whom it bounds; the run for a budget of runs.', example: 'researcher' })),
	unit: z.enum(UNITS),
	limit: z.int().meta(doc({ example: 5000 })),
	used: z.int().meta(doc({ description: 'What ended runs took.', example: 4100 })),
	held: z.int().meta(doc({ description: 'What live runs count for.', example: 150 })),
	percent: z
		.int()
		.nullable()
		.meta(doc({ description: 'The threshold, or what is taken of the limit. Null if that is 0.', example: 80 })),
	window_start: timestamp()
		.nullable()
		.meta(doc({ description: 'Null for a total.' })),
	resets_at: timestamp().nullable(),
})

/** The events of this slice, with the shape of their data. The trigger `budget_alerts_tell` emits them. */
export const BUDGET_EVENTS = {
	'budget.threshold': {
		description: 'What a subject took and holds in a window reached a threshold of a budget, for the first time.',
		data: BudgetData,
	},
	'budget.exceeded': {
		description: 'A budget refused a run for the first time in a window, or would have if it did not just observe.',
		data: BudgetData,
	},
} satisfies Events<'budget.threshold' | 'budget.exceeded'>

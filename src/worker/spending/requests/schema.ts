import * as z from 'zod'
import { doc } from '#doc'
import { MOST } from '../../billing/holds/table.ts'
import { id, named, nonBlankText, timestamp } from '../../ground/http/fields.ts'
import { SCOPES, UNITS } from '../budgets/table.ts'
import { STATES } from './state.ts'
import { ACCOUNTS, KINDS } from './table.ts'

const beyond = (example: number, description?: string) =>
	z
		.int()
		.min(1)
		.max(MOST)
		.nullish()
		.meta(doc({ example, ...(description && { description }) }))

export const Ask = z
	.object({
		reason: nonBlankText(500).meta(
			doc({ example: 'The last two chapters are left.', description: 'For the people who decide.' }),
		),
		credits: beyond(500),
		tokens: beyond(200_000),
		runs: beyond(1, 'How many more runs may start.'),
		expires_in_s: z
			.int()
			.min(60)
			.max(86_400)
			.nullish()
			.meta(doc({ example: 3_600, description: 'How long people have to decide. An hour by default.' })),
	})
	.meta(
		doc({
			id: 'Ask',
			description:
				'Asks people for more if budgets refuse the call. What of it: `credits`, `tokens` and `runs` beyond what is left, by default what the run lacked.',
		}),
	)

const state = () =>
	z
		.enum(STATES)
		.meta(doc({ description: 'By the clock: what nobody decides lapses at `expires_at`.', example: 'open' }))

const amounts = {
	credits: z.int().meta(doc({ example: 500 })),
	tokens: z.int().meta(doc({ example: 0 })),
	runs: z.int().meta(doc({ description: 'How many more runs may start.', example: 0 })),
}

export const FOR = ['run', 'window'] as const

const GrantedAmounts = named('GrantedAmounts', {
	for: z.enum(FOR).meta(doc({ description: 'The run alone, or everybody whom the budgets bound, in their windows.' })),
	...amounts,
	until: z.nullable(timestamp()).meta(doc({ description: 'When the raise of a total ends.', example: null })),
})

export const PolledRequest = named('PolledRequest', {
	id: id('req'),
	state: state(),
	granted: GrantedAmounts.nullable(),
	poll_after_s: z.int().meta(doc({ description: 'After how many seconds to ask again. 0 once it ended.', example: 2 })),
})

export const AskedOf = z.object({
	budget_id: id('bud'),
	name: z.string().meta(doc({ example: 'Each agent' })),
	scope: z.enum(SCOPES),
	subject: z.string().meta(doc({ example: 'researcher' })),
	unit: z.enum(UNITS),
	window: z.string().meta(doc({ description: 'How long the budget counts.', example: 'month' })),
	window_start: z.nullable(timestamp()).meta(doc({ description: 'Null for a total.' })),
	resets_at: timestamp().nullable(),
})

const Spend = z
	.object({
		run_id: z.string().meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
		org_id: id('org'),
		user_id: z.nullable(z.string()).meta(doc({ example: 'user-4711' })),
		agent_id: z.nullable(z.string()).meta(doc({ example: 'researcher' })),
		...amounts,
		budgets: z.array(AskedOf).meta(doc({ description: 'The budgets that refused the run.' })),
	})
	.meta(doc({ id: 'RequestedSpend', description: 'What a run asks for, beyond what budgets have left.' }))

/** What events and lists have of a request. */
export const REQUEST = {
	kind: z.enum(KINDS),
	state: state(),
	org_id: z.nullable(id('org')).meta(doc({ description: "The org that decides. Null for the platform's." })),
	asked_by: z
		.object({
			kind: z.enum(ACCOUNTS),
			id: z
				.nullable(z.string())
				.meta(doc({ description: 'Null for a binding.', example: 'svc_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
		})
		.meta(doc({ description: 'The account that asked, by any of its keys.' })),
	reason: z.nullable(z.string()).meta(doc({ example: 'The last two chapters are left.' })),
	created_at: timestamp(),
	expires_at: timestamp(),
	decided_by: z.nullable(id('usr')).meta(doc({ description: 'Who granted or declined it.' })),
	decided_at: timestamp().nullable(),
	decision_reason: z
		.nullable(z.string())
		.meta(doc({ description: 'What they said to it.', example: 'It is worth it.' })),
	spend: Spend.nullable().meta(doc({ description: 'What a run asks for. Null for a change.' })),
	granted: GrantedAmounts.nullable(),
}

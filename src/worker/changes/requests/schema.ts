import * as z from 'zod'
import { doc } from '#doc'
import { runId } from '../../billing/runs/schema.ts'
import { id, nonBlankText, timestampInput } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { DryRun } from '../../ground/write/dry-run.ts'
import { AskedOf, FOR, REQUEST } from '../../spending/requests/schema.ts'
import { STATES } from '../../spending/requests/state.ts'
import { KINDS } from '../../spending/requests/table.ts'

const State = z.object({
	target_type: z.string().meta(doc({ example: 'feature_flags' })),
	target_id: z.string().meta(doc({ example: 'flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	before: z.unknown(),
	after: z.unknown(),
})

const ProposedChange = z
	.object({
		method: z.string().meta(doc({ example: 'PATCH' })),
		path: z
			.string()
			.meta(doc({ example: '/v1/feature-flags/research.deep_mode', description: 'The path of the proposed call.' })),
		query: z.string().meta(doc({ example: '', description: 'Its query, with the question mark.' })),
		if_match: z.nullable(z.string()).meta(doc({ description: 'Its `If-Match`, which holds at the grant too.' })),
		body: z
			.object({
				fields: z.array(z.string()).meta(doc({ example: ['default_value'], description: 'The names in it.' })),
				bytes: z.int().meta(doc({ example: 23 })),
			})
			.meta(doc({ description: 'The names in the body, and its size. Nobody is shown its values again.' })),
		changes: z.array(State).meta(doc({ description: 'What the dry run of the proposal said would change.' })),
		events: z.array(z.string()).meta(doc({ example: [] })),
		effects: z.array(z.string()).meta(doc({ example: [], description: 'What would happen outside of the database.' })),
	})
	.meta(doc({ id: 'ProposedChange' }))

const CalledResponse = z.object({ status: z.int().meta(doc({ example: 200 })), body: z.unknown() })

export const Request = z
	.object({
		id: id('req'),
		...REQUEST,
		change: ProposedChange.nullable().meta(doc({ description: 'The call that a key proposes. Null for a run.' })),
		hash: z.nullable(z.string()).meta(
			doc({
				description: 'What a grant agrees to. It changes when what is asked for does.',
				example: 'f7Yb1mC0xYfUeB6wq8m3Jw',
			}),
		),
	})
	.meta(doc({ id: 'Request' }))

/** What a key that proposes gets instead of the response to its call. */
export const ProposedRequest = z.object({ request: Request, dry_run: DryRun }).meta(doc({ id: 'ProposedRequest' }))

export const RequestQuery = PageQuery.extend({
	state: z.optional(z.enum(STATES)).meta(doc({ description: 'Only those in this state now.' })),
	kind: z.enum(KINDS).optional(),
	run_id: runId().optional(),
})

const reason = () =>
	nonBlankText(500)
		.nullish()
		.meta(
			doc({
				example: 'It is worth it.',
				description: 'The account that asked and everybody who reads the request see it.',
			}),
		)

export const DeclineRequest = z.object({ reason: reason() }).meta(doc({ id: 'DeclineRequest' }))

const raise = {
	raised: z.int().meta(doc({ description: 'By how much people let the limit be exceeded.', example: 0 })),
	remaining: z.int().meta(doc({ description: 'Never below 0.', example: 0 })),
}

/** A request with what deciding would do now. */
export const RequestDetail = Request.extend({
	budgets: z
		.array(
			AskedOf.extend({
				limit: z.int().meta(doc({ example: 5000 })),
				used: z.int().meta(doc({ example: 4100 })),
				held: z.int().meta(doc({ example: 900 })),
				...raise,
				if_granted: z
					.nullable(z.object(raise))
					.meta(doc({ description: 'As they would be if all of it was granted for the window. Null once it ended.' })),
			}),
		)
		.nullable()
		.meta(doc({ description: 'The budgets of a run as they stand now.' })),
	now: z
		.object({
			hash: z
				.nullable(z.string())
				.meta(doc({ description: 'What a grant sends to agree to this. Null if the call is refused or fails.' })),
			is_same: z
				.nullable(z.boolean())
				.meta(
					doc({ description: 'Whether it is what was proposed. Null while a fault or an outage keeps it unknown.' }),
				),
			response: CalledResponse.meta(
				doc({ description: 'What the call would return to you: its dry run, or the refusal.' }),
			),
		})
		.nullable()
		.meta(doc({ description: 'What granting an open change would do now. Null for anything else.' })),
}).meta(doc({ id: 'RequestDetail' }))

const most = (example: number) =>
	z
		.int()
		.min(0)
		.nullish()
		.meta(doc({ description: 'At most what was asked for. By default all of it.', example }))

export const GrantRequest = z
	.object({
		hash: z
			.string()
			.meta(doc({ description: 'That of the request, as it was shown.', example: 'f7Yb1mC0xYfUeB6wq8m3Jw' })),
		for: z
			.enum(FOR)
			.nullish()
			.meta(
				doc({
					description:
						'`run`: this run may exceed the budgets by so much. `window`: their limit is raised by so much, for everybody whom they bound, until the window ends.',
				}),
			),
		credits: most(500),
		tokens: most(0),
		runs: most(0),
		until: timestampInput()
			.nullish()
			.meta(doc({ description: 'When the raise of a total ends, at most 31 days from now. Needed for a total.' })),
		reason: reason(),
	})
	.meta(doc({ id: 'GrantRequest' }))

export const GrantedRequest = z
	.object({
		request: RequestDetail,
		response: CalledResponse.nullable().meta(
			doc({ description: 'Of a change, what the call returned. What it shows once is only here. Null for a run.' }),
		),
	})
	.meta(doc({ id: 'GrantedRequest' }))

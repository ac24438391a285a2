import * as z from 'zod'
import { doc } from '#doc'
import { id, named, queryInteger, reference, text, timestamp, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { PERIOD } from '../../ground/http/period.ts'
import { LEDGER_TYPES } from './table.ts'

export const LedgerEntry = named('LedgerEntry', {
	id: z.string().meta(doc({ example: 'led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042' })),
	org_id: id('org'),
	amount: z
		.int()
		.meta(doc({ description: 'Added to the balance, in credits. Negative when credits were taken.', example: -12 })),
	balance_after: z.int().meta(doc({ example: 4988 })),
	type: z.enum(LEDGER_TYPES).meta(doc({ example: 'consumption' })),
	reference_type: z.nullable(z.string()).meta(doc({ example: 'run' })),
	reference_id: z.nullable(z.string()).meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	note: z
		.nullable(z.string())
		.meta(doc({ description: 'Empty for an adjustment without one. Null for what nobody wrote.', example: null })),
	actor_user_id: z.nullable(id('usr')).meta(doc({ example: null })),
	created_at: timestamp(),
})

export const Balance = named('Balance', { org_id: id('org'), balance: z.int().meta(doc({ example: 4988 })) })

const STANDING = {
	held: z.int().meta(doc({ description: 'What live runs count for.', example: 150 })),
	available: z.nullable(z.int()).meta(
		doc({
			description:
				'What runs may still hold: the balance and `credits.overdraft`, less what is held. Null without a bound.',
			example: 4838,
		}),
	),
}

export const Credits = Balance.extend({ ...STANDING, transactions: z.array(LedgerEntry) }).meta(doc({ id: 'Credits' }))

const Filters = PageQuery.extend({
	type: z.enum(LEDGER_TYPES).optional(),
	reference_type: text(64)
		.optional()
		.meta(doc({ description: 'With `reference_id`: what the entries are for.', example: 'run' })),
	reference_id: z.optional(text(128)).meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	...PERIOD,
})

const isWhole = ({ reference_type, reference_id }: z.infer<typeof Filters>) =>
	(reference_type === undefined) === (reference_id === undefined)
const PARTED = { path: ['reference_id'], error: must.with_reference_type }

/** The filters of the transactions in the response. */
export const LedgerQuery = Filters.refine(isWhole, PARTED)

export const CreditsQuery = Filters.extend({ org_id: reference('org') }).refine(isWhole, PARTED)

export const BalancesQuery = PageQuery.extend({
	order: z
		.enum(['lowest', 'highest'])
		.default('lowest')
		.meta(doc({ description: 'Which balances come first.' })),
})

export const OrgBalance = named('OrgBalance', {
	org_id: id('org'),
	org_name: z.string().meta(doc({ example: 'Analytical Engines' })),
	balance: z.int().meta(doc({ example: 12 })),
	...STANDING,
})

const outlookDays = (example: number) => doc({ description: 'How many days `credits_used` covers.', example })

export const OutlookQuery = z.object({
	days: queryInteger(1, 30).default(7).meta(outlookDays(7)),
	limit: queryInteger(1, 100)
		.default(20)
		.meta(doc({ description: 'The maximum number of orgs in the response.' })),
})

export const CreditOutlook = OrgBalance.extend({
	credits_used: z.int().meta(doc({ description: 'What its runs used in the last `days` days.', example: 2100 })),
	days: z.int().meta(outlookDays(7)),
}).meta(doc({ id: 'CreditOutlook' }))

const Amount = z
	.int(must.safe_integer)
	.refine((amount) => amount !== 0, must.not_zero)
	.meta(doc({ description: 'Added to the balance, in credits. A negative amount takes credits away.', example: 500 }))

const Note = withDefault(text(1024), '').meta(doc({ example: 'Goodwill after the outage' }))

export const AdjustCredits = named('AdjustCredits', { org_id: reference('org'), amount: Amount, note: Note })

export const BulkAdjustCredits = named('BulkAdjustCredits', { amount: Amount, note: Note })

export const ResetCredits = named('ResetCredits', { note: Note })

export const Affected = named('Affected', {
	affected: z.int().meta(doc({ description: 'The number of orgs whose balance moved.', example: 48 })),
})

export const VerifyCredits = named('VerifyCredits', {
	from_start: z
		.boolean()
		.default(false)
		.meta(
			doc({
				description:
					'Whether to verify whole ledgers. By default, verification continues where each ledger was last found correct.',
			}),
		),
	after: z.optional(z.string()).meta(
		doc({
			description: 'Where to continue: the `continue_after` of an earlier call.',
			example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
		}),
	),
})

export const Verification = named('Verification', {
	org_count: z.int().meta(doc({ description: 'The number of orgs whose ledger was added up.', example: 48 })),
	differences: z
		.array(
			Balance.extend({
				ledger_sum: z.int().meta(doc({ example: 4990 })),
				entry_count: z.int().meta(doc({ description: 'The number of entries that the account states.', example: 42 })),
				ledger_count: z.int().meta(doc({ example: 42 })),
			}),
		)
		.meta(doc({ description: 'The orgs whose account differs from the sum of its ledger.' })),
	continue_after: z.nullable(z.string()).meta(
		doc({
			description:
				'Null if no org is left. Otherwise there are more orgs than one call may read: pass it as `after` to verify the next ones.',
			example: null,
		}),
	),
})

import * as z from 'zod'
import { id, reference, text, timestamp } from '../../http/fields.ts'
import { PageQuery } from '../../http/page.ts'
import { LEDGER_TYPES } from './table.ts'

const LedgerEntry = z
	.object({
		id: z.string().meta({ example: 'led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042' }),
		org_id: id('org'),
		amount: z
			.int()
			.meta({ description: 'Added to the balance, in credits. Negative when credits were taken.', example: -12 }),
		balance_after: z.int().meta({ example: 4988 }),
		type: z.enum(LEDGER_TYPES).meta({ example: 'consumption' }),
		reference_type: z.string().nullable().meta({ example: 'run' }),
		reference_id: z.string().nullable().meta({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }),
		note: z.string().nullable().meta({ example: null }),
		actor_user_id: id('usr').nullable().meta({ example: null }),
		created_at: timestamp(),
	})
	.meta({ id: 'LedgerEntry' })

export const Balance = z.object({ org_id: id('org'), balance: z.int().meta({ example: 4988 }) }).meta({ id: 'Balance' })

export const Credits = Balance.extend({ transactions: z.array(LedgerEntry) }).meta({ id: 'Credits' })

export const CreditsQuery = PageQuery.extend({ org_id: reference('org') })

const Amount = z
	.int('Must be an integer within ±(2^53 - 1)')
	.refine((amount) => amount !== 0, 'Must not be 0')
	.meta({ description: 'Added to the balance, in credits. A negative amount takes credits away.', example: 500 })

const Note = text(1024).nullable().default(null).meta({ example: 'Goodwill after the outage' })

export const AdjustCredits = z
	.object({ org_id: reference('org'), amount: Amount, note: Note })
	.meta({ id: 'AdjustCredits' })

export const BulkAdjustCredits = z.object({ amount: Amount, note: Note }).meta({ id: 'BulkAdjustCredits' })

export const ResetCredits = z.object({ note: Note }).meta({ id: 'ResetCredits' })

export const Affected = z
	.object({ affected: z.int().meta({ description: 'The number of orgs whose balance moved.', example: 48 }) })
	.meta({ id: 'Affected' })

export const Verification = z
	.object({
		org_count: z.int().meta({ description: 'The number of orgs whose ledger was added up.', example: 48 }),
		differences: z
			.array(
				Balance.extend({
					ledger_sum: z.int().meta({ example: 4990 }),
					entry_count: z.int().meta({ description: 'The number of entries that the account states.', example: 42 }),
					ledger_count: z.int().meta({ description: 'The number of entries in the ledger.', example: 42 }),
				}),
			)
			.meta({ description: 'The orgs whose account differs from the sum of its ledger.' }),
	})
	.meta({ id: 'Verification' })

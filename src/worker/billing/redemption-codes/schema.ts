import * as z from 'zod'
import { doc } from '#doc'
import { id, named, nonBlankText, text, timestamp, timestampInput, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { codeFrom } from './code.ts'

/** The type whose value is added to the org's balance. What other types mean is up to the platform. */
export const CREDITS = 'credits'

const EXAMPLE = 'K7QM-2XWP-9DRA-H4TB'

export const RedemptionCode = named('RedemptionCode', {
	id: id('rcd'),
	code: z.string().meta(
		doc({
			description: 'Whole in the response that makes it and with `money.write`, else its last four characters.',
			example: EXAMPLE,
		}),
	),
	type: z.string().meta(doc({ example: CREDITS })),
	value: z.string().meta(doc({ example: '500' })),
	max_uses: z.int().meta(doc({ example: 1 })),
	use_count: z.int().meta(doc({ example: 0 })),
	expires_at: timestamp().nullable(),
	is_active: z.boolean(),
	batch_id: z.string().meta(doc({ example: 'spring-campaign' })),
	created_by_user_id: id('usr').meta(doc({ description: 'A user, or a service account.' })),
	created_at: timestamp(),
})

const isAmount = (value: string) => /^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))

// A batch's response is stored in one row under its `Idempotency-Key`, and D1 limits rows to 2 MB.
const MAX_ANSWER_BYTES = 1_900_000
const OTHER_BYTES = 400
const bytesOf = (...texts: string[]) => Buffer.byteLength(JSON.stringify(texts))

export const CreateRedemptionCodes = z
	.object({
		count: z
			.int()
			.min(1)
			.max(1000)
			.meta(doc({ example: 100, description: 'The number of codes to create.' })),
		type: nonBlankText(64)
			.trim()
			.meta(doc({ example: CREDITS })),
		value: nonBlankText(1024).meta(
			doc({
				example: '500',
				description:
					'For the type `credits` the number of credits: a positive integer up to 2^53-1. Otherwise free text.',
			}),
		),
		max_uses: withDefault(
			z
				.int()
				.min(1)
				.max(2 ** 31 - 1),
			1,
		).meta(doc({ example: 1, description: 'The number of orgs that may redeem each code.' })),
		expires_at: timestampInput()
			.meta(doc({ example: '2126-11-21T07:00:00.000Z' }))
			.nullable()
			.default(null),
		batch_id: z.nullish(nonBlankText(128).trim()).meta(doc({ example: 'spring-campaign' })),
	})
	.refine(({ type, value }) => type !== CREDITS || isAmount(value), { path: ['value'], error: must.positive_integer })
	.refine(
		({ count, type, value, batch_id }) =>
			count * (OTHER_BYTES + bytesOf(type, value, batch_id ?? '')) <= MAX_ANSWER_BYTES,
		{ path: ['count'], error: must.smaller },
	)
	.meta(doc({ id: 'CreateRedemptionCodes' }))

export const UpdateRedemptionCode = named('UpdateRedemptionCode', { is_active: z.boolean().optional() })

export const UpdatedBatch = named('UpdatedRedemptionBatch', {
	batch_id: RedemptionCode.shape.batch_id,
	code_count: z.int().meta(doc({ example: 100 })),
	active_count: z.int().meta(doc({ description: 'How many of them are active now.', example: 0 })),
})

export const RedemptionCodeQuery = PageQuery.extend({
	q: z.optional(text(200)).meta(
		doc({
			description:
				'Part of a `batch_id` or a type, or a code or part of one. Without `money.write` the last four characters of a code.',
		}),
	),
	type: z.optional(text(64)).meta(doc({ example: CREDITS })),
})

export const Redeem = named('Redeem', {
	code: text(64)
		.transform(codeFrom)
		.meta(doc({ example: EXAMPLE, description: 'In upper or lower case, with or without dashes.' })),
})

export const Redeemed = RedemptionCode.pick({ code: true, type: true, value: true }).meta(doc({ id: 'Redeemed' }))

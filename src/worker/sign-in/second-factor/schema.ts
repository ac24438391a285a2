import * as z from 'zod'
import { doc } from '#doc'
import { reference } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { Assertion } from '../passkeys/schema.ts'
import { RecoveryCode } from '../recovery-codes/schema.ts'
import { TotpCode } from '../totp/schema.ts'

export const answers = {
	credential: Assertion.optional(),
	totp: TotpCode.optional(),
	recovery_code: RecoveryCode.optional(),
}

export interface Answer {
	credential?: z.infer<typeof Assertion> | undefined
	totp?: string | undefined
	recovery_code?: string | undefined
}

export const Challenge = z
	.string()
	.min(1)
	.max(100)
	.meta(
		doc({
			description: 'The `details.challenge` of the 401.',
			example: 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA',
		}),
	)

/** Whether a body has exactly one of these fields. */
export const hasOneOf =
	(...names: string[]) =>
	(body: object) =>
		names.filter((name) => (body as Record<string, unknown>)[name] !== undefined).length === 1

export const SecondFactor = z
	.object({
		challenge: Challenge,
		...answers,
		org_id: z
			.optional(reference('org'))
			.meta(
				doc({ description: "The org to act in. Defaults to the oldest membership's. An operator can name any org." }),
			),
	})
	.refine(hasOneOf('credential', 'totp', 'recovery_code'), {
		path: ['totp'],
		error: must.factor_instead,
	})
	.meta(
		doc({
			id: 'SecondFactor',
			example: { challenge: 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA', totp: '287082' },
		}),
	)

import * as z from 'zod'
import { doc } from '#doc'
import { issueOf, meaningOf } from '../http/field-codes.ts'
import { isObject } from '../http/json-input.ts'
import { must } from '../http/must.ts'

// A secret in a document. An export says that there is one, and its fingerprint. A document to apply keeps it, brings a new one,
// or has none. The plaintext is in no answer.

/** What a document shows of a secret: null when there is none. The fingerprint is null for a secret that does not open. */
export type Shown = { $secret: { set: true; fingerprint: string | null } } | null

/** What a document asks of a secret. Undefined keeps what is stored, if anything is. */
export type Given = undefined | null | { keep: true } | { fingerprint: string | null } | { value: unknown }

/** What a document shows, in the API document. */
export const StoredSecret = z
	.object({
		$secret: z.object({
			set: z.literal(true),
			fingerprint: z.nullable(z.string()).meta(
				doc({
					description: 'Equal as long as the secret is. Null for a secret that does not open.',
					example: 'wPq2yAn1rJtv0cQkB6mZ3Q',
				}),
			),
		}),
	})
	.meta(
		doc({
			id: 'StoredSecret',
			description:
				'A stored secret. A document to apply may also have `{"$secret": {"keep": true}}` or `{"$secret": {"value": "…"}}` in its place.',
		}),
	)

export const storedSecret = () => StoredSecret.nullable()

const FORM = must.secret_form

/** The field of a secret. `value` is the schema of the plaintext. */
export const secretField = (value: z.ZodType) =>
	z
		.unknown()
		.transform((field, context): Given => {
			if (field === null) return null
			const inner = isObject(field) && Object.keys(field).length === 1 ? field.$secret : undefined
			const form = isObject(inner) ? Object.keys(inner).sort().join() : ''
			const { keep, set, fingerprint, value: plaintext } = (inner ?? {}) as Record<string, unknown>
			if (form === 'keep' && keep === true) return { keep }
			if (form === 'fingerprint,set' && set === true && (fingerprint === null || typeof fingerprint === 'string'))
				return { fingerprint }
			if (form === 'value') return given(value, plaintext, context)
			context.addIssue({ code: 'custom', message: FORM })
			return z.NEVER
		})
		.optional()

const VALUE = ['$secret', 'value']

function given(schema: z.ZodType, plaintext: unknown, context: z.RefinementCtx): Given {
	if (typeof plaintext === 'string' && isMasked(plaintext))
		context.addIssue({ code: 'custom', path: VALUE, message: must.secret_not_mask })
	else if (plaintext === null) context.addIssue({ code: 'custom', path: VALUE, message: must.null_secret })
	else {
		const { data, error } = schema.safeParse(plaintext)
		if (!error) return { value: data }
		for (const issue of error.issues)
			context.addIssue({ ...issueOf(meaningOf(issue)), path: [...VALUE, ...issue.path] })
	}
	return z.NEVER
}

/** Whether a text looks like what we show of a key. A document with such a text would replace the key by its mask. */
const isMasked = (text: string) => /^(.{4})?\*{4}(.{4})?$/.test(text)

/** What a document shows of a stored secret. */
export const shown = (fingerprint: string | null): Shown => ({ $secret: { set: true, fingerprint } })

/** The text that the vault seals. */
export const plaintextOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

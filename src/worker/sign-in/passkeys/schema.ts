import * as z from 'zod'
import { doc } from '#doc'
import { id, named, nonBlankText, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { ALGORITHMS } from './signatures.ts'

const CREDENTIAL_ID = 'TwlUmpfSnBB1YKZkHbJkVsX1xwQ'

/** Bytes as browsers write them: base64url without padding. `max` is a number of characters. */
const bytes = (max: number) =>
	z
		.string()
		.max(max)
		.regex(/^[\w-]+$/, must.base64url)

const credentialId = () => bytes(1_364).meta(doc({ example: CREDENTIAL_ID }))
const clientDataJSON = bytes(4_096).meta(doc({ example: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' }))
const authenticatorData = bytes(8_192).meta(doc({ example: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ' }))
const transports = z
	.array(z.string().max(32))
	.max(8)
	.meta(doc({ example: ['internal', 'hybrid'] }))

/** What `PublicKeyCredential.toJSON()` returns of any passkey. */
const common = {
	id: credentialId(),
	rawId: credentialId(),
	type: z.literal('public-key'),
	authenticatorAttachment: z
		.string()
		.max(32)
		.nullish()
		.meta(doc({ example: 'platform' })),
	clientExtensionResults: z.optional(z.record(z.string(), z.unknown())).meta(doc({ example: {} })),
}

export const NewCredential = z
	.object({
		...common,
		response: z.object({
			clientDataJSON,
			authenticatorData,
			publicKey: bytes(2_048).meta(
				doc({ description: 'SPKI.', example: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }),
			),
			publicKeyAlgorithm: z.int().meta(doc({ description: 'A COSE algorithm: -7, -8 or -257.', example: -8 })),
			transports: transports.optional(),
			attestationObject: z.optional(bytes(65_536)).meta(doc({ description: 'Not read.', example: 'o2NmbXRkbm9uZQ' })),
		}),
	})
	.meta(doc({ id: 'NewCredential', description: 'What `PublicKeyCredential.toJSON()` returns after `create()`.' }))

export const Assertion = z
	.object({
		...common,
		response: z.object({
			clientDataJSON,
			authenticatorData,
			signature: bytes(2_048).meta(doc({ example: 'MEUCIQDqO0aQ' })),
			userHandle: bytes(128)
				.nullish()
				.meta(doc({ example: 'dXNyXzAx' })),
		}),
	})
	.meta(doc({ id: 'Assertion', description: 'What `PublicKeyCredential.toJSON()` returns after `get()`.' }))

const PasskeyName = nonBlankText(100)
	.trim()
	.meta(doc({ example: 'Laptop' }))

export const CreatePasskey = named('CreatePasskey', { name: PasskeyName, credential: NewCredential })

export const UpdatePasskey = named('UpdatePasskey', { name: PasskeyName.optional() })

export const MyPasskey = named('Passkey', {
	id: id('psk'),
	name: z.string().meta(doc({ example: 'Laptop' })),
	credential_id: z.string().meta(doc({ example: CREDENTIAL_ID })),
	algorithm: z.enum(ALGORITHMS),
	transports,
	created_at: timestamp(),
	last_used_at: timestamp().nullable(),
})

const descriptor = z.object({
	type: z.literal('public-key'),
	id: z.string().meta(doc({ example: CREDENTIAL_ID })),
	transports,
})
const challenge = z.string().meta(doc({ example: 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA' }))
const rpId = z.string().meta(doc({ description: 'The host of `PUBLIC_URL`.', example: 'plinth.example.com' }))
const timeout = z.int().meta(doc({ description: 'In milliseconds.', example: 300_000 }))

export const CreationOptions = z
	.object({
		challenge,
		rp: z.object({ id: rpId, name: z.string().meta(doc({ example: 'Plinth' })) }),
		user: z.object({
			id: z.string().meta(doc({ example: 'dXNyXzAx' })),
			name: z.string().meta(doc({ example: 'ada' })),
			displayName: z.string().meta(doc({ example: 'Ada' })),
		}),
		pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int().meta(doc({ example: -8 })) })),
		timeout,
		excludeCredentials: z.array(descriptor),
		authenticatorSelection: z.object({
			residentKey: z.literal('preferred'),
			userVerification: z.literal('required'),
		}),
		attestation: z.literal('none'),
	})
	.meta(doc({ id: 'PasskeyCreationOptions', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`.' }))

export const RequestOptions = z
	.object({
		challenge,
		rpId,
		timeout,
		allowCredentials: z.array(descriptor),
		userVerification: z.literal('required'),
	})
	.meta(doc({ id: 'PasskeyRequestOptions', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.' }))

import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'

const EXAMPLE = {
	kty: 'EC',
	crv: 'P-256',
	x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
	y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

/** A record, so that a private part is refused as one and not as an unknown name. The rule looks at each member. */
export const PutEncryptionKey = z.record(z.string(), z.unknown()).meta(
	doc({
		id: 'PutEncryptionKey',
		description:
			'A bare public JWK: X25519 (`kty` `OKP`) or P-256 (`kty` `EC`), for `ECDH-ES+A256KW`. `use`, `alg`, `key_ops` and `kid` may be absent.',
		example: EXAMPLE,
	}),
)

export const EncryptionKey = named('EncryptionKey', {
	kid: z
		.string()
		.meta(doc({ description: 'The RFC 7638 thumbprint.', example: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U' })),
	service_account_id: id('svc'),
	jwk: z
		.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string().optional() })
		.meta(doc({ description: 'The public key.', example: EXAMPLE })),
	created_by: id('usr'),
	created_at: timestamp(),
})

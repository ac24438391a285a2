import * as z from 'zod'
import { doc } from '#doc'
import { named, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'

/** What an app shows. Many show it in two groups, so spaces are fine. */
export const TotpCode = z
	.string()
	.max(20)
	.transform((code) => code.replaceAll(/\s/g, ''))
	.refine((code) => /^\d{6}$/.test(code), { error: must.six_digits })
	.meta(doc({ description: 'The code that your authenticator app shows now.', example: '287082' }))

export const Totp = named('Totp', {
	enabled_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'Since when logging in asks for a code; null while you have no authenticator app.' })),
})

export const TotpOptions = named('TotpOptions', {
	secret: z.string().meta(doc({ description: 'To type into an app.', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })),
	otpauth_uri: z.string().meta(
		doc({
			description: 'To show as a QR code.',
			example:
				'otpauth://totp/Plinth:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Plinth&algorithm=SHA1&digits=6&period=30',
		}),
	),
	expires_at: timestamp().meta(doc({ description: 'Until when you can confirm it with a code.' })),
})

export const EnableTotp = named('EnableTotp', { code: TotpCode })

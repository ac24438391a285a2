import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'

/** The code of an authenticator app (RFC 6238) at a time. */
export function codeOf(secret: string, at: number): string {
	const bits = secret
		.split('')
		.map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
	const bytes =
		bits
			.join('')
			.match(/.{8}/g)
			?.map((byte) => Number.parseInt(byte, 2)) ?? []
	const step = Buffer.alloc(8)
	step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
	const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
	const offset = (mac.at(-1) ?? 0) & 15
	return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Gives the page's browser an authenticator that always finds its person. */
export async function addAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal') {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport,
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
	return { remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

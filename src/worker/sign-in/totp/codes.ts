import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { isSameText } from '../../keys/auth/tokens.ts'

// Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, a new one every 30 seconds.

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const stepAt = (ms: number) => Math.floor(ms / STEP_MS)

/** Steps after this one were used under a clock that ran ahead, so they don't count. No clock runs ahead by so much now. */
export const lastSensibleStep = () => stepAt(Date.now()) + 2

/** The code of a key in a step (RFC 4226, 5.3). */
export function codeOf(key: Buffer, step: number): string {
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const mac = createHmac('sha1', key).update(counter).digest()
	const offset = mac.readUInt8(mac.length - 1) & 15
	return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/**
 * The step that a code is of: now's, the one before or the one after, since clocks differ and people type slowly. Undefined for
 * any other code, and for a step up to `last_step`, whose codes were used.
 */
export function stepOf(key: Buffer, code: string, last_step: number | null): number | undefined {
	const now = stepAt(Date.now())
	const used = last_step === null || last_step > lastSensibleStep() ? -1 : last_step
	const isIt = (step: number) => step > used && isSameText(codeOf(key, step), code)
	return [now, now - 1, now + 1].find(isIt)
}

/** A key in base32 (RFC 4648), as people type it into an app that can't scan. Its length is a multiple of five bytes. */
export function toBase32(key: Buffer): string {
	const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')
	return bits.replaceAll(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)))
}

export function otpauthUri(key: Buffer, login: string): string {
	const query = new URLSearchParams({
		secret: toBase32(key),
		issuer: 'Plinth',
		algorithm: 'SHA1',
		digits: '6',
		period: '30',
	})
	return `otpauth://totp/Plinth:${encodeURIComponent(login)}?${query.toString()}`
}

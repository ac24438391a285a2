import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Reply, send } from './api.ts'
import { address, type Caller, PASSWORD } from './world.ts'

// An authenticator app, written from RFC 6238 and not from our code.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Uint8Array<ArrayBuffer> {
	const bytes: number[] = []
	let [buffer, bits] = [0, 0]
	for (const letter of base32) {
		buffer = ((buffer << 5) | ALPHABET.indexOf(letter)) & 0xfff
		bits += 5
		if (bits < 8) continue
		bits -= 8
		bytes.push((buffer >> bits) & 255)
	}
	return new Uint8Array(bytes)
}

/** The code that an app with this secret shows at a time. */
export async function codeAt(secret: string, ms: number): Promise<string> {
	const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
	const counter = new DataView(new ArrayBuffer(8))
	counter.setUint32(4, Math.floor(ms / 30_000))
	const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
	const offset = mac.getUint8(19) % 16
	return String((mac.getUint32(offset) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

/** An app with a new key, which isn't enabled yet. */
export async function newKey(caller: Pick<Caller, 'post'>) {
	const { status, body } = await caller.post('/v1/me/totp/options')
	expect(status).toBe(200)
	return {
		secret: body.secret as string,
		otpauth_uri: body.otpauth_uri as string,
		/** The code of `steps` steps from now. */
		code: (steps = 0) => codeAt(body.secret, Date.now() + steps * 30_000),
	}
}

/** The app of a user who has enabled it. `code` is one that counts, however many were used before. */
export async function authenticator(caller: Pick<Caller, 'post' | 'put' | 'user_id'>) {
	const { secret, code } = await newKey(caller)
	expect((await caller.put('/v1/me/totp', { code: await code() })).status).toBe(200)
	return {
		secret,
		code: async (steps = 0) => {
			await env.DB.prepare('UPDATE totp_keys SET last_step = NULL WHERE user_id = ?').bind(caller.user_id).run()
			return code(steps)
		},
	}
}

/** The status of a response, and why it refuses. */
export const reasonOf = ({ status, body }: Pick<Reply, 'status' | 'body'>): [number, string | undefined] => [
	status,
	body.details?.reason,
]

/** The cookies of a response, as a browser would send them. */
export const cookiesOf = (headers: Headers) =>
	headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ')

/** Logs in with a password, as a stranger to Plinth. */
export const logIn = (login: string, password = PASSWORD, headers: Record<string, string> = {}) =>
	send('POST', '/v1/auth/login', {
		body: { login, password },
		headers: { 'CF-Connecting-IP': address(), ...headers },
	})

/** The challenge that a right password earns a user with a second factor. */
export async function challengeOf(login: string): Promise<string> {
	const { status, body } = await logIn(login)
	expect({ status, reason: body.details.reason }).toEqual({ status: 401, reason: 'auth.second_factor' })
	return body.details.challenge
}

/** Answers the challenge of a login. */
export const answer = (challenge: string, body: object, headers: Record<string, string> = {}) =>
	send('POST', '/v1/auth/second-factor', {
		body: { challenge, ...body },
		headers: { 'CF-Connecting-IP': address(), ...headers },
	})

export const NOT_A_CHALLENGE = {
	status: 400,
	body: {
		details: { fields: [{ path: 'challenge', message: 'Must be an unanswered challenge of the last five minutes' }] },
	},
}

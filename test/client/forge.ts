import { isDeepStrictEqual } from 'node:util'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import type { Replied } from './backend.ts'
import { keyNamed } from './keys.ts'

/** What somebody changes who can change an answer, and has the public key: see README.md. */
export interface Forgery {
	header?: Record<string, unknown>
	target?: string
	value?: unknown
	answer?: Record<string, unknown>
	minutes?: number
	garble?: 'header' | 'ciphertext' | 'tag'
}

type Json = Record<string, unknown>

/** The answer with every sealed value forged. */
export async function forged(replied: Replied, forgery: Forgery): Promise<Replied> {
	if (replied.status >= 300) return replied
	const body = (await changed(JSON.parse(replied.body), forgery)) as Json
	return { ...replied, body: JSON.stringify({ ...body, ...forgery.answer }) }
}

async function changed(value: unknown, forgery: Forgery): Promise<unknown> {
	if (Array.isArray(value)) return Promise.all(value.map((item) => changed(item, forgery)))
	if (typeof value !== 'object' || value === null) return value
	const { $sealed } = value as Json
	if (typeof $sealed === 'string') return { $sealed: await resealed($sealed, forgery) }
	const members = Object.entries(value).map(async ([name, member]) => [name, await changed(member, forgery)] as const)
	return Object.fromEntries(await Promise.all(members))
}

async function resealed(jwe: string, { header = {}, target, value, minutes = 0, garble }: Forgery): Promise<string> {
	if (garble) return garbled(jwe, garble)
	const { epk: _, ...before } = decodeProtectedHeader(jwe) as Json
	const jwk = await keyNamed(String(before.kid))
	const { plaintext } = await compactDecrypt(jwe, await importJWK(jwk, 'ECDH-ES+A256KW'))
	const inside = JSON.parse(new TextDecoder().decode(plaintext)) as Json
	const moved = { iat: Number(before.iat) + minutes * 60, exp: Number(before.exp) + minutes * 60 }
	const after = Object.fromEntries(
		Object.entries({ ...before, ...moved, ...header }).filter(([, member]) => member !== null),
	)
	if (minutes === 0 && target === undefined && value === undefined && isDeepStrictEqual(after, before)) return jwe
	const sealed = { ...inside, ...(target !== undefined && { target }), ...(value !== undefined && { value }) }
	return encrypted(jwe, jwk, after, JSON.stringify(sealed))
}

async function encrypted(jwe: string, jwk: JWK, header: Json, inside: string): Promise<string> {
	const { d: _, ...open } = jwk
	try {
		return await new CompactEncrypt(new TextEncoder().encode(inside))
			.setProtectedHeader(header as { alg: string; enc: string })
			.encrypt(await importJWK(open, 'ECDH-ES+A256KW'), { crit: { exp: true } })
	} catch {
		// The library makes no such header, so it takes the place of the old one as it is.
		const [before = '', ...rest] = jwe.split('.')
		const { epk } = JSON.parse(Buffer.from(before, 'base64url').toString()) as Json
		return [Buffer.from(JSON.stringify({ ...header, epk })).toString('base64url'), ...rest].join('.')
	}
}

/** Changes a character in the middle of a part. */
function garbled(jwe: string, part: 'header' | 'ciphertext' | 'tag'): string {
	const parts = jwe.split('.')
	const index = { header: 0, ciphertext: 3, tag: 4 }[part]
	const old = parts[index] ?? ''
	const middle = Math.floor(old.length / 2)
	const other = old[middle] === 'A' ? 'B' : 'A'
	parts[index] = old.slice(0, middle) + other + old.slice(middle + 1)
	return parts.join('.')
}

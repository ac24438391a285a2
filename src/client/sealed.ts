import { calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose'
import { Untrusted } from './errors.ts'
import type { Records } from './store.ts'
import type { JWK } from './types.ts'

/** Opens a JWE elsewhere, such as in a key management service, and returns its plaintext. */
export type OpeningFunction = (jwe: string, kid: string) => Promise<string>

/** What a sealed value has to be for. */
export interface Expected {
	org: string
	/** `<table>/<row id>/<column>`; with a row of null any row of that table and column. */
	place: { table: string; row: string | null; column: string }
	/** Where the credential may go, as the answer says beside it. */
	target: string | null
	/** When the answer came from the network, by the clock of Plinth; undefined for a value of memory or the store. */
	answered_at: number | undefined
}

interface Header {
	alg: string
	enc: string
	kid: string
	typ: string
	iat: number
	exp: number
	use_until: number
	sub: string
	org: string
	place: string
}

const ALG = 'ECDH-ES+A256KW'
const ENC = 'A256GCM'
const TYP = 'plinth-sealed+jwe'
const NUMBERS = ['iat', 'exp', 'use_until']
const MEMBERS = ['alg', 'enc', 'kid', 'epk', 'typ', ...NUMBERS, 'sub', 'org', 'place']
/** How far the clocks of two computers of Plinth may differ, in seconds. */
const LEEWAY_S = 60

/**
 * Opens what Plinth has sealed for one of our keys. Anybody with the public key can make a JWE, and one may be moved into another
 * answer. So a value has to be for what was asked, and its credential goes where it was sealed for.
 */
export class Opener {
	private readonly keys: Promise<{ kid: string; key: Awaited<ReturnType<typeof importJWK>> }[]>
	private readonly opening: OpeningFunction | undefined
	private readonly records: Records | undefined
	private account: string | undefined

	constructor(privateKey: JWK | JWK[] | OpeningFunction, account: string | undefined, records: Records | undefined) {
		const jwks = typeof privateKey === 'function' ? [] : [privateKey].flat()
		this.opening = typeof privateKey === 'function' ? privateKey : undefined
		this.account = account
		this.records = records
		this.keys = Promise.all(
			jwks.map(async (jwk) => ({ kid: await calculateJwkThumbprint(jwk), key: await importJWK(jwk, ALG) })),
		)
		this.keys.catch(() => undefined)
	}

	/** The names of our keys, newest first. */
	async kids(): Promise<string[]> {
		return (await this.keys).map(({ kid }) => kid)
	}

	/** The value, and until when it may be used, in milliseconds of Plinth's clock. Throws `Untrusted`. */
	async open(jwe: string, expected: Expected): Promise<{ value: unknown; use_until: number }> {
		const header = headerOf(jwe)
		const key = (await this.keys).find(({ kid }) => kid === header.kid)
		if (!key && !this.opening) throw new Untrusted('kid')
		requireFor(header, expected)
		const account = await this.accountFor(header.sub)
		const { value, target } = await this.plaintext(jwe, header.kid, key?.key)
		if (target !== expected.target) throw new Untrusted('target')
		if (account === undefined) await this.remember(header.sub)
		return { value, use_until: header.use_until > header.iat ? header.use_until * 1_000 : 0 }
	}

	private async plaintext(jwe: string, kid: string, key: Parameters<typeof compactDecrypt>[1] | undefined) {
		try {
			const text = key
				? new TextDecoder().decode((await compactDecrypt(jwe, key, ACCEPTED)).plaintext)
				: await this.opening?.(jwe, kid)
			return JSON.parse(text ?? '') as { value: unknown; target: unknown }
		} catch {
			throw new Untrusted('seal')
		}
	}

	/** Our account, if it's known. Throws if the value is for another one. */
	private async accountFor(sub: string): Promise<string | undefined> {
		this.account ??= (await this.records?.read('account')) as string | undefined
		if (this.account !== undefined && this.account !== sub) throw new Untrusted('sub')
		return this.account
	}

	private async remember(sub: string): Promise<void> {
		this.account ??= sub
		await this.records?.write('account', sub)
	}
}

const ACCEPTED = { keyManagementAlgorithms: [ALG], contentEncryptionAlgorithms: [ENC] }

function headerOf(jwe: string): Header {
	let header: Record<string, unknown>
	try {
		header = decodeProtectedHeader(jwe)
	} catch {
		throw new Untrusted('seal')
	}
	for (const [name, only] of [
		['alg', ALG],
		['enc', ENC],
		['typ', TYP],
		['zip', undefined],
		['crit', undefined],
	] as const)
		if (header[name] !== only) throw new Untrusted(name)
	const names = Object.keys(header)
	const isWhole = names.length === MEMBERS.length && MEMBERS.every((name) => names.includes(name))
	if (!isWhole || NUMBERS.some((name) => typeof header[name] !== 'number')) throw new Untrusted('header')
	return header as unknown as Header
}

function requireFor({ org, place, iat, exp }: Header, expected: Expected) {
	if (org !== expected.org) throw new Untrusted('org')
	const { table, row, column } = expected.place
	const isThere =
		row === null ? place.startsWith(`${table}/`) && place.endsWith(`/${column}`) : place === `${table}/${row}/${column}`
	if (!isThere) throw new Untrusted('place')
	if (expected.answered_at === undefined) return
	const at_s = expected.answered_at / 1_000
	if (at_s > exp + LEEWAY_S) throw new Untrusted('exp')
	if (iat > at_s + LEEWAY_S) throw new Untrusted('iat')
}

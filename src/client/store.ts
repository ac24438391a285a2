import { base64url } from 'jose'
import type { JWK } from './types.ts'

/** Where a client keeps what has to outlive its process: texts under names. */
export interface Store {
	get: (name: string) => Promise<string | null | undefined>
	set: (name: string, text: string) => Promise<unknown>
	delete: (name: string) => Promise<unknown>
	keys: (prefix: string) => Promise<string[]>
	/** Makes this process the only one that uses the store, and returns what ends that. Throws `StoreLocked`. */
	lock?: () => Promise<() => Promise<void>>
}

/** A `CryptoKey`, which each runtime's types name elsewhere. */
type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

interface Key {
	kid: string
	secret: SigningKey
}

/**
 * The records of a store, each with a code under a key that only the owner of the private key has. So anyone who can write to the
 * store can neither forge a record nor give one another name. What doesn't verify is absent.
 */
export class Records {
	private readonly store: Store
	private readonly keys: Promise<Key[]>
	/** The last change. Each waits for the one before, so that a removal isn't overtaken by an older write. */
	private last: Promise<unknown> = Promise.resolve()

	/** `secrets` has the newest first: it writes, and all of them read. */
	constructor(store: Store, secrets: Promise<{ kid: string; secret: Uint8Array }[]>) {
		this.store = store
		this.keys = secrets.then((all) =>
			Promise.all(all.map(async ({ kid, secret }) => ({ kid, secret: await derived(secret) }))),
		)
		this.keys.catch(() => undefined)
	}

	async read(name: string): Promise<unknown> {
		const text = await this.store.get(name)
		if (!text) return undefined
		try {
			const { kid, mac, body } = JSON.parse(text) as { kid: string; mac: string; body: string }
			const key = (await this.keys).find((one) => one.kid === kid)
			const isOurs = key && (await crypto.subtle.verify('HMAC', key.secret, base64url.decode(mac), signed(name, body)))
			return isOurs ? JSON.parse(body) : undefined
		} catch {
			return undefined
		}
	}

	async write(name: string, value: unknown): Promise<void> {
		const body = JSON.stringify(value)
		await this.change(async () => {
			const [key] = await this.keys
			if (!key) return
			const mac = await crypto.subtle.sign('HMAC', key.secret, signed(name, body))
			const record = { v: 1, kid: key.kid, mac: base64url.encode(new Uint8Array(mac)), body }
			await this.store.set(name, JSON.stringify(record))
		})
	}

	async remove(name: string): Promise<void> {
		await this.change(() => this.store.delete(name))
	}

	private change(work: () => Promise<unknown>): Promise<unknown> {
		const change = this.last.then(work)
		this.last = change.catch(() => undefined)
		return change
	}

	names(prefix: string): Promise<string[]> {
		return this.store.keys(prefix)
	}
}

/** The secret of a private JWK. */
export const secretOf = ({ d }: JWK): Uint8Array => base64url.decode(d ?? '')

const signed = (name: string, body: string) => new TextEncoder().encode(`${name}\n${body}`)

async function derived(secret: Uint8Array): Promise<SigningKey> {
	const raw = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey'])
	const info = new TextEncoder().encode('plinth-store')
	const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
	const kind = { name: 'HMAC', hash: 'SHA-256', length: 256 }
	return crypto.subtle.deriveKey(how, raw, kind, false, ['sign', 'verify'])
}

/** SHA-256 in hex, for names of records. */
export async function hashed(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

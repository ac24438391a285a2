import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { conflictSaying } from '../../ground/http/errors.ts'
import { encryptFor } from '../../ground/secrets/jwe.ts'
import type { Sealed } from '../../ground/secrets/schema.ts'
import type { Place } from '../../ground/secrets/vault.ts'
import { effectiveEntitlements } from '../../plans/entitlements/effective.ts'
import type { EncryptionKey, Principal } from '../../principal.ts'
import { type Release, auditReleases } from './releases.ts'

/** For how long a runtime accepts a sealed credential from the network, in seconds. */
const FRESH_S = 300

/** A hundred years. What is longer must still be a time. */
const LONGEST_S = 3_153_600_000

const TYP = 'plinth-sealed+jwe'

/** A credential, where it's stored, whose it is, and where it may be sent. */
interface Credential {
	place: Place
	value: unknown
	/** Null for the platform. */
	owner: string | null
	target: string | null
}

/** Encrypts what one answer gives to one service account. */
export interface Sealer {
	kid: string
	hasPlatformCredentials: boolean
	/** The credential for the answer; null stays null. */
	seal: (credential: Credential) => Promise<z.output<typeof Sealed> | null>
	/** Tells the audit log behind the answer what it gives out. Call it once the answer is certain. */
	tell: () => void
}

const keysOf = (principal: Principal) => (principal.kind === 'service' ? principal.encryption_keys : [])

/** The key that the request names, or the only one. Throws 409 with all of them if it has to name another. */
function keyOf(principal: Principal, kid: string | null | undefined): EncryptionKey {
	const keys = keysOf(principal)
	const key = kid == null ? keys[1] === undefined && keys[0] : keys.find((one) => one.kid === kid)
	if (key) return key
	throw conflictSaying(lackOf(principal, keys), 'runtime.no_encryption_key', { kids: keys.map((one) => one.kid) })
}

function lackOf({ kind }: Principal, keys: readonly EncryptionKey[]): string {
	if (kind !== 'service')
		return 'Credentials are sealed for service accounts only, because people have no encryption keys. Ask with the key of one.'
	return keys.length === 0
		? "Your service account has no encryption key. Add your runtime's public key to it first."
		: 'Name an encryption key that your service account has in kid'
}

/** Encrypts for the key `kid` of the caller, what they ask about an org. Throws 409 if they have no such key. */
export function sealerFor(c: Context<SignedIn>, org_id: string, kid: string | null | undefined): Sealer {
	const { principal, dry_run } = c.var
	const key = keyOf(principal, kid)
	const iat = Math.floor(Date.now() / 1000)
	// Clients compare `exp` with it. The edge sends one too, a server elsewhere doesn't.
	c.header('Date', new Date(iat * 1000).toUTCString())
	const claims = { typ: TYP, iat, exp: iat + FRESH_S, sub: principal.id, org: org_id }
	const given: Release[] = []
	return {
		kid: key.kid,
		hasPlatformCredentials: principal.kind === 'service' && principal.runtime?.platform_credentials === true,
		seal: async ({ place: { table, row, column }, value, owner, target }) => {
			if (value === null) return null
			if (dry_run) return { $sealed: null }
			const use_until = iat + (await staleFor(c, org_id))
			const place = `${table}/${row}/${column}`
			given.push({ place, owner })
			return { $sealed: await encryptFor(key, { ...claims, use_until, place }, JSON.stringify({ value, target })) }
		},
		tell: () => auditReleases(c, { org_id, kid: key.kid, given }),
	}
}

/** For how many seconds a runtime may use what it got. */
async function staleFor(c: Context<SignedIn>, org_id: string): Promise<number> {
	const entitlements = await effectiveEntitlements(c, org_id)
	return Math.min(Number(entitlements?.find(({ key }) => key === 'runtime.stale_s')?.value ?? 0), LONGEST_S)
}

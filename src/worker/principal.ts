import type { Networks } from './ground/networks/ranges.ts'

// Who calls, and what they're allowed to do. It imports no chapter.

/** What a platform role allows: to read everything that operators read, and to write one part of it. */
export const PLATFORM_PERMISSIONS = ['platform.read', 'people.write', 'money.write', 'platform.write'] as const

/** Everything a principal can be allowed to do beyond being signed in (spec 5.4). */
export const PERMISSIONS = [
	'platform_admin',
	...PLATFORM_PERMISSIONS,
	'data.secrets',
	'org.settings',
	'runtime.report',
	'runtime.resolve',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** What a key does with its permissions, the narrowest first: it only reads, it proposes its changes to a person, or it makes them. */
export const KEY_MODES = ['read', 'propose', 'act'] as const
export type KeyMode = (typeof KEY_MODES)[number]

/** What an operator of the platform may be. `admin` is platform admin, and holds every other role. */
export const PLATFORM_ROLES = ['admin', 'auditor', 'support', 'billing', 'operations'] as const
export type PlatformRole = (typeof PLATFORM_ROLES)[number]

/** What a member of an org may be, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

/** An org's IP rules, compiled for checking requests. Only an org that has rules has them. */
export type IpRules = Partial<Record<'allowlist' | 'blocklist', Networks>>

export const IP_MODES = ['direct', 'proxy', 'cdn'] as const

/** The gateway's configuration, compiled for assessing requests. */
export interface Gateway {
	ip_mode: (typeof IP_MODES)[number]
	trusted: Networks
	risk_reject_threshold: number
}

/** What all callers have. */
interface Caller {
	/** Whose `Idempotency-Key` it is: the user's id, the API key's, or the service account's, which its keys share. */
	id: string
	/** When the API key expires. Null for a key that never expires, and for a user, whose token has its own expiry. */
	expires_at: string | null
	/** The OIDC connection that they signed in through, or that the key was made through; null for a sign-in of one's own. */
	connection_id: string | null
	org_id: string
	/** Null for a platform admin who acts in an org that they don't belong to, and for a service account that has scopes. */
	role: Role | null
	/** What they are of the platform by this credential: none for a service account. */
	platform_roles: readonly PlatformRole[]
	/** As the database has them, never as the token claims. */
	permissions: ReadonlySet<Permission>
	/** The rules of `org_id`; null if it has none. */
	ip_rules: IpRules | null
	/** Only a key has another one than `act`. */
	mode: KeyMode
	/** As it was when the principal was read. */
	gateway: Gateway
}

/** A user with an access token. */
export interface UserPrincipal extends Caller {
	kind: 'user'
	user_id: string
	service_account_id: null
	api_key_id: null
	key_root_id: null
	session_id: string
	/** When they last proved who they are: by logging in, or by a step-up since then. */
	authenticated_at: string
	/** Whether it's an org's connection, which speaks for them in that org only, or one that waits for a confirmation. */
	is_confined: boolean
	/** Whether they only come to add the second factor that they need. They hold no permission then. */
	is_enrolling: boolean
	/** What's demanded of their sign-in now, and this one doesn't meet; null if it meets everything. */
	unmet: Unmet | null
}

/** The connections of which one has to sign somebody in, or else a second factor, which they may have without having proven it. */
export type Unmet = { connection_ids: string[] } | { has_factor: boolean }

/** One of a user's API keys. */
interface ApiKeyPrincipal extends Caller {
	kind: 'api_key'
	user_id: string
	service_account_id: null
	api_key_id: string
	/** The first key of its line: what runs, pauses and budgets call it. */
	key_root_id: string
	session_id: null
}

/** Which orgs a service account serves as their runtime. */
export interface RuntimeReach {
	/** Ids of orgs, or `*` alone for all of them. */
	orgs: string[]
	/** Whether it also gets the credentials of the platform's own providers. */
	platform_credentials: boolean
}

/** A public key that credentials are encrypted for. Its private half never leaves the runtime. */
export interface EncryptionKey {
	/** Its RFC 7638 thumbprint. */
	kid: string
	jwk: { kty: string; crv: string; x: string; y?: string }
}

/** A service account of an org, by one of its keys. There's no user behind it. */
export interface ServicePrincipal extends Caller {
	kind: 'service'
	user_id: null
	service_account_id: string
	api_key_id: string
	/** The first key of its line: what runs, pauses and budgets call it. */
	key_root_id: string
	session_id: null
	/** Null for its own org alone. */
	runtime: RuntimeReach | null
	encryption_keys: readonly EncryptionKey[]
}

/** The caller. */
export type Principal = UserPrincipal | ApiKeyPrincipal | ServicePrincipal

/** What an operation puts at stake, so it asks for a recent proof: power, or what can't be had back and money. */
export type Stake = 'power' | 'value'

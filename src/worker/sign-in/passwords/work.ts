// What a hasher gets. The Worker and the Node process beside it share this, so it imports nothing.

/** What a hash costs, in scrypt's own parameters (RFC 7914). */
export interface Cost {
	N: number
	r: number
	p: number
}

// OWASP's scrypt parameters for 16 MiB. Each hash carries its own, so we can raise them later.
export const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }

export const KEY_BYTES = 32

/** Whether a device, an address or a token shows that the user was here before. Strangers can't delay known users. */
export type Priority = 'known' | 'stranger'

export interface Requester {
	priority: Priority
	/** Whose password it is: one hash at a time is made for them. Undefined for a new user. */
	who?: string
}

export interface Work {
	password: string
	salt: Uint8Array
	cost: Cost
	/** When the request stops waiting, in milliseconds since 1970. */
	until: number
}

/** What the service beside the Worker gets, as JSON. `salt` is in base64url. */
export type HashRequest = Omit<Work, 'salt'> & { salt: string; priority: Priority }

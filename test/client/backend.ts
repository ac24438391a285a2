import type { JWK } from 'jose'

/** A request as it reached the proxy, without the place of the case in its path. */
export interface Received {
	method: string
	path: string
	headers: Record<string, string | undefined>
	body: string
}

export interface Replied {
	status: number
	headers: Record<string, string>
	body: string
}

/** What the server of a case gives its clients. */
export interface World {
	org: string
	key: string
	other_key: string
	/** Of a world that several cases have: whether an earlier one had it. */
	isKept?: boolean
}

/** What a case wants of its world. */
export interface Wanted {
	org: string
	credits: number
	/** Whether the case changes the server, or counts all that there is. Other cases may have a world together. */
	isOwn: boolean
}

/** A change of the server in the middle of a case: see README.md. */
export interface Change {
	revoke?: string
	suspend?: boolean
	register?: JWK
	unregister?: JWK
	pause?: [string, string]
	unpause?: [string, string]
	budget?: { scope: 'org' | 'user' | 'agent'; unit: 'credits' | 'tokens' | 'runs'; limit: number; subject?: string }
	model?: null | { api_key: string } | { provider?: string; base_url?: string; vendor_a_api_mode?: string }
	tool?: null
	flag?: boolean
	stale_s?: number
}

export interface Ledger {
	runs: Record<string, { status: string; credits: number }>
	/** How many entries of consumption there are. */
	entries: number
}

/** What stands behind the proxy: the fake or the real Worker. */
export interface Backend {
	/** Makes a world for a case. */
	world: (wanted: Wanted) => Promise<World>
	change: (change: Change) => Promise<void>
	handle: (request: Received) => Promise<Replied>
	/** What there is of the runs whose IDs begin so. */
	ledger: (prefix: string) => Promise<Ledger>
	/** The clock of the case, if the backend follows it. */
	now_ms?: number
}

import type { Refusal } from './errors.ts'
import type { LastRequest } from './process-end.ts'

/** A call of Plinth, the same over HTTP and over a binding. */
export type Ask =
	| { to: 'model'; input: { org_id: string; selector?: string | undefined; context?: object | undefined } }
	| { to: 'tool'; input: { org_id: string; group: string } }
	| { to: 'mcp'; input: { org_id: string; ids?: string[] | undefined } }
	| { to: 'flag' | 'entitlement'; input: { org_id: string; key: string } }
	| { to: 'begin'; input: object }
	| { to: 'progress'; input: { run_id: string; [member: string]: unknown } }
	| { to: 'request'; input: { id: string } }
	| { to: 'runs'; input: object[]; isAsync: boolean }

/** An answer of Plinth. */
export interface Answer {
	status: number
	body: unknown
	/** When Plinth gave it, by its own clock; undefined over a binding. */
	date: number | undefined
	retry_after_ms: number | undefined
	/** Since when Plinth itself answers from what it had read before. */
	stale_since: string | null
}

/** Sends an ask, and returns undefined if what came back isn't an answer of Plinth. It may throw for the same reason. */
export interface Transport {
	send: (ask: Ask, kid: string | undefined, signal: AbortSignal) => Promise<Answer | undefined>
	/** Whether credentials come sealed. */
	isSealed: boolean
	/** The request that sends an ask, for whoever can't wait; undefined without a key. */
	last?: (ask: Ask) => LastRequest | undefined
}

export const isOk = ({ status }: Answer): boolean => status < 300

/** The body of an answer that is an error. */
export function refusalIn({ body }: Answer): Refusal {
	const { error, message, details } = (body ?? {}) as Partial<Refusal>
	return { error: error ?? 'unknown', message: message ?? 'Plinth refused', details: details ?? {} }
}

import type * as z from 'zod'
import type { Stake } from '../../principal.ts'
import type { Refuses } from './reasons.ts'

/** The doors of an operation that the platform and each org have: `/v1/admin/budgets` and `/v1/orgs/:org_id/budgets`. */
export type Door = 'platform' | 'org'

/** The door that a route's path is. */
export const doorOf = (path: string): Door => (path.startsWith('/v1/orgs/:org_id') ? 'org' : 'platform')

/** What a route line says of one of its doors only. */
export type AtOneDoor<T> = { [door in Door]?: T }

/** Whether a route line's refusal is one of a single door. */
export const isAtOneDoor = <T>(one: T | AtOneDoor<T>): one is AtOneDoor<T> =>
	typeof one === 'object' && one !== null && ('org' in one || 'platform' in one)

// What route lines declare. The middleware that does it declares it, so a line says everything once.

/**
 * Who may call: everybody, any signed-in caller, a `user` but no API key, a `key` but no user, or holders of one of the permissions
 * that `|` separates. `by_scope` stands for the permission that belongs to the parameter `scope`.
 */
export type Access = 'anyone' | 'signed_in' | 'user' | 'user_or_service' | 'key' | 'by_scope' | `permission:${string}`

export interface DeclaredResponse {
	status: number
	/** Undefined for a response without a body, or with a body that isn't our JSON. */
	schema: z.ZodType | undefined
	contentType: string
}

/** How callers prove who they are. */
export type Credential = 'bearer' | 'refresh_cookie' | 'metrics_token'

/** What a route line declares. */
export interface Contract {
	access?: Access
	/** Whether it's a door: it finds out what the caller may do in the org of the path. */
	isDoor?: true
	/** The credentials that the handler of a public operation looks for. */
	credentials?: Credential[]
	query?: z.ZodType
	body?: z.ZodType
	summary?: string
	responses?: DeclaredResponse[]
	/** What it refuses beyond what follows from the rest. */
	refusals?: Refuses[]
	/** The recent proofs that it asks people for, and whether all its inputs do. */
	proofs?: { stake: Stake; isAlways: boolean }[]
	/** It may read more than 5,000 rows, so an org, or a user, makes few such calls. */
	isDear?: true
	/** What each header of a response means, beyond those that follow from the method and the input. */
	headers?: Record<string, string>
	/** Whether its response has an `ETag`, if that differs from the rule: a single read and a change of a resource have one. */
	isTagged?: boolean
	/** Whether it takes `If-Match`, if that differs from the rule: a PATCH, a PUT and a DELETE do. */
	isMatched?: boolean
	/**
	 * Whether it changes, sends or makes something, if that differs from the rule: a GET doesn't, and every other method does.
	 * `own_requests` are only what the caller itself asked for.
	 */
	changes?: boolean | 'own_requests'
	/** Whether only people may call it, signed in as themselves, whatever a key holds. */
	isInPerson?: true
	/** What the body must be, where the handler reads it as its protocol says, and answers in it what's wrong. */
	message?: z.ZodType
	/** Whether it takes more than one batch, so that no key can propose it. */
	isInParts?: true
	/** Whether it leaves an audit row, if that differs from the rule: what changes something by another method than GET leaves one. */
	isAudited?: boolean
}

/** A part of the contract, or what it is at each door of the same route line. */
type Part = Contract | ((door: Door) => Contract)

const contracts = new WeakMap<object, Part>()

/** Attaches a part of the contract to a middleware, and returns the middleware. */
export function declare<H extends object>(handler: H, part: Part): H {
	contracts.set(handler, part)
	return handler
}

/** Attaches what another middleware declares, and returns the middleware. */
export function declareAs<H extends object>(handler: H, other: object): H {
	return declare(handler, contracts.get(other) ?? {})
}

/** What was attached to a handler of a route at this path; undefined if nothing was. */
export function contractOf(handler: object, path: string): Contract | undefined {
	const part = contracts.get(handler)
	return typeof part === 'function' ? part(doorOf(path)) : part
}

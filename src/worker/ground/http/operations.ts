import type { Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { type Contract, contractOf, type DeclaredResponse, doorOf } from './declared.ts'
import { Ok } from './fields.ts'
import { tagOf } from './mount.ts'

export interface Operation extends Contract {
	/** The tag it is mounted under. */
	tag: string | undefined
	method: string
	/** As Hono writes it: `/v1/plans/:id`. */
	path: string
}

/** Whether the middleware of the API handles the path, and not only that of pages and probes. */
export const isBehindGate = (path: string) => /^\/(v1|ofrep)\//.test(path)

/** Whether a change by this operation leaves an audit row, whose id is the response's `Audit-Id`. */
export const isAudited = ({ method, changes, isAudited: isSaid }: Operation) =>
	isSaid ?? (method !== 'GET' && changes !== false)

/** Whether an operation changes, sends or makes something. */
export const changesSomething = ({ method, changes }: Operation): boolean => (changes ?? method !== 'GET') !== false

/**
 * Whether this response of an operation has an `ETag`: by default that of a GET that reads one thing, and of a change that returns
 * what it changed.
 */
export function isTagged({ method, path, query, isTagged: isSaid }: Operation, { schema }: DeclaredResponse): boolean {
	if (isSaid !== undefined) return isSaid
	if (schema === undefined || schema === Ok || schema instanceof z.ZodArray || !path.startsWith('/v1/')) return false
	return method === 'GET' ? !query || /:\w+$/.test(path) : method === 'PATCH' || method === 'PUT'
}

/** Whether an operation takes `If-None-Match`, and then responds with 304 to anyone who has its tag. */
export const takesIfNoneMatch = (operation: Operation): boolean =>
	(operation.method === 'GET' || operation.method === 'POST') &&
	(operation.responses ?? []).some((response) => isTagged(operation, response))

export const takesIfMatch = ({ method, isMatched = true }: Operation): boolean =>
	['PATCH', 'PUT', 'DELETE'].includes(method) && isMatched

/**
 * Every operation of the app, each assembled from the middlewares of its route line. Throws if a route of an org doesn't ask at its
 * door what the caller may do in the org of its path: neither the API document nor a test gets past it.
 */
export function operations(app: Hono<App>): Operation[] {
	const found = new Map<string, Operation>()
	for (const route of app.routes) {
		const { method, path, handler } = route
		const key = `${method} ${path}`
		const part = contractOf(handler, path)
		if (part) found.set(key, joined(found.get(key) ?? { method, path, tag: tagOf(route) }, part))
	}
	const open = app.routes.find(({ method, path }) => doorOf(path) === 'org' && !found.get(`${method} ${path}`)?.isDoor)
	if (open) throw new Error(`${open.method} ${open.path} has no may() on its route line`)
	return [...found.values()]
}

/** The operation that a request calls; undefined if there's none. */
export function operationOf(c: Context): Operation | undefined {
	let found: Operation | undefined
	for (const { method, path, handler } of matchedRoutes(c)) {
		const part = contractOf(handler, path)
		if (part) found = joined(found ?? { method, path, tag: undefined }, part)
	}
	return found
}

const joined = (known: Operation, part: Contract): Operation => ({
	...known,
	...part,
	...(part.responses ? { responses: [...(known.responses ?? []), ...part.responses] } : {}),
	...(part.proofs ? { proofs: [...(known.proofs ?? []), ...part.proofs] } : {}),
	...(part.refusals ? { refusals: [...(known.refusals ?? []), ...part.refusals] } : {}),
})

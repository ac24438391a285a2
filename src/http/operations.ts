import type { Hono } from 'hono'
import type { App } from '../context.ts'
import { type Contract, contractOf } from './contract.ts'
import { handlersBehind, tagOf } from './mount.ts'

export interface Operation extends Contract {
	/** The tag it is mounted under. */
	tag: string | undefined
	method: string
	/** As Hono writes it: `/v1/plans/:id`. */
	path: string
}

/** Whether a change by this operation leaves an audit row, whose id is the response's `Audit-Id`. */
export const isAudited = ({ method, isAudited: isSaid }: Operation) => isSaid ?? method !== 'GET'

/**
 * Every operation of the app, each assembled from the middlewares of its route line. One whose routes aren't loaded yet has its
 * method and path.
 */
export function operations(app: Hono<App>): Operation[] {
	const found = new Map<string, Operation>()
	for (const route of app.routes) {
		const { method, path, handler } = route
		const key = `${method} ${path}`
		const parts = [handler, ...handlersBehind(handler)].map(contractOf)
		for (const part of parts) {
			if (!part) continue
			found.set(key, joined(found.get(key) ?? { method, path, tag: tagOf(route) }, part))
		}
	}
	return [...found.values()]
}

const joined = (known: Operation, part: Contract): Operation => ({
	...known,
	...part,
	...(part.responses ? { responses: [...(known.responses ?? []), ...part.responses] } : {}),
	...(part.refusals ? { refusals: [...(known.refusals ?? []), ...part.refusals] } : {}),
})

import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'

type Step = MiddlewareHandler<App>

/**
 * Several middlewares as one, each around the next. Hono wraps every middleware that it knows in a promise and a handler of
 * errors of its own, for each request. So what a step throws here leaves the steps around it at once, and Hono answers it.
 */
export const inTurn = (...steps: Step[]): Step =>
	steps.reduceRight<Step>(
		(inner, step) => (c, next) => step(c, inner === through ? next : () => inner(c, next) as Promise<void>),
		through,
	)

const through: Step = (_, next) => next()

/** The same for writes only. A read goes past them. */
export function forWrites(...steps: Step[]): Step {
	const all = inTurn(...steps)
	return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : all(c, next))
}

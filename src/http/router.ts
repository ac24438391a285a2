import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'

/**
 * Hono's fastest router, for an API with `POST /llm-providers/resolve` next to `POST /llm-providers/:provider_id/models`. One
 * such pair makes Hono use its slower router for every request. So paths without parameters have a router of their own.
 */
export function staticFirstRouter<T>(): Router<T> {
	const whole = new RegExpRouter<T>()
	const patterns = new RegExpRouter<T>()
	const wholePaths = new Set<string>()
	return {
		name: 'StaticFirstRouter',
		add(method, path, handler) {
			const isMiddleware = path.includes('*') || method === 'ALL'
			const isPattern = path.includes(':')
			if (isMiddleware || isPattern) patterns.add(method, path, handler)
			if (isMiddleware || !isPattern) whole.add(method, path, handler)
			if (!isMiddleware && !isPattern) wholePaths.add(`${method} ${path}`)
		},
		match: (method, path): Result<T> =>
			wholePaths.has(`${method} ${path}`) ? whole.match(method, path) : patterns.match(method, path),
	}
}

import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'

/**
 * Hono's fastest router, made to take `POST /llm-providers/resolve` beside `POST /llm-providers/:provider_id/models`. One such
 * pair would put every request on the slower router, so whole paths are kept apart from those with parameters.
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

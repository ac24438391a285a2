import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'

/**
 * Hono's fastest router, for an API in which words compete with parameters: `POST /llm-providers/resolve` with `POST
 * /llm-providers/:provider_id/models`, and `GET /tool-providers/:group/effective` with `GET
 * /tool-providers/:group/:provider`. One such pair makes Hono use its slower router for every request. So paths without
 * parameters have their own router, and so do patterns that end in a word. Patterns that end in a parameter have one for each
 * number of segments, because of `/redemption-codes/:id` with `/redemption-codes/batches/:batch_id`.
 */
export function staticFirstRouter<T>(): Router<T> {
	const whole = later<T>()
	const endingInWord = later<T>()
	const others = Array.from({ length: MOST_SEGMENTS }, () => later<T>())
	const wholePaths = new Set<string>()
	/** The patterns that end in a word, by method and that word. */
	const endings = new Map<string, RegExp[]>()
	return {
		name: 'StaticFirstRouter',
		add(method, path, handler) {
			const isMiddleware = path.includes('*') || method === 'ALL'
			const isPattern = path.includes(':')
			const word = wordAtEnd(path)
			const endsInWord = isPattern && !word.includes(':')
			if (isMiddleware || !isPattern) whole.add(method, path, handler)
			if (isMiddleware || endsInWord) endingInWord.add(method, path, handler)
			if (isMiddleware) {
				for (const router of others) router.add(method, path, handler)
				return
			}
			if (isPattern && !endsInWord) others[segmentsOf(path)]?.add(method, path, handler)
			if (!isPattern) wholePaths.add(`${method} ${path}`)
			if (!endsInWord) return
			const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
			endings.set(`${method} ${word}`, [...(endings.get(`${method} ${word}`) ?? []), pattern])
		},
		match(method, path): Result<T> {
			if (wholePaths.has(`${method} ${path}`)) return whole.match(method, path)
			const patterns = endings.get(`${method} ${wordAtEnd(path)}`)
			const isWord = patterns?.some((pattern) => pattern.test(path))
			return (isWord ? endingInWord : (others[segmentsOf(path)] ?? whole)).match(method, path)
		},
	}
}

type Route<T> = Parameters<Router<T>['add']>

/** A router that's built for the first request that needs it: each has the middleware of all, and an isolate needs few. */
function later<T>() {
	const routes: Route<T>[] = []
	let router: RegExpRouter<T> | undefined
	function built() {
		router = new RegExpRouter<T>()
		for (const route of routes) router.add(...route)
		return router
	}
	return {
		add: (...route: Route<T>) => void (router ? router.add(...route) : routes.push(route)),
		match: (method: string, path: string) => (router ?? built()).match(method, path),
	}
}

/** More than any path has. */
const MOST_SEGMENTS = 10

const segmentsOf = (path: string) => Math.min(path.split('/').length, MOST_SEGMENTS) - 1

const wordAtEnd = (path: string) => path.slice(path.lastIndexOf('/') + 1)

import type { RouteClass } from './counters.ts'

const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** The class of a path, whether or not a route serves it. */
export function routeClassOf(path: string): RouteClass {
	if (path.startsWith('/v1/')) {
		if (path.startsWith('runtime/', 4) || path.endsWith('/evaluate') || path.endsWith('/resolve')) return 'runtime'
		if (path.startsWith('auth/', 4)) return 'sign_in'
		return path.startsWith('admin/', 4) ? 'admin' : 'api'
	}
	if (path.startsWith('/ofrep/')) return 'runtime'
	if (path.startsWith('/scim/')) return 'admin'
	return PROBES.has(path) ? 'probe' : 'other'
}

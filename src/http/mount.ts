import { Hono, type Context, type MiddlewareHandler, type Next, type Schema } from 'hono'
import type { App } from '../context.ts'
import { contractOf, declare, doorOf } from './contract.ts'

/** A chapter of the API documentation. OpenAPI calls it a tag. */
export interface Tag {
	name: string
	/** What the chapter is about, in one sentence. */
	description: string
}

const tagNames = new WeakMap<object, string>()

/** The name of the tag under which a route of the app was mounted; undefined for a middleware of the whole app. */
export const tagOf = (route: object): string | undefined => tagNames.get(route)

const behind = new WeakMap<object, () => readonly object[]>()

/** The handlers of the route line that a handler of `mountLater` runs; none before they are loaded, or for any other handler. */
export const handlersBehind = (handler: object): readonly object[] => behind.get(handler)?.() ?? []

/** What loads the routes of a slice: `async () => (await import('./slice/routes.ts')).sliceRoutes`. */
type Load = () => Promise<unknown>

/** The `mountLater` of an app. */
export type MountLater = ReturnType<typeof mounts>['mountLater']

/**
 * Returns `mount`, which mounts the routes of a slice on `app` under the name of a tag, and `tags`, the list of all tags in
 * the order of their first mounts. The first mount under a tag describes it; later ones omit the description. `mountLater`
 * mounts routes that are loaded with the first request for one of them, and `loadAll` loads them all, for the API document
 * and the tests.
 */
export function mounts(app: Hono<App>) {
	const tags: Tag[] = []
	const loads: Load[] = []

	function add(name: string, description: string | undefined, path: string, register: () => void) {
		if (description !== undefined) tags.push({ name, description })
		if (!tags.some((tag) => tag.name === name))
			throw new Error(`${path} is the first mount under the tag ${name}: describe the tag there`)
		const before = app.routes.length
		register()
		const added = app.routes.slice(before)
		for (const route of added) tagNames.set(route, name)
		requireDoors(added.filter(({ handler }) => !behind.has(handler)))
	}

	function mount<E extends App, S extends Schema>(
		path: string,
		routes: Hono<E, S>,
		name: string,
		description?: string,
	): void {
		add(name, description, path, () => app.route(path, routes))
	}

	/** The routes of what the platform and each org have, at both doors: `/v1/admin/budgets` and `/v1/orgs/:org_id/budgets`. */
	function mountDoors<E extends App, S extends Schema>(
		noun: string,
		routes: Hono<E, S>,
		name: string,
		description?: string,
	): void {
		mount(`/v1/admin/${noun}`, routes, name, description)
		mount(`/v1/orgs/:org_id/${noun}`, routes, name)
	}

	/** `served` lists the routes as `POST /options`, since the router must know them before they are loaded. */
	function mountLater<E extends App, S extends Schema>(
		path: string,
		served: readonly string[],
		load: () => Promise<Hono<E, S>>,
		name: string,
		description?: string,
	): void {
		let loaded: Hono<App>['routes'] | undefined
		const ensureLoaded = async () => (loaded ??= routesAt(path, served, await load()))
		loads.push(ensureLoaded)
		add(name, description, path, () => {
			for (const [method, full] of served.map((one) => methodAndPath(path, one))) {
				const handlers = () =>
					(loaded ?? [])
						.filter((route) => route.method === method && route.path === full)
						.map(({ handler }) => handler as MiddlewareHandler<App>)
				const serve: MiddlewareHandler<App> = async (c, next) => {
					await ensureLoaded()
					return runAll(handlers(), c, next)
				}
				behind.set(serve, handlers)
				app.on(method, full, declare(serve, {}))
			}
		})
	}

	const loadAll = async () => void (await Promise.all(loads.map((load) => load())))
	return { mount, mountDoors, mountLater, tags, loadAll }
}

function methodAndPath(path: string, served: string): [method: string, path: string] {
	const [method = '', rest = ''] = served.split(' ')
	return [method, rest === '/' ? path : path + rest]
}

/** The routes of a loaded slice, with their whole paths. Throws if they aren't exactly those that `served` lists. */
function routesAt<E extends App, S extends Schema>(path: string, served: readonly string[], slice: Hono<E, S>) {
	const { routes } = new Hono<App>().route(path, slice)
	const listed = new Set(served.map((one) => methodAndPath(path, one).join(' ')))
	const found = new Set(routes.map(nameOf))
	const wrong = [...listed, ...found].filter((one) => !listed.has(one) || !found.has(one))
	if (wrong.length > 0) throw new Error(`app.ts and the slice differ in ${wrong.join(', ')}`)
	requireDoors(routes)
	return routes
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Throws if a route of an org doesn't ask at its door what the caller may do in the org of its path. */
function requireDoors(routes: Hono<App>['routes']) {
	const asking = new Set(routes.filter(({ handler, path }) => contractOf(handler, path)?.isDoor).map(nameOf))
	const open = routes.find((route) => doorOf(route.path) === 'org' && !asking.has(nameOf(route)))
	if (open) throw new Error(`${nameOf(open)} has no may() on its route line`)
}

/** Runs the handlers of a route line one in the other, as Hono does. */
async function runAll(handlers: MiddlewareHandler<App>[], c: Context<App>, next: Next): Promise<void> {
	const [first, ...rest] = handlers
	if (!first) return next()
	const response = await first(c, () => runAll(rest, c, next))
	if (response && !c.finalized) c.res = response
}

import type { Hono, Schema } from 'hono'
import type { App } from '../../context.ts'

/** A chapter of the API documentation. OpenAPI calls it a tag. */
export interface Tag {
	name: string
	/** What the chapter is about, in one sentence. */
	description: string
}

const tagNames = new WeakMap<object, string>()

/** The name of the tag under which a route of the app was mounted; undefined for a middleware of the whole app. */
export const tagOf = (route: object): string | undefined => tagNames.get(route)

/**
 * Returns `mount`, which mounts the routes of a slice on `app` under the name of a tag, and `tags`, the list of all tags in
 * the order of their first mounts. The first mount under a tag describes it; later ones omit the description.
 */
export function mounts(app: Hono<App>) {
	const tags: Tag[] = []

	function mount<E extends App, S extends Schema>(
		path: string,
		routes: Hono<E, S>,
		name: string,
		description?: string,
	): void {
		if (description !== undefined) tags.push({ name, description })
		if (!tags.some((tag) => tag.name === name))
			throw new Error(`${path} is the first mount under the tag ${name}: describe the tag there`)
		const before = app.routes.length
		app.route(path, routes)
		for (const route of app.routes.slice(before)) tagNames.set(route, name)
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

	return { mount, mountDoors, tags }
}

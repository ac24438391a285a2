import type { Hono, Schema } from 'hono'
import type { App } from '../context.ts'

/** A chapter of the API's documentation. */
export interface Tag {
	name: string
	/** What the chapter is about, in a sentence. */
	description: string
}

const tagNames = new WeakMap<object, string>()

/** The name of the tag under which a route was mounted; undefined for a middleware of the whole app. */
export const tagOf = (route: object): string | undefined => tagNames.get(route)

/**
 * Gives the function that mounts slices on `app`, each with its tag and sentence, and the list of tags it has filled. A
 * later mount under the same tag leaves the sentence out.
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
		if (!tags.some((tag) => tag.name === name)) throw new Error(`${path} has the tag ${name}, which has no sentence`)
		const before = app.routes.length
		app.route(path, routes)
		for (const route of app.routes.slice(before)) tagNames.set(route, name)
	}
	return { mount, tags }
}

import { filled, type Ids, type Json, localized, type Operation } from './inputs.ts'

/** Calls one operation with a valid body, and returns the response. */
type Post = (operation: Operation, path: string, body: Json) => Promise<{ status: number; body: Json }>

/** Operations whose example changes every org or every user. Hostile requests still reach them. */
const TOO_MUCH = /bulk-adjust|reset-all|\/auth\//

/**
 * Makes a row of each resource from the document's examples, and adds their ids to `ids` under the path of their collection.
 * That way hostile requests reach rows that exist. Shorter paths go first, because they make the parents.
 */
export async function furnish(operations: Operation[], ids: Ids, post: Post): Promise<void> {
	const creating = operations.filter(({ method, path }) => method === 'POST' && !TOO_MUCH.test(path))
	for (const operation of creating.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)) {
		const example = localized(operation.body ?? {}, ids, `w${Math.random().toString(36).slice(2, 8)}`) as Json
		const { status, body } = await post(operation, filled(operation, ids), example)
		const made = (Array.isArray(body) ? body[0] : body) as Json | undefined
		const id = made?.id ?? made?.key
		if (status === 201 && typeof id === 'string') ids[operation.path] = id
	}
}

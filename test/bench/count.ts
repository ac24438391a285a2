import type { Counted } from './counted.ts'
import { type Asked, bodyOf, type Path } from './paths.ts'
import type { Running } from './workers.ts'

/** What a warm request costs in D1: calls, rows read, rows written, the SQL and the response. */
export async function count({ url }: Running, path: Asked, token: string): Promise<Counted> {
	await send(url, path, token, 'cold')
	const counted = await send(url, path, token, 'warm')
	if (counted.status >= 300) throw new Error(`${path.method} ${path.path} answered ${counted.status}: ${counted.text}`)
	return counted
}

async function send(url: string, path: Asked, token: string, unique: string): Promise<Counted> {
	return (await request(url, path, token, unique)).json()
}

/** Throws unless both sides respond to a path with success and, if the floor doesn't generate IDs, with the same bytes. */
export async function requireSameResponse(ours: string, floor: string, path: Path, token: string): Promise<void> {
	const [mine, theirs] = await Promise.all(
		[ours, floor].map(async (url) => {
			const response = await request(url, path, token, 'check')
			return { status: response.status, text: await response.text() }
		}),
	)
	if (mine?.status !== theirs?.status || (path.floor.kind !== 'insert' && mine?.text !== theirs?.text))
		throw new Error(`${path.path}: the floor's answer is not ours: ${JSON.stringify({ mine, theirs }).slice(0, 2000)}`)
}

const request = (url: string, path: Asked, token: string, unique: string) => {
	const body = bodyOf(path, unique)
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
	return fetch(url + path.path, { method: path.method, headers, ...(body === undefined ? {} : { body }) })
}

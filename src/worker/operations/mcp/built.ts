import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { notFound } from '../../ground/http/errors.ts'
import { forgettable } from '../../isolate.ts'
import { BUILT } from '../docs/built.ts'

// What the build makes from the API document. It's among the static assets, so no isolate loads it with the Worker.

export const FOLDER = `${BUILT}/mcp`

/** The file that says what the server is, and which tools it has. */
export const SERVER = 'server.json'

export interface Server {
	serverInfo: { name: string; title: string; version: string }
	tools: object[]
}

const known = forgettable(new Map<string, Server>())

export async function serverOf(c: Context<SignedIn>): Promise<Server> {
	const server = known.get(SERVER) ?? ((await built(c, SERVER)) as Server)
	known.set(SERVER, server)
	return server
}

export const fileOf = (method: string, path: string) =>
	`${`${method}${path}`.toLowerCase().replaceAll(/[^a-z0-9_.]+/g, '-')}.json`

export async function built(c: Context<SignedIn>, name: string): Promise<unknown> {
	const response = await c.env.ASSETS.fetch(new Request(new URL(`/${FOLDER}/${name}`, c.req.url)))
	if (!response.ok) throw notFound('Operation')
	return response.json()
}

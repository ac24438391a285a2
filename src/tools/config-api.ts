import { readFileSync } from 'node:fs'
import { difference, painter, type PlannedChange, printable } from './config-diff.ts'
import { Failure } from './failure.ts'
import { paused, retryAfter, TRIES } from './retry-after.ts'

// What the tools that call an instance share. They only use the API.

/** What a plan and an apply answer. */
export interface Plan {
	changes: PlannedChange[]
	warnings: { message: string }[]
	base: string
	revision?: number | null
}

/** A plan with its warnings, coloured at a terminal. */
export function shown({ changes, warnings }: Plan): string {
	const paint = painter(process.stdout.isTTY && !process.env.NO_COLOR)
	const warned = warnings.map(({ message }) => paint('warning', `! ${printable(message)}`))
	return [difference(changes, paint), ...warned].join('\n')
}

/** A file of JSON. Its text may hold secrets, so what's wrong is told by its place. */
export function jsonIn(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'))
	} catch (error) {
		const { message } = error as Error
		const [at = ''] = / at position \d+( \(.+\))?$/.exec(message) ?? []
		throw new Failure(`Couldn't read ${file} as JSON${error instanceof SyntaxError ? at : `: ${message}`}`)
	}
}

interface Instance {
	url: string
	/** The org of the configuration; without one it's the platform's. */
	org?: string | undefined
}

interface Refusal {
	error: string
	message: string
	details?: { fields?: { path: string; message: string }[] }
}

/** Calls the configuration of an instance. */
export async function call<T>(
	{ url, org }: Instance,
	method: string,
	path: string,
	body?: object,
	headers: Record<string, string> = {},
): Promise<T> {
	const token = process.env.PLINTH_TOKEN
	if (!token) throw new Failure('PLINTH_TOKEN is not set. Set it to an access token or an API key.')
	const root = org === undefined ? '/v1/admin/config' : `/v1/orgs/${encodeURIComponent(org)}/config`
	const response = await asked(url, root + path, {
		method,
		headers: { Authorization: `Bearer ${token}`, Prefer: 'handling=strict', ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const reply: unknown = await response.json().catch(() => ({}))
	if (response.ok) return reply as T
	throw new Failure(refusalText(response.status, reply))
}

/** Whether something is an address that an instance may have. Without a scheme `localhost:8787` would be a URL too. */
export const isAddress = (url: string | undefined): url is string =>
	/^https?:/.test(url ?? '') && URL.canParse(url ?? '')

/** What the instance answers once it has room for the call. Who answers as anybody else isn't it: a portal, a proxy, a redirect. */
export async function asked(url: string, path: string, init: RequestInit, tries = TRIES): Promise<Response> {
	if (!isAddress(url)) throw new Failure('--url must be an address such as https://plinth.example.com.')
	const response = await fetch(new URL(path, url), { ...init, redirect: 'manual' }).catch(() => {
		throw new Failure(`${url} isn't answering.`)
	})
	if (!response.headers.has('X-Trace-Id'))
		throw new Failure(`${url} doesn't answer as Plinth does: ${response.status} without an X-Trace-Id.`)
	if (response.status === 202) {
		const { request } = (await response.json()) as { request: { id: string } }
		throw new Failure(`Nothing was changed. The key proposes, and people decide ${request.id}.`)
	}
	if (response.status !== 429 || tries === 1) return response
	await paused(retryAfter(response.headers))
	return asked(url, path, init, tries - 1)
}

/** What a refusal says, with its fields. */
export function refusalText(status: number, body: unknown): string {
	const { message, details } = body as Partial<Refusal>
	const fields = (details?.fields ?? []).map((field) => `\n  ${printable(`${field.path}: ${field.message}`)}`).join('')
	return `${status} ${printable(message ?? 'No response from Plinth')}${fields}`
}

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { asked, refusalText } from '../config-api.ts'
import { printable } from '../config-diff.ts'
import { Failure } from '../failure.ts'
import type { Fields } from './state.ts'
import type { Call } from './tenants.ts'

// Makes the calls of an import, or tries those that can be tried.

interface Reply {
	ok: boolean
	status: number
	body: Fields
}

async function send(url: string, method: string, path: string, body?: Fields, more = {}): Promise<Reply> {
	const headers = { Authorization: `Bearer ${process.env.PLINTH_TOKEN}`, Prefer: 'handling=strict', ...more }
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
	const response = await asked(url, path, init)
	return { ok: response.ok, status: response.status, body: (await response.json().catch(() => ({}))) as Fields }
}

/** What a dollar is in credits for a new org. */
export async function creditsPerDollar(url: string): Promise<number> {
	const { ok, status, body } = await send(url, 'GET', '/v1/entitlement-keys')
	if (!ok) throw new Failure(refusalText(status, body))
	const keys = body as unknown as { key: string; default: string }[]
	return Number(keys.find(({ key }) => key === 'credits.per_usd')?.default)
}

export const told = ({ method, path, body }: Call) => printable(`${method} ${path} ${JSON.stringify(body)}`)

/** Dry runs of what needs nothing that isn't there yet. */
export async function tried(url: string, calls: Call[]): Promise<string> {
	const orgs = calls.filter(({ path }) => !path.includes('{'))
	for (const one of orgs) {
		const { ok, status, body } = await send(url, one.method, one.path, one.body, { 'Dry-Run': 'true' })
		if (!ok) throw new Failure(`${told(one)} would be refused: ${refusalText(status, body)}`)
	}
	return `${orgs.length} would be made. The other ${calls.length - orgs.length} calls need their IDs.`
}

/**
 * Makes the calls in their order. What needs something that was refused is left out. A repeat within a day makes nothing twice: what a
 * call is made of is its idempotency key.
 */
export async function made(url: string, calls: Call[], file: string): Promise<number> {
	const ids = new Map<string, string>()
	const shown: Record<string, string> = {}
	const keep = (flag: 'w' | 'wx') =>
		writeFileSync(file, `${JSON.stringify(shown, null, '\t')}\n`, { mode: 0o600, flag })
	keep('wx')
	let failed = 0
	let count = 0
	try {
		for (const one of calls) {
			const reply = await sent(url, one, ids)
			if (typeof reply === 'string') {
				failed += 1
				console.log(`! ${told(one)}: ${reply}`)
				continue
			}
			count += 1
			if (one.makes) ids.set(one.makes, String(reply.id))
			const secret = one.shows && reply[one.shows.field]
			if (!one.shows || typeof secret !== 'string') continue
			shown[freeIn(shown, `${one.shows.field} of ${one.shows.of}`)] = secret
			keep('w')
		}
	} finally {
		console.log(`Made ${count} of ${calls.length} calls. What is shown once is in ${file}.`)
	}
	return failed === 0 ? 0 : 1
}

/** The name, with a number if it's there: two keys may have one name, and neither is shown again. */
function freeIn(shown: Record<string, string>, name: string): string {
	let free = name
	for (let number = 2; Object.hasOwn(shown, free); number += 1) free = `${name} (${number})`
	return free
}

/** The body of the response, or why there is none. */
async function sent(
	url: string,
	{ method, path, body, makes }: Call,
	ids: Map<string, string>,
): Promise<Fields | string> {
	let isMissing = false
	const filled = (text: string) =>
		text.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
			isMissing ||= !ids.has(name)
			return String(ids.get(name))
		})
	const to = filled(path)
	const subject = typeof body.subject === 'string' ? { subject: filled(body.subject) } : {}
	if (isMissing) return 'left out, because of what was refused before'
	const key = createHash('sha256').update(JSON.stringify({ path, body, makes })).digest('hex')
	const reply = await send(url, method, to, { ...body, ...subject }, { 'Idempotency-Key': `litellm-${key}` })
	return reply.ok ? reply.body : refusalText(reply.status, reply.body)
}

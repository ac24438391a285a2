// Every operation through prism as a proxy that holds each response to the API's document: as the platform admin of the demo data, as
// nobody, for ids that don't exist, and with bodies that are wrong, right and a dry run.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { counterpart, packages } from './packages.ts'
import { type Plinth, withPlinth } from './plinth.ts'

const PORT = 8858
const PROXY = `http://127.0.0.1:${PORT}`
/** As the document names it. */
const DRY_RUN_TYPE = 'application/json; dry-run=true'
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Operation {
	method: string
	path: string
	/** The example of its body; undefined without one. */
	body: unknown
	/** The parameters of its query that it requires. */
	query: string
}

interface Violation {
	severity: string
	location: string[]
	message: string
}

const listens = () =>
	fetch(`${PROXY}/healthz`).then(
		({ ok }) => ok,
		() => false,
	)

/** Calls each operation in each of the ways, and returns what prism found. */
async function walked({ url, call }: Plinth, document: Json): Promise<string[]> {
	const logIn = () => call('POST', '/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
	// The connection was idle while the seed ran.
	const { access_token } = await logIn().catch(logIn)
	const admin = { Authorization: `Bearer ${access_token}` }
	const known = new Map<string, string>()
	const id = async (list: string, parameter: string) => {
		if (!known.has(list)) known.set(list, await firstOf(url + list, parameter, admin))
		return known.get(list) ?? ''
	}
	const statuses = new Map<number, number>()
	const found = new Map<string, Set<string>>()
	const operations = operationsOf(document)
	for (const operation of operations) {
		const { method, path, body, query } = operation
		if (UNWATCHED.has(`${method} ${path}`) || OF_PRISM.has(`${method} ${path}`)) continue
		let real = path
		for (const [part, name = ''] of path.matchAll(/\{(\w+)\}/g))
			real = real.replace(part, await id(real.slice(0, real.indexOf(part) - 1), name))
		const org = await id('/v1/orgs', 'org_id')
		const user = await id('/v1/admin/users', 'user_id')
		const here = (text: string) => text.replaceAll(/\borg_01JD\w+/g, org).replaceAll(/\busr_01JD\w+/g, user)
		const send = (at: string, headers: Record<string, string>, sent?: string) =>
			judged(method, at + here(query), headers, sent)
		const example = here(JSON.stringify(body ?? {}))
		const dry = { ...admin, 'Dry-Run': 'true' }
		const isRead = method === 'get'
		const calls = [send(real, { Authorization: 'Bearer nobody' }, example)]
		if (isRead) calls.push(send(real, admin))
		else if (!LASTING.test(path)) calls.push(send(real, dry, '{"unknown":[1]}'), send(real, dry, example))
		if (!isRead && body !== undefined && method !== 'delete' && !LASTING.test(path))
			calls.push(send(real, admin, example))
		if (path.includes('{'))
			calls.push(send(path.replaceAll(/\{\w+\}/g, 'nothing_01JD6Z5W3T9V7K2M4N8P0Q1R2S'), isRead ? admin : dry, example))
		for (const { status, violations } of await Promise.all(calls)) {
			statuses.set(status, (statuses.get(status) ?? 0) + 1)
			for (const { severity, location, message } of violations) {
				if (severity !== 'Error' || location[0] === 'request') continue
				const what = `${status} ${location.join('.')}: ${message}`
				found.set(what, (found.get(what) ?? new Set()).add(`${method} ${path}`))
			}
		}
	}
	const counts = [...statuses]
		.toSorted(([one], [other]) => one - other)
		.map(([status, count]) => `${count} × ${status}`)
	assert.deepEqual(
		[...found].map(([what, where]) => `${what} (${where.size}: ${[...where].slice(0, 3).join(', ')})`),
		[],
	)
	return [
		`${operations.length} operations, and each response is of a declared status and shape, dry runs too: ${counts.join(', ')}`,
		'prism follows redirects itself, so those of sign-ins through a provider are not shown',
	]
}

/** A stream never ends. */
const UNWATCHED = new Set(['get /v1/admin/access-log/tail'])
/** What may end the admin's own session or take their role. */
const LASTING = /^\/v1\/(auth|me)\b|\/(sessions|operators)\b/
/** What prism does itself: it follows redirects, and so returns the page that they lead to. */
const OF_PRISM = new Set(['get /v1/auth/oidc/{connection_id}/callback', 'get /v1/auth/oidc/{connection_id}/start'])

type Json = {
	paths: Record<string, Record<string, { parameters?: Json[]; requestBody?: Json }>>
	components: Record<string, Record<string, Json>>
	// oxlint-disable-next-line typescript/no-explicit-any -- a script reads single fields of the document
	[field: string]: any
}

function operationsOf(document: Json): Operation[] {
	return Object.entries(document.paths).flatMap(([path, item]) =>
		METHODS.flatMap((method) => {
			const operation = item[method]
			if (!operation) return []
			const parameters = (operation.parameters ?? []).map(({ $ref, ...one }) =>
				$ref ? (document.components.parameters?.[$ref.split('/').pop()] as Json) : one,
			)
			const required = parameters.filter((one) => one.in === 'query' && one.required)
			const query = new URLSearchParams(required.map((one) => [one.name, one.schema.examples[0]]))
			const content = operation.requestBody?.content?.['application/json']
			return [{ method, path, body: content?.example, query: query.size > 0 ? `?${query.toString()}` : '' }]
		}),
	)
}

/** A response with its body. Both servers close a connection that was idle for five seconds, perhaps as a request comes: then it's sent again. */
async function fetched(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
	const ask = async () => {
		const response = await fetch(url, init)
		return { response, text: await response.text() }
	}
	return ask().catch(ask)
}

/** The id of the first row of a list. */
async function firstOf(list: string, parameter: string, headers: Record<string, string>): Promise<string> {
	const { response, text } = await fetched(list, { headers })
	// Above the pages of the documentation is a page.
	const isList = response.ok && response.headers.get('Content-Type')?.includes('json')
	const body = isList ? (JSON.parse(text) as Json | Json[]) : []
	const rows = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])
	const row = (rows[0] ?? {}) as Record<string, string>
	return encodeURIComponent(row[parameter] ?? row.id ?? row.key ?? row.name ?? 'none')
}

/** What a call returns through prism, and what in it the document doesn't have. */
async function judged(method: string, at: string, headers: Record<string, string>, body?: string) {
	const isRead = method === 'get'
	const init: RequestInit = {
		method: method.toUpperCase(),
		redirect: 'manual',
		headers: { ...headers, ...(!isRead && { 'Content-Type': 'application/json' }) },
		...(!isRead && body !== undefined && { body }),
	}
	const came = await fetched(PROXY + at, init).catch(() => undefined)
	if (!came) return { status: 0, violations: [LOST] }
	const { response, text } = came
	const isDryRun = response.headers.get('Content-Type')?.replaceAll(' ', '') === DRY_RUN_TYPE.replaceAll(' ', '')
	const hasItsBody = text.startsWith('{"dry_run":true,')
	const said = response.headers.get('sl-violations')
	const violations = said ? (JSON.parse(said) as Violation[]) : []
	return { status: response.status, violations: isDryRun === hasItsBody ? violations : [...violations, MIXED] }
}

/**
 * The document as prism reads it: it takes no notice of the parameter by which a dry run's response is told from the call's own. So either
 * of the two may come, and `judged` looks whether it's the one that its type says.
 */
function forPrism(document: Json): Json {
	const responses = [
		...Object.values(document.components.responses ?? {}),
		...Object.values(document.paths).flatMap((item) =>
			METHODS.flatMap((method) => Object.values((item[method] as Json | undefined)?.responses ?? {})),
		),
	] as Json[]
	for (const { content } of responses) {
		const ofDryRun = content?.[DRY_RUN_TYPE]?.schema
		if (ofDryRun === undefined) continue
		const own = content['application/json']
		content['application/json'] = { schema: own ? { anyOf: [own.schema, ofDryRun] } : ofDryRun }
		delete content[DRY_RUN_TYPE]
	}
	return document
}

const MIXED: Violation = { severity: 'Error', location: ['response'], message: "the type isn't that of the body" }
const LOST: Violation = { severity: 'Error', location: ['prism'], message: 'no response came through' }

await counterpart('prism', async () => {
	const program = packages('@stoplight/prism-cli@5.16.0').file('@stoplight/prism-cli/dist/index.js')
	const folder = mkdtempSync(join(tmpdir(), 'plinth-prism-'))
	const env = { PERSIST_TO: join(folder, 'state') }
	try {
		return await withPlinth(env, async (plinth) => {
			execFileSync(process.execPath, ['drizzle/seed/seed.ts'], { env: { ...process.env, ...env }, stdio: 'ignore' })
			const document = join(folder, 'openapi.json')
			const text = await (await fetch(`${plinth.url}/openapi.json`)).text()
			writeFileSync(document, JSON.stringify(forPrism(JSON.parse(text))))
			// Without `--errors` a violation comes in a header, beside the response.
			const options = ['proxy', document, plinth.url, '--validate-request=false', '-p', String(PORT)]
			const prism = spawn(process.execPath, [program, ...options], { stdio: 'ignore' })
			const ended = once(prism, 'exit')
			try {
				for (let waited = 0; !(await listens()); waited += 500) {
					assert(waited < 120_000 && prism.exitCode === null, "prism doesn't listen")
					await sleep(500)
				}
				return await walked(plinth, JSON.parse(text))
			} finally {
				prism.kill()
				await ended
			}
		})
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
	}
})

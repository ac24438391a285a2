import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { furnish } from './hostile/furnish.ts'
import { type HostileCall, hostileCalls, type Ids, operationsOf } from './hostile/inputs.ts'
import { type Answered, assessorOf } from './hostile/judge.ts'
import { isForPlatform } from './support/access.ts'
import { as, declared } from './support/api.ts'
import worker, { errorAt, openApi, tags } from './support/program.ts'
import { runsOf } from './support/property.ts'
import { quiet } from './support/spec/row.ts'
import { address, unique, world } from './support/world.ts'

// A hostile request to every operation, the same in every run, and more by night. `npm run test:hostile` makes different ones for
// as long as you like.

const SEED = 1

const document = openApi(declared, tags, '0')
const operations = operationsOf(document)
const REQUESTS = runsOf(operations.length, 1_200)
const secret = () => `planted-${crypto.randomUUID()}`
const secrets = [secret(), secret(), secret()] as const

let here: Awaited<ReturnType<typeof world>>
const ids: Ids = {}
const errors: string[] = []

/** The gateway's document applies to every request, so a test restores it at once. */
const GATEWAY = '/v1/admin/gateway-config'
let gateway: object

beforeAll(async () => {
	here = await world()
	gateway = (await here.admin.get(GATEWAY)).body
	Object.assign(ids, { org_id: here.org_id, user_id: here.member.user_id })
	await furnish(operations, ids, async ({ access }, path, body) => {
		const { token } = access === 'signed_in' || access.startsWith('user') ? here.owner : callerFor(access)
		return as(token).post(path, body, quiet)
	})
	const { owner } = here
	const made = [
		await owner.post('/v1/llm-providers', { name: unique('llm'), provider: 'vendor_a', api_key: secrets[0] }),
		await owner.post('/v1/mcp-configs', {
			name: unique('mcp'),
			transport: 'stdio',
			command: 'x',
			env: { KEY: secrets[1] },
		}),
		await owner.put('/v1/tool-providers/web_search/web_search.keyed/credential?scope=org', { api_key: secrets[2] }),
	]
	for (const { status, body } of made)
		if (status >= 300) throw new Error(`A secret was refused: ${JSON.stringify(body)}`)
})

const callerFor = (access: string) => (isForPlatform({ access }) ? here.admin : here.owner)

async function send({ method, path, headers, body, caller, operation }: HostileCall): Promise<Answered> {
	const { token } = caller === 'foreign' ? here.stranger : callerFor(operation.access)
	const all = new Headers({ 'CF-Connecting-IP': address() })
	if (caller !== 'nobody') all.set('Authorization', `Bearer ${token}`)
	for (const [name, value] of headers) all.set(name, value)
	const request = new Request(`http://localhost${path}`, { method, headers: all, body: body ?? null })
	const ctx = createExecutionContext()
	const response = await worker.fetch(request, { ...env, ...quiet.env }, ctx)
	const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
	if (isStream) await response.body?.cancel()
	const text = isStream ? '' : await response.text()
	await waitOnExecutionContext(ctx)
	if (path.startsWith(GATEWAY) && method === 'PUT') await here.admin.put(GATEWAY, gateway)
	return { status: response.status, headers: response.headers, text }
}

test('a browser gets a page at an address that no operation has, and JSON at any other', async () => {
	const assess = assessorOf(document, errorAt, [])
	const asked = async (path: string) => {
		const [operation] = operations
		const headers: [string, string][] = [['Accept', 'text/html']]
		const call = {
			operation,
			caller: 'nobody',
			kind: 'header',
			method: 'GET',
			path,
			headers,
			body: undefined,
		} as HostileCall
		return { call, answered: await send(call) }
	}
	const page = await asked('/v1/nothing')
	expect(page.answered.headers.get('Content-Type')).toMatch('text/html')
	expect(assess(page.call, page.answered)).toEqual([])
	expect(assess({ ...page.call, path: '/v1/plans' }, page.answered)).toContain(
		'responds with 404, which the document does not name',
	)
})

test('no hostile input gets a 5xx, a response outside its schema, or a planted secret', async () => {
	vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new Error('There is no network')))
	vi.spyOn(console, 'error').mockImplementation((line: unknown) => void errors.push(String(line)))
	const assess = assessorOf(document, errorAt, [...secrets])
	const faults: string[] = []
	const statuses: Record<number, number> = {}
	let made = 0
	for (const call of hostileCalls(operations, ids, SEED, { few: REQUESTS === operations.length })) {
		if ((made += 1) > REQUESTS) break
		const answered = await send(call)
		statuses[answered.status] = (statuses[answered.status] ?? 0) + 1
		for (const fault of assess(call, answered))
			faults.push(`request ${made}, ${call.kind}, ${call.caller}: ${call.method} ${call.path.slice(0, 200)} ${fault}`)
	}
	expect(faults, `\n${faults.join('\n')}\n`).toEqual([])
	// Many requests are refused for one reason only, and some are valid despite the attack: these get past the middleware.
	expect(statuses[200]).toBeGreaterThan(REQUESTS / 25)
	expect(errors.filter((line) => secrets.some((one) => line.includes(one)))).toEqual([])
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

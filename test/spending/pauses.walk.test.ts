import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { ask, runtime as rpc } from '../support/admission.ts'
import { declared } from '../support/api.ts'
import { forgetPauses, Runtime } from '../support/program.ts'
import { KEY, sealingWorld } from '../support/sealing.ts'
import { unique } from '../support/world.ts'

// A paused org or platform gets no stored secret, by whichever way a runtime gets one. The ways are what the API declares to be sealed,
// and the methods of the entrypoint.

const here = await sealingWorld()
const { org_id, runtime, selector } = here
const all = { org_id, selector, tools: ['web_search'], mcp: true }

afterEach(async () => {
	await env.DB.exec('DELETE FROM pauses')
	forgetPauses()
})

/** What holds a sealed value in its schema. */
const hasSealed = (schema: z.ZodType | undefined) =>
	schema !== undefined &&
	JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).includes('$sealed')

const SEALED: Record<string, () => object> = {
	'POST /v1/runtime/tools/resolve': () => ({ org_id, group: 'web_search' }),
	'POST /v1/runtime/models/resolve': () => ({ org_id, selector }),
	'POST /v1/runtime/mcp/resolve': () => ({ org_id }),
	'POST /v1/runtime/runs/begin': () => ({ ...all, run_id: unique('run') }),
}

/** The methods of the entrypoint; null for those that open nothing. */
const METHODS: Record<string, (() => unknown[]) | null> = {
	resolveTool: () => [org_id, 'web_search'],
	resolveModel: () => [org_id, selector],
	listMcp: () => [org_id],
	begin: () => [{ ...all, run_id: unique('run') }],
	entitlement: null,
	flag: null,
	progress: null,
	request: null,
	reportRuns: null,
}

const sealedIn = (body: unknown) => JSON.stringify(body).includes('"$sealed":"')
const opensIn = (reply: unknown) => JSON.stringify(reply).includes(KEY)

test('every way by which a runtime gets a secret is here', () => {
	const sealing = declared.filter(({ responses = [] }) => responses.some(({ schema }) => hasSealed(schema)))
	expect(sealing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(SEALED).toSorted())
	const methods = Object.getOwnPropertyNames(Runtime.prototype).filter(
		(name) => !['constructor', 'answer'].includes(name),
	)
	expect(methods.toSorted()).toEqual(Object.keys(METHODS).toSorted())
})

/** What each way brings. */
async function brought() {
	const found: Record<string, boolean> = {}
	for (const [name, body] of Object.entries(SEALED))
		found[name] = sealedIn((await runtime.post(name.slice('POST '.length), body())).body)
	for (const [name, args] of Object.entries(METHODS)) if (args) found[name] = opensIn(await ask(name, ...args()))
	return found
}

const each = (brings: boolean) =>
	Object.fromEntries(
		[...Object.keys(SEALED), ...Object.keys(METHODS).filter((name) => METHODS[name])].map((name) => [name, brings]),
	)

test.each([
	['the platform, paused by the platform', '/v1/admin/pauses/platform/all'],
	['the org, paused by the platform', `/v1/admin/pauses/org/${org_id}`],
	['the org, paused by itself', `/v1/orgs/${org_id}/pauses/org/${org_id}`],
])('%s, gets none, not for a run either that began before', async (_, path) => {
	const [first, over] = [
		{ ...all, run_id: unique('run') },
		{ ...all, run_id: unique('run') },
	]
	const begin = (body: object) => runtime.post('/v1/runtime/runs/begin', body)
	expect([sealedIn((await begin(first)).body), opensIn(await rpc().begin(over))]).toEqual([true, true])
	expect(await brought()).toEqual(each(true))
	const by = path.startsWith('/v1/admin') ? here.admin : here.owner
	expect((await by.put(path, { reason: 'Stop' })).status).toBe(201)
	expect(await brought()).toEqual(each(false))
	expect([sealedIn((await begin(first)).body), opensIn(await rpc().begin(over))]).toEqual([false, false])
	await by.delete(path)
	expect(await brought()).toEqual(each(true))
})

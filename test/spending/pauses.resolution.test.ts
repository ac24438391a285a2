import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { withD1 } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { forgetPauses, resolveTool, systemContext } from '../support/program.ts'
import { equipped } from '../support/questions.ts'
import { type Caller, world } from '../support/world.ts'

withAccessLog()

// The platform or an org that is paused resolves no model, no tool and no MCP server, over HTTP and RPC.

const PLATFORM = '/v1/admin/pauses'
const REASON = 'Too many calls'
const tool = (api: Api) => api.get('/v1/tool-providers/web_search/effective')
const model = (api: Api) => api.post('/v1/llm-providers/resolve', {})

beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))
afterEach(async () => {
	vi.useRealTimers()
	await env.DB.exec('DELETE FROM pauses')
	forgetPauses()
})

/** What the ways of resolving answer: `ok`, or the error. */
async function resolved(owner: Caller) {
	const rpc = async (reply: PromiseLike<object>) => {
		const answer = await reply
		return 'error' in answer ? (answer.error as string) : 'ok'
	}
	const http = ({ status, body }: Reply) => (status === 200 ? 'ok' : (body.error as string))
	return [
		http(await model(owner)),
		http(await tool(owner)),
		await rpc(exports.Runtime.resolveModel(owner.org_id, undefined) as PromiseLike<object>),
		await rpc(exports.Runtime.resolveTool(owner.org_id, 'web_search')),
		await rpc(exports.Runtime.resolveTool(owner.org_id, 'no group')),
		await rpc(exports.Runtime.listMcp(owner.org_id)),
	]
}

const OK = ['ok', 'ok', 'ok', 'ok', 'tool.not_configured', 'ok']
const PAUSED = OK.map(() => 'run.paused')

test('a paused platform resolves nothing for any org, and so does a paused org, whoever paused it', async () => {
	const { owner, org_id, admin: root } = await equipped()
	const other = (await equipped()).owner
	const everything = `${PLATFORM}/platform/all`
	for (const [caller, path] of [
		[root, everything],
		[root, `${PLATFORM}/org/${org_id}`],
		[owner, `/v1/orgs/${org_id}/pauses/org/${org_id}`],
	] as const) {
		await caller.put(path, { reason: REASON })
		expect(await resolved(owner), path).toEqual(PAUSED)
		expect(await resolved(other), path).toEqual(path === everything ? PAUSED : OK)
		await caller.delete(path)
		expect(await resolved(owner), path).toEqual(OK)
	}
})

test('pauses of users, agents, models, providers and API keys leave resolution alone: they are for runs', async () => {
	const { owner, org_id, admin: root } = await equipped()
	const { provider_name } = (await model(owner)).body
	for (const [scope, subject] of [
		['user', owner.user_id],
		['agent', 'a'],
		['model', 'm-1'],
		['provider', provider_name],
		['api_key', 'k'],
	])
		expect((await root.put(`${PLATFORM}/${scope}/${subject}`, { reason: REASON })).status).toBe(201)
	await owner.put(`/v1/orgs/${org_id}/pauses/model/m-1`, { reason: REASON })
	expect(await resolved(owner)).toEqual(OK)
})

test('the refusal is a 403 with the widest pause, whose free text is nowhere taken for a reason of the catalogue', async () => {
	const { owner, org_id, admin: root } = await equipped()
	await owner.put(`/v1/orgs/${org_id}/pauses/org/${org_id}`, { reason: "The org's own" })
	const details = { scope: 'org', subject: org_id, reason: 'limit.reached', until: '2090-01-01T00:00:00.000Z' }
	await root.put(`${PLATFORM}/org/${org_id}`, { reason: details.reason, until: details.until })
	for (const refusal of [await model(owner), await tool(owner)]) {
		expect(refusal).toMatchObject({
			status: 403,
			body: { error: 'run.paused', message: `Paused: org ${org_id}`, details },
		})
		expect(refusal.headers.get('Link')).toBe('</docs#error-run.paused>; rel="help"')
		const trace = refusal.headers.get('X-Trace-Id')
		const { body } = await root.get(`/v1/admin/access-log?trace_id=${trace}`)
		expect(body.data[0]).toMatchObject({ error: 'run.paused', reason: null, decided_by: `pause:org:${org_id}` })
	}
	expect(await exports.Runtime.resolveTool(org_id, 'web_search')).toEqual({
		error: 'run.paused',
		message: `Paused: org ${org_id}`,
		details,
	})
	const filtered = await root.get(`/v1/admin/access-log?decided_by=pause:org:${org_id}`)
	expect(filtered.body.data).toHaveLength(2)
})

test('an isolate with warm caches refuses within five seconds of a pause that another one made, and resolves within five of its end', async () => {
	const { owner, org_id } = await equipped()
	expect(await resolved(owner)).toEqual(OK)
	// Another isolate: D1 knows, this one doesn't.
	await env.DB.prepare(
		"INSERT INTO pauses (owner, scope, subject, reason, set_by_user_id, created_at, updated_at) VALUES (?1, 'org', ?1, 'r', 'usr', '2026', '2026')",
	)
		.bind(org_id)
		.run()
	vi.setSystemTime(Date.now() + 5_000)
	expect(await resolved(owner)).toEqual(PAUSED)
	await env.DB.prepare('DELETE FROM pauses WHERE owner = ?').bind(org_id).run()
	vi.setSystemTime(Date.now() + 5_000)
	expect(await resolved(owner)).toEqual(OK)
})

test('a pause ends by the clock for an isolate that has it cached', async () => {
	const { owner, org_id } = await equipped()
	const until = new Date(Date.now() + 2_000).toISOString()
	await owner.put(`/v1/orgs/${org_id}/pauses/org/${org_id}`, { reason: REASON, until })
	expect(await resolved(owner)).toEqual(PAUSED)
	vi.setSystemTime(Date.now() + 2_000)
	expect(await resolved(owner)).toEqual(OK)
})

test('/v1/me says to every member what pauses the platform or the org they act in, and nothing narrower', async () => {
	const { owner, member, org_id, admin: root } = await world()
	const paused = async () => (await member.get('/v1/me')).body.paused
	await owner.put(`/v1/orgs/${org_id}/pauses/agent/a`, { reason: REASON })
	await root.put(`${PLATFORM}/user/${member.user_id}`, { reason: REASON })
	expect(await paused()).toBeNull()
	await owner.put(`/v1/orgs/${org_id}/pauses/org/${org_id}`, { reason: REASON })
	expect(await paused()).toEqual({ scope: 'org', subject: org_id, reason: REASON, until: null })
	await root.put(`${PLATFORM}/org/${org_id}`, { reason: 'By the platform' })
	expect(await paused()).toMatchObject({ scope: 'org', reason: 'By the platform' })
	await root.put(`${PLATFORM}/platform/all`, { reason: 'Maintenance' })
	expect(await paused()).toEqual({ scope: 'platform', subject: 'all', reason: 'Maintenance', until: null })
})

test('while D1 is away, what was read of the pauses counts for a minute', async () => {
	const { owner } = await equipped()
	await tool(owner)
	vi.setSystemTime(Date.now() + 6_000)
	const away = () => Promise.reject(new Error('D1_ERROR: away'))
	const c = systemContext(env, () => undefined)
	const { chosen } = await withD1(away, () => resolveTool(c, owner.org_id, 'web_search'))
	expect(chosen).toEqual({ scope: 'org', provider_name: 'web_search.keyed' })
	vi.setSystemTime(Date.now() + 64_000)
	await expect(withD1(away, () => resolveTool(c, owner.org_id, 'web_search'))).rejects.toThrow('D1_ERROR: away')
})

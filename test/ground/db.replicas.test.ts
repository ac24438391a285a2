import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Runtime, forgetFlags, forgetPrincipals, forgetTools } from '../support/program.ts'
import { equipped, forgetAll } from '../support/questions.ts'
import { create, user } from '../support/world.ts'

/** A replica so far behind that it has no rows yet. */
function emptyReplica(): D1DatabaseSession {
	const statement = {
		bind: () => statement,
		first: () => Promise.resolve(null),
		all: () => Promise.resolve({ results: [] }),
		run: () => Promise.resolve({ results: [] }),
		raw: () => Promise.resolve([]),
	}
	return {
		prepare: () => statement,
		batch: (statements: unknown[]) => Promise.resolve(statements.map(() => ({ results: [] }))),
		getBookmark: () => null,
	} as unknown as D1DatabaseSession
}

const behind = {
	env: {
		DB: {
			withSession: (constraint: string) =>
				constraint === 'first-unconstrained' ? emptyReplica() : env.DB.withSession(constraint),
		} as D1Database,
	},
}

test('while replicas are behind, a fresh login works, and isolates cache what the primary says', async () => {
	const flag = await create.featureFlag({ default_value: true })
	const someone = await user()
	forgetPrincipals()
	forgetFlags()
	// The list comes from the replica, but the caller is read at the primary.
	expect(await someone.get('/v1/mcp-configs', behind)).toMatchObject({ status: 200, body: [] })
	const evaluated = await someone.post(`/ofrep/v1/evaluate/flags/${flag.key}`, {}, behind)
	expect(evaluated).toMatchObject({ status: 200, body: { value: true } })
	forgetFlags()
	const path = `/v1/feature-flags/${flag.key}/evaluate`
	expect(await someone.get(path, behind)).toMatchObject({ status: 200, body: { value: true } })
})

/** Runs `work` and returns where its sessions start: `first-primary`, or the bookmark that a replica must have reached. */
async function startsOf(work: (variables: { env: Partial<Env> }) => Promise<unknown>): Promise<Set<string>> {
	const starts: string[] = []
	const withSession = (start: string) => {
		const session = env.DB.withSession(start)
		const prepare = (sql: string) => {
			starts.push(start)
			return session.prepare(sql)
		}
		return { prepare, batch: session.batch.bind(session), getBookmark: () => session.getBookmark() }
	}
	await work({ env: { DB: { withSession } as unknown as D1Database } })
	return new Set(starts)
}

test('flags, entitlements and choices come from a replica that has seen what the isolate wrote, and nothing else does', async () => {
	const { owner, org_id, flag, model } = await equipped()
	const written = (await owner.patch('/v1/me', { locale: 'de' })).headers.get('X-D1-Bookmark') as string
	const reads: [mayLag: boolean, read: (variables: { env: Partial<Env> }) => Promise<unknown>][] = [
		[true, (here) => owner.get(`/v1/feature-flags/${flag.key}/evaluate`, here)],
		[true, (here) => owner.post(`/ofrep/v1/evaluate/flags/${flag.key}`, {}, here)],
		[true, (here) => owner.get(`/v1/entitlements?org_id=${org_id}`, here)],
		[false, (here) => owner.post('/v1/llm-providers/resolve', { selector: model.selector }, here)],
	]
	for (const [mayLag, read] of reads) {
		forgetAll()
		const [start = '', ...others] = await startsOf(read)
		expect(others).toEqual([])
		if (mayLag) expect(start >= written && !start.startsWith('first-')).toBe(true)
		else expect(start).toBe('first-primary')
	}
	// The pauses are known, and KV doesn't answer.
	const KV = { get: () => Promise.reject(new Error('KV GET failed')) } as unknown as KVNamespace
	const effective = '/v1/tool-providers/web_search/effective'
	await owner.get(effective)
	forgetTools()
	const [chosen = ''] = await startsOf((here) => owner.get(effective, { env: { ...here.env, KV } }))
	expect(chosen >= written && !chosen.startsWith('first-')).toBe(true)
	forgetFlags()
	forgetPrincipals()
	const both = await startsOf((here) => owner.get(`/v1/feature-flags/${flag.key}/evaluate`, here))
	expect([...both]).toContain('first-primary')
	forgetAll()
	// A credential comes with the choice, and pauses with the model: both are read at the primary.
	for (const ask of [
		(runtime: Runtime) => runtime.resolveTool(org_id, 'web_search'),
		(runtime: Runtime) => runtime.resolveModel(org_id, model.selector),
		(runtime: Runtime) => runtime.listMcp(org_id),
	])
		expect(await startsOf(async (here) => ask(new Runtime(createExecutionContext(), { ...env, ...here.env })))).toEqual(
			new Set(['first-primary']),
		)
})

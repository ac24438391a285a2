import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { dump } from '../support/dump.ts'
import { opened } from '../support/encryption.ts'
import { operator } from '../support/operators.ts'
import { KEY, runtimeOf, sealingWorld } from '../support/sealing.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { unique, world } from '../support/world.ts'

const BEGIN = '/v1/runtime/runs/begin'
const sealed = { $sealed: expect.any(String) }
const noKey = { status: 409, body: { details: { reason: 'runtime.no_encryption_key', kids: [] } } }

const holdsOf = async (run_id: string) =>
	(await env.DB.prepare('SELECT count(*) AS holds FROM holds WHERE run_id = ?').bind(run_id).first('holds')) as number

/** Every row but those that say when a key was used. */
const rows = async () => (await dump()).filter((row) => !row.startsWith('service_account_keys '))

const wanted = (org_id: string, more: object = {}) => ({
	run_id: unique('run'),
	org_id,
	context: {},
	tools: ['web_search', 'no_such_group'],
	mcp: true,
	hold: { credits: 5 },
	...more,
})

const here = await sealingWorld()

test('begin seals what it resolves for an account with runtime.resolve, and says the terms', async () => {
	const { org_id, runtime, localId, remoteId } = here
	const begun = await runtime.post(BEGIN, wanted(org_id))
	expect(begun).toMatchObject({
		status: 201,
		body: {
			model: { model: 'm-1', api_key: sealed },
			tools: [
				{ provider_name: 'web_search.keyed', api_key: sealed, base_url: 'https://search.example.com' },
				{ error: 'conflict', details: { reason: 'tool.not_configured' } },
			],
			mcp: {
				servers: [
					{ id: localId, env: sealed },
					{ id: remoteId, bearer_token: sealed, env: {} },
				],
			},
			terms: { credits_per_usd: 1_000, multiplier: 1 },
		},
	})
	expect(JSON.stringify(begun.body)).not.toContain(KEY)
	const { model, tools, run } = begun.body
	for (const one of [model.api_key, tools[0].api_key])
		expect(await opened(one, runtime.privateJwk)).toMatchObject({
			value: KEY,
			header: { org: org_id, kid: runtime.kid },
		})
	const progressed = await runtime.post(`/v1/runtime/runs/${run.run_id}/progress`, { org_id })
	expect(progressed.body).toMatchObject({ terms: { credits_per_usd: 1_000, multiplier: 1 } })
})

test('without a usable key begin is 409 before anything is held, unless it asks for no credential', async () => {
	const { admin, org_id, owner, runtime } = here
	const keyless = await serviceOf(admin, org_id, { scopes: ['runtime.report', 'runtime.resolve'] })
	const before = await rows()
	for (const more of [
		{},
		{ context: undefined, mcp: undefined },
		{ kid: runtime.kid },
		{ tools: undefined, mcp: undefined },
	])
		expect(await keyless.post(BEGIN, wanted(org_id, more))).toMatchObject(noKey)
	expect(await rows()).toEqual(before)
	const run_id = unique('run')
	expect((await keyless.post(BEGIN, { run_id, org_id, flags: ['x'], tools: [] })).status).toBe(201)
	// Its org's own people have no say in what the platform gave.
	expect((await owner.patch(keyless.path, { scopes: ['runtime.resolve'] })).status).toBe(403)
})

test('without runtime.resolve begin has no field for credentials; a person has none either', async () => {
	const { admin, org_id } = here
	const reporter = await serviceOf(admin, org_id, { scopes: ['runtime.report'] })
	for (const caller of [reporter, admin]) {
		const { status, body } = await caller.post(BEGIN, wanted(org_id))
		expect(status).toBe(201)
		expect(body).toMatchObject({ model: { model: 'm-1' }, tools: [{ scope: 'org' }, {}], mcp: { skipped: [] } })
		expect(JSON.stringify(body)).not.toMatch(/api_key|bearer_token|\$sealed|"env"/)
	}
	for (const path of ['tools', 'models', 'mcp'])
		expect(await reporter.post(`/v1/runtime/${path}/resolve`, { org_id, group: 'web_search' })).toMatchObject({
			status: 403,
			body: { details: { permission: 'runtime.resolve' } },
		})
})

test('a dry run of begin seals nothing and holds nothing', async () => {
	const { org_id, runtime } = here
	const before = await rows()
	const begun = await runtime.post(BEGIN, wanted(org_id), { headers: { 'Dry-Run': 'true' } })
	expect(begun.body).toMatchObject({ status: 201, body: { model: { api_key: { $sealed: null } } } })
	expect(await rows()).toEqual(before)
})

test('nothing is kept under an Idempotency-Key', async () => {
	const { org_id, runtime } = here
	const headers = { 'Idempotency-Key': unique('key') }
	const question = { org_id, group: 'web_search' }
	const ask = async () => (await runtime.post('/v1/runtime/tools/resolve', question, { headers })).body.api_key.$sealed
	expect(await ask()).not.toBe(await ask())
	// Another run under the same key isn't a repeat.
	for (const run of [wanted(org_id), wanted(org_id)])
		expect((await runtime.post(BEGIN, run, { headers })).status).toBe(201)
	const { results } = await env.DB.prepare('SELECT * FROM idempotency_keys').all()
	expect(JSON.stringify(results)).not.toContain('$sealed')
})

test('begin and progress see at once what another isolate took away from the caller', async () => {
	const { admin, org_id } = here
	const other = await world()
	const takeAway: [string, (id: string, key_id: string, kid: string) => string, object][] = [
		['suspended', (id) => `UPDATE service_accounts SET is_active = 0 WHERE id = '${id}'`, { status: 401 }],
		[
			'key ended',
			(_, key) => `UPDATE service_account_keys SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = '${key}'`,
			{ status: 401 },
		],
		['key deleted', (_, key) => `DELETE FROM service_account_keys WHERE id = '${key}'`, { status: 401 }],
		['scope', (id) => `UPDATE service_accounts SET scopes = '["runtime.resolve"]' WHERE id = '${id}'`, { status: 403 }],
		[
			'orgs',
			(id) =>
				`UPDATE service_accounts SET runtime = '{"orgs":["${other.org_id}"],"platform_credentials":false}' WHERE id = '${id}'`,
			{ status: 404 },
		],
	]
	for (const [what, sql, refused] of takeAway) {
		const runtime = await runtimeOf(admin, org_id)
		const run = wanted(org_id)
		expect((await runtime.post(BEGIN, run)).status).toBe(201)
		// This isolate isn't told.
		await env.DB.prepare(sql(runtime.id, runtime.key_id, runtime.kid)).run()
		const next = wanted(org_id)
		expect([what, await runtime.post(BEGIN, next)]).toMatchObject([what, refused])
		expect(await holdsOf(next.run_id)).toBe(0)
		expect([what, await runtime.post(`/v1/runtime/runs/${run.run_id}/progress`, { org_id })]).toMatchObject([
			what,
			refused,
		])
	}
	const runtime = await runtimeOf(admin, org_id)
	expect((await runtime.post(BEGIN, wanted(org_id))).status).toBe(201)
	await env.DB.prepare('DELETE FROM service_account_encryption_keys WHERE kid = ?').bind(runtime.kid).run()
	const next = wanted(org_id)
	expect(await runtime.post(BEGIN, next)).toMatchObject(noKey)
	expect(await holdsOf(next.run_id)).toBe(0)
	expect((await runtime.post(BEGIN, { run_id: next.run_id, org_id })).status).toBe(201)
})

test("begin and progress see at once that an admin's session or key is over", async () => {
	const { org_id } = await world()
	const second = await operator(['admin'])
	const key = await second.post('/v1/api-keys', { name: 'k', scopes: ['runtime.report'] })
	expect([key.status, key.body.scopes]).toEqual([201, ['runtime.report']])
	for (const [caller, sql] of [
		[as(key.body.key), `DELETE FROM api_keys WHERE id = '${key.body.id}'`],
		[second, `DELETE FROM platform_admins WHERE user_id = '${second.user_id}'`],
	] as const) {
		expect((await caller.post(BEGIN, { run_id: unique('run'), org_id })).status).toBe(201)
		await env.DB.prepare(sql).run()
		expect([401, 403]).toContain((await caller.post(BEGIN, { run_id: unique('run'), org_id })).status)
	}
})

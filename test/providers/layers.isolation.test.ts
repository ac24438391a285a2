import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, as, LENIENT, send } from '../support/api.ts'
import { configAt, emptyPlatform, LLM, MCP, providerAt } from '../support/layers.ts'
import { offersDryRun } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { runtimeOf } from '../support/sealing.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { unique, world } from '../support/world.ts'

// Nobody of an org reads or writes what the platform keeps to itself, by any operation: where its entries are called, how, and with what.

const MARKS = [
	'where-it-is.example.com',
	'setting-of-platform',
	'mcp-of-platform.example.com',
	'command-of-platform',
	'sk-marked-9a1f',
]

let here: Awaited<ReturnType<typeof made>>

async function made() {
	const { admin, owner, member, org_id } = await world()
	const key = { api_key: 'sk-marked-9a1f-0123456789' }
	const settings = { ...key, base_url: 'https://where-it-is.example.com', advanced_json: { a: 'setting-of-platform' } }
	const sold = await providerAt(admin, 'platform', 'Sold', { best: { when: { a: 'never' } }, any: {} }, settings)
	const remote = await configAt(admin, 'platform', 'remote', {
		url: 'https://mcp-of-platform.example.com/mcp',
		bearer_token: key.api_key,
	})
	await configAt(admin, 'platform', 'process', {
		transport: 'stdio',
		url: undefined,
		bearer_token: undefined,
		command: 'command-of-platform',
		env: { TOKEN: key.api_key },
	})
	const { body } = await owner.post('/v1/api-keys', { name: 'key', scopes: ['data.secrets', 'org.settings'] })
	const account = await runtimeOf(admin, org_id)
	return { admin, sold, remote, org_id, callers: { owner, member, key: as(body.key), account } as Record<string, Api> }
}

beforeAll(async () => {
	here = await made()
})
afterAll(emptyPlatform)

/** Everything that the platform has stored of them. */
const stored = async () => {
	const tables = ['llm_providers', 'llm_models', 'mcp_configs', 'secrets'].map((name) =>
		env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all(),
	)
	return JSON.stringify((await Promise.all(tables)).map(({ results }) => results))
}

/** The paths of an operation, with what names the platform and its entries in the place of the parameters. */
function pathsOf({ path }: SpecRow): string[] {
	const { sold, remote, org_id } = here
	const filledBy = (org: string) =>
		path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
			const named: Record<string, string> = {
				org_id: org,
				provider_id: sold.id,
				model_id: sold.ids.any ?? '',
				config_id: remote.id,
			}
			return named[name] ?? 'none'
		})
	return [...new Set([filledBy('platform'), filledBy(org_id)])].flatMap((one) => [
		one,
		`${one}?scope=platform&org_id=platform`,
		`${one}?scope=org&org_id=${org_id}`,
	])
}

const bodyOf = (org_id: string) => ({
	org_id,
	run_id: unique('run'),
	selector: 'sold^any',
	context: { a: 'never' },
	mcp: true,
	tools: ['web_search'],
	group: 'web_search',
	name: unique('name'),
	model: 'mine',
	provider: 'vendor_a',
	api_key: 'sk-of-an-org-0123456789',
	base_url: 'https://elsewhere.example.com',
	transport: 'streamable_http',
	url: 'https://elsewhere.example.com/mcp',
	document: { version: 1, llm_providers: {}, mcp_configs: {} },
	mode: 'exact',
})

const walked = SPEC.filter((row) => !row.notBuilt && !row.path.endsWith('/tail'))
/** What changes something is only tried, so that no call ends the session of the next one. */
const isTried = (row: SpecRow) =>
	row.method === 'GET' || row.asks === true || offersDryRun(row) || row.path.startsWith('/v1/runtime/')

const CALLERS = ['owner', 'member', 'key', 'account']

// By day each path is asked by one of them, and by night by all.
test.each(CALLERS.map((name, turn) => [name, turn] as const))(
	'%s learns nothing of it and changes nothing, by any operation',
	async (name, turn) => {
		const caller = here.callers[name] as Api
		const before = await stored()
		let served = 0
		for (const [index, row] of walked.filter(isTried).entries())
			for (const [place, path] of pathsOf(row).entries()) {
				if ((index + place) % runsOf(CALLERS.length, 1) !== turn % runsOf(CALLERS.length, 1)) continue
				const isWrite = row.method !== 'GET' && offersDryRun(row)
				const { status, body, headers } = await send(row.method, path, {
					headers: {
						Authorization: `Bearer ${caller.token}`,
						...LENIENT.headers,
						...(isWrite && { 'Dry-Run': 'true' }),
					},
					...(row.method === 'GET' ? {} : { body: bodyOf(path.includes('platform') ? 'platform' : here.org_id) }),
				})
				const text = JSON.stringify([body, [...headers]])
				for (const mark of MARKS) expect({ path, leaks: text.includes(mark) && mark }).toEqual({ path, leaks: false })
				if (status < 300) served += 1
			}
		expect(served).toBeGreaterThan(20)
		expect(await stored()).toBe(before)
	},
)

test("the platform's entries refuse a write of everybody in an org, without a dry run", async () => {
	const { sold, remote, callers } = here
	const before = await stored()
	for (const caller of Object.values(callers))
		for (const query of ['', '?scope=platform']) {
			const calls = [
				caller.patch(`${sold.path}${query}`, { name: 'Mine' }),
				caller.delete(`${sold.path}${query}`),
				caller.post(`${sold.path}/models${query}`, { model: 'mine' }),
				caller.patch(`${sold.path}/models/${sold.ids.any}${query}`, { priority: 9 }),
				caller.delete(`${sold.path}/models/${sold.ids.any}${query}`),
				caller.get(`${sold.path}/available-models${query}`),
				caller.patch(`${remote.path}${query}`, { name: 'Mine' }),
				caller.delete(`${remote.path}${query}`),
				caller.post(`${remote.path}/test${query}`, {}),
				...(query ? [caller.post(`${LLM}${query}`, bodyOf('')), caller.post(`${MCP}${query}`, bodyOf(''))] : []),
			]
			for (const { status } of await Promise.all(calls)) expect([403, 404]).toContain(status)
		}
	expect(await stored()).toBe(before)
})

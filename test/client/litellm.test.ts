import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { made, told } from '../../src/tools/litellm/calls.ts'
import { modelsOf, settingsOf } from '../../src/tools/litellm/models.ts'
import { type Config, configIn, type Fields, listsIn } from '../../src/tools/litellm/state.ts'
import { tenantsOf } from '../../src/tools/litellm/tenants.ts'
import { some } from './nightly.ts'

// What files of a proxy may have, and what the tools say to whoever isn't Plinth.

const folder = mkdtempSync(join(tmpdir(), 'plinth-litellm-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string): Config {
	const file = join(folder, 'config.yaml')
	writeFileSync(file, text)
	return configIn(file)
}

/** The models of a provider, and what is said about them. */
function planned(litellm_params: Fields, model_name = 'name') {
	const { providers, notes } = modelsOf({ model_list: [{ model_name, litellm_params: { ...litellm_params } }] }, [], {})
	return { models: Object.values(providers)[0]?.models, notes: notes.map(({ why }) => why).join(' ') }
}

describe('a configuration', () => {
	test('has anchors that are merged, aliases beyond a hundred, and keys that are there twice', () => {
		const entries = Array.from(
			{ length: 300 },
			(_, n) => `  - { model_name: m${n}, litellm_params: { <<: *own, model: openai/m${n} } }`,
		)
		const own = 'own: &own { api_key: os.environ/KEY, api_key: os.environ/OTHER, input_cost_per_token: 2.5e-06 }'
		const { model_list = [] } = read(`${own}\nmodel_list:\n${entries.join('\n')}`)
		expect(model_list).toHaveLength(300)
		expect(model_list[299]?.litellm_params).toEqual({
			api_key: 'os.environ/OTHER',
			input_cost_per_token: 0.0000025,
			model: 'openai/m299',
		})
	})

	test('may have no models, and is no list or text', () => {
		expect(read('model_list:\n').model_list).toEqual([])
		expect(read('').model_list).toEqual([])
		for (const wrong of ['- a', 'text', '7']) expect(() => read(wrong)).toThrow('is no configuration of a proxy')
		expect(() => read('model_list: { a: b }')).toThrow('model_list must be a list')
		const entry = '{ model_name: a, litellm_params: { model: openai/a } }'
		expect(() => read(`model_list: [${entry}, { model_name: 4 }]`)).toThrow('entry 2 of model_list')
	})

	test('has each of its sections named that is not carried', () => {
		const config = read(
			'include: [other.yaml]\nenvironment_variables: { A: b }\nguardrails: []\ngeneral_settings: { a: 1, master_key: x }',
		)
		expect(settingsOf(config).map(({ what, why }) => `${what}: ${why.split('.')[0]}`)).toEqual([
			'include: Other files are not read',
			'environment_variables: Keys come from the environment of this command only',
			'guardrails: Plinth sees no prompts, so it checks none',
			'general_settings.a: A setting of the proxy, for which Plinth has no place',
		])
	})
})

describe('a price', () => {
	test.each([
		[2.5e-6, 0.0025, ''],
		['1.0e-05', 0.01, ''],
		['1e-6', 0.001, ''],
		[0, 0, ''],
		[1e-13, 0, 'input_cost_per_token is less than Plinth counts, and becomes 0.'],
		[Number.NaN, undefined, "input_cost_per_token is no number, so it isn't carried."],
		['os.environ/PRICE', undefined, "input_cost_per_token is no number, so it isn't carried."],
		['', undefined, "input_cost_per_token is no number, so it isn't carried."],
	])('of %j for a token is %j for a thousand', (price, expected, said) => {
		const { models, notes } = planned({ model: 'openai/a', input_cost_per_token: price, output_cost_per_token: 0 })
		expect(models?.a?.cost_per_1k_input).toBe(expected)
		expect(notes).toBe(said)
	})
})

describe('a name', () => {
	test.each(['__proto__', 'constructor', 'toString'])('of a vendor or model may be %s', (name) => {
		const price = { input_cost_per_token: 1e-6 }
		expect(planned({ model: `${name}/a`, ...price }).notes).toContain(`${name} speaks another one`)
		const address = { api_base: 'https://models.example.com' }
		expect(planned({ model: `${name}/a`, ...price, ...address }).models).toBeUndefined()
		expect(Object.keys(planned({ model: `openai/${name}`, ...price }).models ?? {})).toEqual([name])
	})

	test('in any script is a tag, and one that is too long is named', () => {
		const price = { input_cost_per_token: 1e-6 }
		expect(planned({ model: 'openai/a', ...price }, '模型 😀').models?.a?.tags).toEqual(['模型 😀'])
		const { models, notes } = planned({ model: 'openai/a', ...price }, 'n'.repeat(65))
		expect(models?.a?.tags).toEqual([])
		expect(notes).toBe('Its name is longer than the 64 characters of a tag.')
	})

	test('of a key or team is the first that says something, and no half of a character', () => {
		const teams = [{ team_id: 't', team_alias: '' }]
		const long = `${'n'.repeat(199)}😀`
		const keys = [
			{ token: 'h1', key_alias: '', key_name: 'sk-...wxyz', team_id: 't' },
			{ token: 'h2', key_alias: long, team_id: 't' },
		]
		const { calls } = tenantsOf({ teams, keys, budgets: [], models: [] }, 1_000)
		const names = calls.filter(({ path }) => !path.endsWith('/keys')).map(({ body }) => body.name)
		expect(names).toEqual(['t', 'sk-...wxyz', 'n'.repeat(199)])
	})
})

test('a file that is wrong is named with the place, and with none of its text', () => {
	const secret = 'sk-in-the-file'
	const errorOf = (work: () => unknown): string => {
		try {
			return JSON.stringify(work())
		} catch (error) {
			return (error as Error).message
		}
	}
	expect(errorOf(() => read(`a: 1\nmaster_key: "${secret}\nb: "c`))).toMatch(/as YAML: .+ at line \d+, column \d+:?$/)
	for (const text of [`{"keys": [{"token": "${secret}" x`, `{"keys": ${secret}`, `{"keys": [{"token": "${secret}`]) {
		const state = mkdtempSync(join(folder, 'wrong-'))
		writeFileSync(join(state, 'keys.json'), text)
		const said = errorOf(() => listsIn(state))
		expect(said).toContain('keys.json as JSON')
		expect(said).not.toContain(secret.slice(0, 5))
	}
})

describe('an answer of a list', () => {
	const lists = { teams: [], keys: [], budgets: [], models: [] }

	test('gives a key without a team to no team without an ID, and a team that comes twice is made once', () => {
		const teams = [{ team_alias: 'None' }, { team_id: 't' }, { team_id: 't', team_alias: 'Again' }]
		const { calls, notes } = tenantsOf({ ...lists, teams, keys: [{ token: 'h', key_alias: 'free' }] }, 1_000)
		expect(calls.map(({ body }) => body.name)).toEqual(['t'])
		expect(notes.map(({ what }) => what)).toEqual(['team None', 'team Again', 'key free'])
	})

	test('may have members of any shape, and a key itself in the place of its hash, which is shown nowhere', () => {
		const members = [null, 7, { user_email: 'a@example.com' }]
		const teams = [
			{ team_id: 't', members_with_roles: members },
			{ team_id: 'u', members_with_roles: { a: 1 } },
		]
		const { calls, notes } = tenantsOf({ ...lists, teams, keys: [{ token: 'sk-itself', team_id: 't' }] }, 1_000)
		expect(JSON.stringify([calls, notes])).not.toContain('sk-itself')
		expect(calls.filter(({ path }) => path.endsWith('/invitations'))).toHaveLength(1)
		expect(calls.find(({ path }) => path.endsWith('/service-accounts'))?.body.name).toMatch(/^key [0-9a-f]{12}$/)
	})

	test('turns no line of the terminal round', () => {
		const text = told({ method: 'POST', path: '/', body: { name: 'a\u202Eb\u2066c\u2028d 😀 模型' } })
		expect(text).toBe('POST / {"name":"a\\u202eb\\u2066c\\u2028d 😀 模型"}')
	})
})

test('a key that is no text names no variable, however often its parts are repeated', () => {
	const { model_list } = read(
		'model_list: [{ model_name: a, litellm_params: { model: openai/a, api_key: [os.environ/KEY] } }]',
	)
	expect(modelsOf({ model_list: model_list ?? [] }, [], {}).providers.openai?.variable).toBeUndefined()
})

test.each([
	['2099-01-31T00:00:00', '2099-01-31T00:00:00.000Z'],
	['2099-01-31 00:00:00', '2099-01-31T00:00:00.000Z'],
	['2099-01-31T00:00:00+02:00', '2099-01-30T22:00:00.000Z'],
	['2099-01-31T00:00:00.123Z', '2099-01-31T00:00:00.123Z'],
	['soon', 'It expires at "soon", which is no time.'],
	[7, 'It expires at 7, which is no time.'],
])('a key that expires at %j is one until %s', (expires, expected) => {
	const lists = { teams: [{ team_id: 't' }], keys: [{ token: 'h', team_id: 't', expires }], budgets: [], models: [] }
	const { calls, notes } = tenantsOf(lists, 1_000)
	const key = calls.find(({ path }) => path.endsWith('/keys'))
	expect(key?.body.expires_at ?? notes[0]?.why).toBe(expected)
})

/** Runs `work` with a server that answers as it's told. */
async function withServer<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
	const server = createServer(answer)
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
	try {
		return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
	} finally {
		server.closeAllConnections()
		server.close()
	}
}

const TRACE = { 'X-Trace-Id': '0'.repeat(32) }

test('a call that a rate limit refuses is made when it may be, and two keys of one name are both kept', async () => {
	let count = 0
	const secrets = join(folder, 'secrets.json')
	const answer: RequestListener = (_, response) => {
		count += 1
		if (count % 2 === 1) response.writeHead(429, { ...TRACE, 'Retry-After': '0' }).end('{}')
		else response.writeHead(201, TRACE).end(JSON.stringify({ id: count, key: `key-${count}` }))
	}
	const one = { method: 'POST', path: '/keys', body: {}, shows: { field: 'key', of: 'T: sk-...wxyz' } } as const
	expect(await withServer(answer, (url) => made(url, [one, one], secrets))).toBe(0)
	const { default: kept } = (await import(secrets, { with: { type: 'json' } })) as { default: object }
	expect(kept).toEqual({ 'key of T: sk-...wxyz': 'key-2', 'key of T: sk-...wxyz (2)': 'key-4' })
})

const TOOLS = [
	['config', ['export', '-']],
	['prices', []],
	['import-litellm', ['--config', join(folder, 'none.yaml')]],
] as const

describe.each(some(TOOLS, 1))('%s', (tool, options) => {
	const run = (url: string) =>
		new Promise<string>((resolve) => {
			writeFileSync(join(folder, 'none.yaml'), '')
			const env = { PATH: process.env.PATH, PLINTH_TOKEN: 'a-token' } as unknown as NodeJS.ProcessEnv
			const all = [`src/tools/${tool}.ts`, ...options, '--url', url]
			const child = execFile(process.execPath, all, { env }, (_, stdout, stderr) => {
				expect(child.exitCode).toBe(1)
				expect(stderr).not.toContain(' at ')
				resolve(stdout + stderr)
			})
		})

	test('takes an address, and says so', async () => {
		for (const url of ['plinth.example.com', 'localhost:8787', ''])
			expect(await run(url)).toContain(`--url must be an address such as https://plinth.example.com.\n`)
	})

	test('says who is not Plinth, and whether nobody answers', async () => {
		expect(await run('http://127.0.0.1:1')).toContain("http://127.0.0.1:1 isn't answering.\n")
		const portal: RequestListener = (_, response) => response.writeHead(200).end('<h1>Sign in to this network</h1>')
		const moved: RequestListener = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end()
		const busy: RequestListener = (_, response) => response.writeHead(429, { 'Retry-After': '0' }).end()
		for (const [answer, status] of [
			[portal, 200],
			[moved, 302],
			[busy, 429],
		] as const)
			await withServer(answer, async (url) => {
				expect(await run(url)).toContain(`${url} doesn't answer as Plinth does: ${status} without an X-Trace-Id.\n`)
			})
	})
})

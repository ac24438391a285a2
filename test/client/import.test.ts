import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { windowOf } from '../../src/tools/litellm/tenants.ts'
import { serveDeployed } from '../support/served.ts'
import { some } from './nightly.ts'
import { tool } from './tool.ts'

// `npm run import:litellm` against the real Worker, with a configuration and lists as LiteLLM's public documentation shows them. The
// platform's providers are all of this file, so it has an instance of its own.

const STATE = join(import.meta.dirname, 'litellm')
const folder = mkdtempSync(join(tmpdir(), 'plinth-import-'))
const KEYS = { IMPORT_OPENAI_KEY: 'sk-of-the-environment-1', IMPORT_SECOND_KEY: 'sk-of-the-environment-2' }
let plinth: Awaited<ReturnType<typeof serveDeployed>>
let PLINTH_TOKEN = ''

beforeAll(async () => {
	plinth = await serveDeployed({ isBuilt: true })
	const body = JSON.stringify({ login: 'root', password: 'bootstrap-password-1' })
	const reply = await fetch(`${plinth.url}/v1/auth/login`, { method: 'POST', body })
	;({ access_token: PLINTH_TOKEN } = (await reply.json()) as { access_token: string })
})
afterAll(async () => {
	await plinth.stop()
	rmSync(folder, { recursive: true })
})

const imported = (options: string[], env: Record<string, string> = { PLINTH_TOKEN, ...KEYS }) =>
	tool('import-litellm', ['--url', plinth.url, ...options], env)

const fixtures = (...options: string[]) =>
	imported(['--config', join(STATE, 'config.yaml'), '--state', STATE, ...options])

async function call<T>(method: string, path: string, token = PLINTH_TOKEN): Promise<T> {
	const reply = await fetch(plinth.url + path, { method, headers: { Authorization: `Bearer ${token}` } })
	return (reply.status === 204 ? undefined : await reply.json()) as T
}

interface Named {
	id: string
	name: string
}

const orgsNamed = async (name: string) =>
	(await call<Named[]>('GET', `/v1/admin/orgs?q=${encodeURIComponent(name)}`)).filter((org) => org.name === name)

const CALLS: [string, string[], string][] = [
	['a folder that is missing', ['--config', join(STATE, 'config.yaml'), '--state', 'none'], 'There is no folder none.'],
	['Use it without a file', [], '--config <config.yaml>'],
	['a file that is missing', ['--config', 'none.yaml'], "Couldn't read none.yaml as YAML"],
	['an option that is unknown', ['--nonsense'], "Unknown option '--nonsense'"],
]

test.each(some(CALLS, 1))('%s is a sentence', async (_, options, sentence) => {
	const { code, printed } = await imported(options)
	expect(printed).toContain(sentence)
	expect(printed).not.toContain(' at ')
	expect(code).toBe(1)
})

const FILES = [
	[
		'a model without its name',
		'config.yaml',
		'model_list: [{ litellm_params: { model: openai/gpt-4o } }]',
		'entry 1 of model_list must have a',
	],
	['a list of hashes', 'keys.json', '{"keys":["8f2a"]}', '?return_full_object=true'],
	['an answer that is no list', 'teams.json', '{"error":"no"}', 'it has no teams'],
	['a page that is cut', 'budgets.json', '[{"budget_id":', "Couldn't read"],
] as const

test.each(some(FILES, 1))('%s is a sentence', async (_, file, text, sentence) => {
	const state = mkdtempSync(join(folder, 'wrong-'))
	cpSync(STATE, state, { recursive: true })
	writeFileSync(join(state, file), text)
	const { code, printed } = await imported(['--config', join(state, 'config.yaml'), '--state', state])
	expect(printed).toContain(sentence)
	expect(printed).not.toMatch(/^ {4}at /m)
	expect(code).toBe(1)
})

test.each([
	[null, 'total', true],
	['1h', 'hour', true],
	['30s', 'hour', false],
	['24h', 'day', true],
	['1d', 'day', true],
	['2d', 'day', false],
	['3d', 'week', false],
	['7d', 'week', true],
	['30d', 'month', false],
	['1mo', 'month', true],
	['365d', 'month', false],
])('a budget for %s is one for a %s', (duration, window, isSame) => {
	expect(windowOf(duration)).toEqual({ window, isSame })
})

test('it shows what it would make, tries it, names what is lost, and changes nothing', async () => {
	const { code, printed } = await fixtures()
	expect(code).toBe(0)
	for (const text of [
		'+ llm_providers openai\n',
		'models.gpt-4o.cost_per_1k_input: 0.0025',
		'+ llm_providers openai-2',
		'base_url: "https://eu.models.example.com/v1"',
		'+ llm_providers openai-3',
		'models.gpt-4o-mini.cost_per_1k_output: 0.0006',
		'models.gpt-4o-mini.tags: ["fast"]',
		'POST /v1/admin/orgs {"name":"Research"}',
		'2 would be made. The other 11 calls need their IDs.',
		"- provider anthropic (claude-sonnet-4-5): IMPORT_UNSET_KEY isn't set, so it's planned without a key and left out.",
		'- provider groq (llama-3.3-70b): The configuration names no variable with its key',
		'- provider mistral (mistral-small): The configuration names no variable',
		'- gpt-4o (openai/gpt-4o): Not carried: rpm, tpm.',
		'- titan (bedrock/amazon.titan-text): Plinth speaks',
		'- openai/* (openai/*): It stands for many models.',
		'- router_settings.fallbacks: ',
		'- litellm_settings.cache: ',
		'- litellm_settings.success_callback: ',
		'- keys: Only 2 of 3 pages were read.',
		'- team Research: u-3: No address is known',
		'- team Research: Its budget is for 30d. The nearest window is a month.',
		'- key private: It belongs to no team',
		'- key old: It expired on 2024-01-31.',
		'- budget alone: No team or key that was read has it.',
		'Nothing was changed. Add --apply to apply this.',
	])
		expect(printed).toContain(text)
	for (const secret of [...Object.values(KEYS), 'sk-written-into-the-file']) expect(printed).not.toContain(secret)
	expect(await orgsNamed('Research')).toEqual([])
	expect((await call<Named[]>('GET', '/v1/llm-providers?scope=platform')).map(({ name }) => name)).not.toContain(
		'openai-2',
	)
})

test('it makes all of it, keeps what is shown once, and makes nothing twice when it is repeated', async () => {
	const secrets = join(folder, 'secrets.json')
	const { code, printed } = await fixtures('--apply', '--secrets', secrets)
	expect(printed).toContain('Made 13 of 13 calls.')
	expect(code).toBe(0)
	const shown = JSON.parse(readFileSync(secrets, 'utf8')) as Record<string, string>
	expect(statSync(secrets).mode & 0o777).toBe(0o600)
	expect(Object.keys(shown).toSorted()).toEqual([
		'key of Research: nightly',
		'key of team-support: sk-...wxyz',
		'token of Research: ada@example.com',
		'token of Research: bob@example.com',
	])
	for (const secret of [...Object.values(shown), ...Object.values(KEYS)]) expect(printed).not.toContain(secret)

	const [org] = (await orgsNamed('Research')) as [Named]
	const [blocked] = (await orgsNamed('team-support')) as [Named]
	const me = await call<{ org_id: string; scopes: string[] }>('GET', '/v1/me', shown['key of Research: nightly'])
	expect(JSON.stringify(me)).toContain(org.id)
	const budgets = await call<object[]>('GET', `/v1/orgs/${org.id}/budgets`)
	const [account] = (await call<Named[]>('GET', `/v1/orgs/${org.id}/service-accounts`)) as [Named]
	const [key] = (await call<Named[]>('GET', `/v1/orgs/${org.id}/service-accounts/${account.id}/keys`)) as [Named]
	expect(budgets).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ scope: 'org', unit: 'credits', limit: 12_345, window: 'month' }),
			expect.objectContaining({ scope: 'api_key', subject: key.id, limit: 1_005, window: 'day' }),
		]),
	)
	expect(await call('GET', `/v1/orgs/${org.id}/pauses/api_key/${key.id}`)).toMatchObject({
		reason: 'Blocked at LiteLLM',
	})
	expect(await call('GET', `/v1/admin/pauses/org/${blocked.id}`)).toMatchObject({ reason: 'Blocked at LiteLLM' })
	expect(await call('GET', `/v1/orgs/${blocked.id}/budgets`)).toMatchObject([{ limit: 5_000, window: 'week' }])
	expect(await call('GET', `/v1/orgs/${org.id}/invitations`)).toMatchObject([
		{ email: 'bob@example.com', role: 'member' },
		{ email: 'ada@example.com', role: 'admin' },
	])

	expect((await fixtures('--apply', '--secrets', secrets)).printed).toContain(`${secrets} exists. Move it`)
	const again = await fixtures('--apply', '--secrets', join(folder, 'again.json'))
	expect(again.printed).toContain('Nothing to change.')
	expect(again.code).toBe(0)
	expect(await orgsNamed('Research')).toEqual([org])
	expect(await call<object[]>('GET', `/v1/orgs/${org.id}/budgets`)).toHaveLength(2)

	for (const { id, name } of await call<Named[]>('GET', '/v1/llm-providers?scope=platform'))
		if (name.startsWith('openai')) await call('DELETE', `/v1/llm-providers/${id}?scope=platform`)
	for (const { id } of [org, blocked]) await call('DELETE', `/v1/orgs/${id}`)
})

test('what is refused is named, what needs it is left out, and the rest is made', async () => {
	const state = mkdtempSync(join(folder, 'refused-'))
	writeFileSync(join(state, 'config.yaml'), 'model_list: []')
	const member = (user_email: string) => ({ user_email, role: 'user' })
	const team = {
		team_id: 't',
		team_alias: 'Refused',
		members_with_roles: [member('a@example.com'), member('A@example.com')],
	}
	const keys = [{ token: 'h', key_alias: 'far', team_id: 't', max_budget: 1e300 }]
	writeFileSync(join(state, 'teams.json'), JSON.stringify([team]))
	writeFileSync(join(state, 'keys.json'), JSON.stringify({ keys }))
	const secrets = join(state, 'secrets.json')
	const { code, printed } = await imported([
		'--config',
		join(state, 'config.yaml'),
		'--state',
		state,
		'--apply',
		'--secrets',
		secrets,
	])
	expect(printed).toContain('409 ')
	expect(printed).toMatch(/400 .*\n {2}limit: /)
	expect(printed).toContain('Made 4 of 6 calls.')
	expect(code).toBe(1)
	for (const { id } of await orgsNamed('Refused')) await call('DELETE', `/v1/orgs/${id}`)
})

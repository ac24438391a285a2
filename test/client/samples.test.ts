import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contentOf, type Document, operationsOf } from '../../src/worker/operations/docs/document.ts'
import openapi from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { samplesOf, SET_UP } from '../../src/worker/operations/docs/samples.ts'
import { EXAMPLES as CHANGES } from '../../src/worker/operations/guides/change-examples.ts'
import { EXAMPLES as CONCEPTS } from '../../src/worker/operations/guides/concept-examples.ts'
import { type Example, requestsOf } from '../../src/worker/operations/guides/examples.ts'
import { FIRST_REPORT, FIRST_RUNS, FIRST_TOKEN } from '../../src/worker/operations/guides/first-run-snippets.ts'
import { EXAMPLES as MODELS } from '../../src/worker/operations/guides/models-examples.ts'
import { EXAMPLES as SPENDING } from '../../src/worker/operations/guides/spending-examples.ts'
import { Interpreter, LANGUAGES, type Language } from './interpreter.ts'
import { IS_NIGHT } from './nightly.ts'

// What readers of the documentation copy, run as they would run it: by bash with curl, by Node.js and by Python.

const folder = mkdtempSync(join(tmpdir(), 'plinth-samples-'))
const interpreters = Object.fromEntries(
	LANGUAGES.map((language) => [language, new Interpreter(language, folder)]),
) as Record<Language, Interpreter>
afterAll(async () => {
	await Promise.all(LANGUAGES.map((language) => interpreters[language].end()))
	rmSync(folder, { recursive: true, force: true })
})

/** Runs a program in a language. Returns what it prints, also if it fails. */
const run = (language: Language, source: string, env: Record<string, string> = {}, isPrinting = false) =>
	interpreters[language].run(source, env, isPrinting)

const setUpOf = (language: Language) =>
	language === 'curl' ? '' : `${SET_UP.find(({ lang }) => lang === language)?.source}\n`

describe('the samples of the reference', () => {
	const document = openapi as unknown as Document
	const operations = operationsOf(document)
	const heard = new Map<string, unknown>()
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const [, operationId = '', path = ''] = /^\/(\w+)(.*)$/.exec(request.url ?? '') ?? []
			const { authorization } = request.headers
			heard.set(operationId, { method: request.method, path, authorization, body })
			response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end('{}')
		})
	})
	let address = ''
	beforeAll(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening')
		address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})
	afterAll(() => server.close())

	async function bodyOf(request: IncomingMessage): Promise<unknown> {
		const pieces: Buffer[] = []
		for await (const piece of request) pieces.push(piece as Buffer)
		const text = Buffer.concat(pieces).toString()
		return text === '' ? undefined : JSON.parse(text)
	}

	const PROGRAMS: Record<Language, (url: string, source: string) => string> = {
		curl: (url, source) => `PLINTH=${url}\n${source} || exit 1\n`,
		typescript: (url, source) => `await (async (PLINTH, TOKEN) => {\n${source}\n})('${url}', 'a-token')\n`,
		python: (url, source) => `PLINTH = "${url}"\n${source}\n`,
	}
	// A single process of curl sends all calls.
	const START: Record<Language, string> = {
		curl: 'TOKEN=a-token\ncurl() { calls+=(--next -sS -o /dev/null "$@"); }\n',
		typescript: '',
		python: 'import httpx\nTOKEN = "a-token"\n',
	}
	const END: Record<Language, string> = { curl: 'command curl "${calls[@]:1}"\n', typescript: '', python: '' }

	test.each(LANGUAGES)('send the call of their operation in %s', async (language) => {
		heard.clear()
		const programs = operations.map((operation) => {
			const sample = samplesOf(operation, document.components).find(({ lang }) => lang === language)
			return PROGRAMS[language](`${address}/${operation.operationId}`, sample?.source ?? '')
		})
		expect(await run(language, START[language] + programs.join('') + END[language])).toBe('')
		for (const { operationId, method, path, requestBody, security } of operations) {
			const isOpen = security.every((one) => 'refresh_cookie' in one)
			const pattern = path.replaceAll(/[.]/g, String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/{}]+')
			expect(heard.get(operationId), operationId).toEqual({
				method: method.toUpperCase(),
				path: expect.stringMatching(new RegExp(`^${pattern}(\\?[^{}…]*)?$`)),
				authorization: isOpen ? undefined : 'Bearer a-token',
				body: contentOf(requestBody)?.example,
			})
		}
		expect(heard.size).toBeGreaterThan(200)
	})
})

interface Answer {
	status: number
	headers: Record<string, string>
	body: unknown
}

function answerIn(language: Language, printed: string): Answer {
	if (language !== 'curl') {
		const { body, ...answer } = JSON.parse(printed.split('\n')[0] ?? '') as Answer & { body: string }
		return { ...answer, body: body === '' ? undefined : (JSON.parse(body) as unknown) }
	}
	const [head = '', ...rest] = printed.split('\r\n\r\n')
	const [first = '', ...lines] = head.split('\r\n')
	const body = rest.join('\r\n\r\n')
	return {
		status: Number(first.split(' ')[1]),
		headers: Object.fromEntries(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: /, '')])),
		body: body === '' ? undefined : (JSON.parse(body) as unknown),
	}
}

const NAME = /\{([a-z_]+)\}/g

/** Learns what the names in a shown response stand for. */
function learn(known: Record<string, string>, wanted: unknown, came: unknown) {
	if (typeof wanted === 'object' && wanted !== null) {
		for (const [field, value] of Object.entries(wanted))
			learn(known, value, (came as Record<string, unknown> | undefined)?.[field])
		return
	}
	if (typeof wanted !== 'string') return
	const names = [...wanted.matchAll(NAME)].map(([, name = '']) => name)
	if (names.length === 0) return
	const values = new RegExp(`^${wanted.replaceAll(NAME, '(.+)')}$`).exec(String(came))?.slice(1) ?? []
	for (const [index, name] of names.entries()) known[name] = values[index] ?? ''
}

/** Runs each example of a guide, in order, and demands its status. Returns what the names in its responses stand for. */
async function follow(language: Language, examples: Example[], env: Record<string, string>) {
	const known: Record<string, string> = {}
	for (const example of examples) {
		const source = requestsOf(example).find(({ lang }) => lang === language)?.source ?? ''
		const names = Object.keys(known)
		const variables = {
			curl: '',
			typescript: `const { ${names.join(', ')} } = process.env\n`,
			python: names.map((name) => `${name} = os.environ["${name}"]\n`).join(''),
		}[language]
		const printed = await run(language, setUpOf(language) + variables + source, { ...env, ...known }, true)
		const answer = answerIn(language, printed)
		expect([example.id, answer.status], printed).toEqual([example.id, example.status])
		for (const [name, value] of Object.entries(example.answered ?? {}))
			learn(known, value, answer.headers[name.toLowerCase()])
		if (example.shown)
			learn(known, JSON.parse(example.shown.replaceAll(/(?<=: )\{([a-z_]+)\}/g, '"{$1}"')), answer.body)
	}
	return known
}

/** By day each guide is in one language: together they take turns. */
const turn = (index: number) => (IS_NIGHT ? LANGUAGES : [LANGUAGES[index % LANGUAGES.length] as Language])

describe('the code of the guides', () => {
	const PLINTH = inject('plinth')
	const login = { login: 'root', password: 'bootstrap-password-1' }
	let TOKEN = ''
	beforeAll(async () => {
		const reply = await fetch(`${PLINTH}/v1/auth/login`, { method: 'POST', body: JSON.stringify(login) })
		;({ access_token: TOKEN } = (await reply.json()) as { access_token: string })
	})
	const remove = (path: string) =>
		fetch(PLINTH + path, { method: 'DELETE', headers: { Authorization: `Bearer ${TOKEN}` } })

	test.each(turn(0))('previews, makes and reverts changes in %s', async (language) => {
		await follow(language, CHANGES, { PLINTH, TOKEN })
		expect((await remove('/v1/feature-flags/research.fast_mode')).status).toBe(200)
	})

	test.each(turn(1))('stops runs in %s', async (language) => {
		// A run has its ID for good, and an agent what it spent today.
		const own = JSON.stringify(SPENDING).replaceAll('run-guide-', `run-${language}-`)
		const examples = JSON.parse(own.replaceAll('research-agent', `${language}-agent`)) as Example[]
		const { org_id, budget_id, account_id } = await follow(language, examples, { PLINTH, TOKEN })
		expect((await remove(`/v1/orgs/${org_id}/budgets/${budget_id}`)).status).toBe(204)
		expect((await remove(`/v1/orgs/${org_id}/service-accounts/${account_id}`)).status).toBe(204)
	})

	test.each(turn(2))('sells models in %s', async (language) => {
		// The name of a plan is taken once, and so is that of a platform's provider.
		const own = JSON.stringify(MODELS).replaceAll('run-models-', `run-models-${language}-`)
		const examples = JSON.parse(
			own.replaceAll('models.standard', 'standard').replaceAll('standard', `standard.${language}`),
		)
		const { provider_id } = await follow(language, examples as Example[], { PLINTH, TOKEN })
		expect((await remove(`/v1/llm-providers/${provider_id}?scope=platform`)).status).toBe(200)
	})

	test.each(Object.entries(CONCEPTS).map(([name, examples], index) => ({ name, examples, index })))(
		'explains $name',
		async ({ examples, index }) => {
			expect.hasAssertions()
			await follow(LANGUAGES[index % LANGUAGES.length] as Language, examples, { PLINTH, TOKEN })
		},
	)

	test('leads to a first run, in the folder where Plinth was started', async () => {
		const secrets = [`BOOTSTRAP_ADMIN_LOGIN="${login.login}"`, `BOOTSTRAP_ADMIN_PASSWORD="${login.password}"`]
		writeFileSync(join(folder, '.dev.vars'), secrets.join('\n'))
		const blocks = [FIRST_TOKEN, FIRST_REPORT, FIRST_RUNS].map((one) => one.replace('http://127.0.0.1:8787', PLINTH))
		const printed = await run('curl', ['set -euo pipefail', ...blocks].join('\necho\n'))
		const [me = '', report = '', runs = ''] = printed.split('\n').filter(Boolean)
		expect(JSON.parse(me)).toMatchObject({ login: 'root' })
		expect(JSON.parse(report)).toMatchObject({ accepted: 1 })
		expect(JSON.parse(runs)).toEqual(
			expect.arrayContaining([expect.objectContaining({ run_id: 'my-first-run', total_cost_usd: 0.004 })]),
		)
	})
})

import { expect, test } from 'vitest'
import answers from '../../src/worker/operations/docs/answers.json' with { type: 'json' }
import { declared } from '../support/api.ts'
import { holdExamples } from '../support/guide.ts'
import { CHANGE_EXAMPLES, CONCEPT_EXAMPLES, MODEL_EXAMPLES, SPENDING_EXAMPLES } from '../support/program.ts'
import { recording } from '../support/property.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { type Here, sampleWorld } from '../support/spec/row.ts'
import { admin } from '../support/world.ts'

// The reference shows what Plinth has really responded to the samples of the operations' rows. `PROPERTY_RUNS=answers npm test --
// -u test/operations/docs.answers.test.ts` records it again.

const FILE = '../../src/worker/operations/docs/answers.json'

/** A longer answer explains less. */
const MAX_CHARACTERS = 2_500
const MAX_ROWS = 2

/** They hold keys or numbers of this machine, or say nothing. */
const LEFT_OUT = /jwks|metrics|healthz|readyz|openapi|docs|totp|passkey|oidc\/|login|refresh|encryption-key/

const inBraces = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const operations = new Map(declared.map((one) => [`${one.method} ${inBraces(one.path)}`, one]))

/** The first rows of each list. */
const shortened = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.slice(0, MAX_ROWS).map(shortened)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}

/** A response's text with plain names, and without what nobody may have. */
function cleaned(text: string): string {
	const seen = new Map<string, string>()
	return text
		.replaceAll(/-[a-z0-9]{8}-\d+/g, '')
		.replaceAll(/\b([a-z]+)_([\dA-HJKMNP-TV-Z]{26})\b/g, (id, kind: string) => {
			const others = [...seen.values()].filter((one) => one.startsWith(`${kind}_`)).length
			seen.set(id, seen.get(id) ?? `${kind}_01JD6Z5W3T9V7K2M4N8P0Q1R${2 + Math.min(others, 7)}S`)
			return seen.get(id) as string
		})
		.replaceAll(/\b(al|scim|whsec|whpk|inv)_[\w+/=-]{20,}/g, '$1_9fK2…')
		.replaceAll(/eyJ[\w.-]{20,}/g, 'eyJhbGciOiJFZERTQSJ9…')
		.replaceAll(/\b10\.\d+\.\d+\.\d+/g, '203.0.113.7')
}

/** The values of a body, those inside too. */
const leavesOf = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null && Object.keys(value).length > 0
		? Object.values(value).flatMap(leavesOf)
		: [value]

const says = (value: unknown) => value !== null && value !== 0 && typeof value !== 'object'

/** How many values of a body say something, and whether that's most of them: what is mostly null explains less than an example. */
function fullness(body: unknown) {
	const leaves = leavesOf(body)
	const count = leaves.filter(says).length
	return { count, isFull: count > 0 && count >= leaves.length * 0.6 }
}

/** The answer as the reference shows it; undefined if there's nothing to show. */
function shownOf(body: unknown): unknown {
	if (typeof body !== 'object' || body === null) return undefined
	const text = cleaned(JSON.stringify(shortened(body)))
	return text.length <= MAX_CHARACTERS ? JSON.parse(text) : undefined
}

/** The fullest answer to the samples of an operation. */
async function answerTo(row: SpecRow, here: Here): Promise<unknown> {
	const found: unknown[] = []
	for (const sample of await samplesOf(row, here)) {
		const { body, headers } = await sample.succeed()
		if (headers.get('Content-Type')?.startsWith('application/json')) found.push(shownOf(body))
	}
	const full = found.filter((one) => one !== undefined && fullness(one).isFull)
	return full.toSorted((a, b) => fullness(b).count - fullness(a).count)[0]
}

/** What can be read once the guides' examples were sent. */
const READS = `/v1/me /v1/orgs/{org_id} /v1/orgs/{org_id}/runs /v1/orgs/{org_id}/runs/run-guide-1 /v1/admin/runs /v1/admin/runs/run-guide-1
/v1/orgs/{org_id}/agents /v1/admin/agents /v1/orgs/{org_id}/budgets /v1/orgs/{org_id}/service-accounts /v1/plans /v1/llm-providers?scope=platform
/v1/llm-providers/effective /v1/admin/credits?org_id={org_id} /v1/admin/credits/balances /v1/subscriptions /v1/entitlements
/v1/orgs/{org_id}/usage/daily /v1/orgs/{org_id}/usage/models /v1/admin/usage/daily /v1/admin/dashboard /v1/feature-flags /v1/admin/audit-logs`

const nameOf = (method: string, path: string) => {
	const [plain = ''] = path.split('?')
	const fits = (name: string) => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${plain}`)
	// A word in a path wins over a parameter.
	const [found = ''] = [...operations.keys()].filter(fits).toSorted((a, b) => a.split('{').length - b.split('{').length)
	return found
}

/** The answers to the guides' examples, which are of a platform that's in use, and to what can be read afterwards. */
async function ofGuides(): Promise<Record<string, unknown>> {
	const root = await admin()
	const found: Record<string, unknown> = {}
	const keep = (method: string, path: string, body: unknown) => {
		const name = nameOf(method, path)
		const answer = shownOf(body)
		if (name && answer !== undefined && fullness(answer).count > fullness(found[name]).count) found[name] = answer
	}
	for (const examples of [...Object.values(CONCEPT_EXAMPLES), CHANGE_EXAMPLES, MODEL_EXAMPLES, SPENDING_EXAMPLES])
		await holdExamples(examples, root, ({ method, path, headers, status }, body) => {
			if (status < 300 && !headers?.['Dry-Run']) keep(method, path, body)
		})
	for (const path of READS.split(/\s/)) {
		const { status, body } = await root.get(path.replace('{org_id}', root.org_id))
		if (status === 200) keep('GET', path, body)
	}
	return found
}

recording('record the answers', async () => {
	const here = await sampleWorld()
	const found: Record<string, unknown> = await ofGuides()
	for (const row of SPEC.filter(({ name, noSample, notBuilt }) => !noSample && !notBuilt && !found[name])) {
		const answer = await answerTo(row, here)
		if (answer !== undefined) found[row.name] = answer
	}
	for (const name of Object.keys(found)) if (LEFT_OUT.test(name)) delete found[name]
	const sorted = Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
	await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(FILE)
})

test('nearly all recorded answers are ones that their operation can still give', () => {
	expect(Object.keys(answers).length).toBeGreaterThan(100)
	// One that has become wrong is no longer shown, so a new field needs no new recording at once.
	const wrong = Object.entries(answers).filter(
		([name, answer]) => !operations.get(name)?.responses?.some(({ schema }) => schema?.safeParse(answer).success),
	)
	expect(wrong.length, `record the answers again: ${wrong.map(([name]) => name).join(', ')}`).toBeLessThan(20)
})

test('no recorded answer has a credential', () => {
	expect(JSON.stringify(answers)).not.toMatch(/\b(al|scim|whsec|whpk)_[\w+/=-]{20,}|eyJ[\w-]{30,}/)
})

import createClient from 'openapi-fetch'
import { expect, test } from 'vitest'
import type { paths } from '#client-types'
import document from '../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { BASE, declared, send } from './support/api.ts'
import { holdPolicy } from './support/page.ts'
import { REFERENCE_SCRIPT, STYLE_SHEET } from './support/program.ts'
import { admin, unique, user } from './support/world.ts'

// A public generator makes the client's types from the document; half of the test is that this file compiles.

async function client() {
	const { token } = await admin()
	return createClient<paths>({
		baseUrl: BASE,
		headers: { Authorization: `Bearer ${token}`, Prefer: 'handling=strict' },
		fetch: async (request) => {
			const { pathname, search } = new URL(request.url)
			const response = await send(request.method, pathname + search, {
				body: (await request.text()) || undefined,
				headers: Object.fromEntries(request.headers),
			})
			return Response.json(response.body, { status: response.status, headers: response.headers })
		},
	})
}

/** The response of a call that isn't a dry run. */
function real<T extends object>(data: T | undefined): Exclude<T, { dry_run: true }> {
	if (!data || 'dry_run' in data) throw new Error('This is no answer of a real call')
	return data as Exclude<T, { dry_run: true }>
}

test('a generated client creates a plan, a subscription, an override and a flag', async () => {
	const api = await client()
	const { org_id } = await user()
	const plan = await api.POST('/v1/plans', {
		body: {
			name: unique('plan'),
			display_name: 'Team',
			entitlements: [{ key: 'quota.runs_per_month', value: '100', value_type: 'integer' }],
		},
	})
	expect(plan.response.status).toBe(201)
	const subscription = await api.POST('/v1/subscriptions', {
		body: {
			org_id,
			plan_id: real(plan.data).id,
			current_period_start: '2026-11-01T00:00:00Z',
			current_period_end: '2126-11-01T00:00:00Z',
		},
	})
	expect(subscription.data).toMatchObject({ org_id, status: 'active', cancelled_at: null })
	const override = await api.POST('/v1/entitlement-overrides', {
		body: { org_id, key: 'limit.team_members', value: '25', value_type: 'integer', reason: 'Pilot' },
	})
	expect(real(override.data).reason).toBe('Pilot')
	const flag = await api.POST('/v1/feature-flags', { body: { key: unique('flag'), default_value: true } })
	expect(real(flag.data).default_value).toBe(true)
	const effective = await api.GET('/v1/entitlements', { params: { query: { org_id } } })
	expect(effective.data?.map(({ key, value, source }) => [key, value, source])).toContainEqual([
		'quota.runs_per_month',
		'100',
		'plan',
	])
	const refused = await api.POST('/v1/feature-flags', { body: { key: real(flag.data).key, default_value: true } })
	expect(refused.error?.error).toBe('conflict')
})

test('the document describes every operation, with its access, its errors and an example', async () => {
	const served = await send('GET', '/openapi.json')
	expect(served.body).toEqual(document)
	expect(document.openapi).toBe('3.1.0')
	const described = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...(operation as Operation),
			name: `${method.toUpperCase()} ${path}`,
		})),
	)
	const names = declared.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
	expect(described.map(({ name }) => name).sort()).toEqual(names.sort())
	for (const { name, summary, requestBody, responses, 'x-access': access } of described) {
		expect({ name, summary, access }).toEqual({ name, summary: expect.any(String), access: expect.any(String) })
		if (requestBody) expect(requestBody.content['application/json'].example, name).toBeDefined()
		if (access !== 'anyone')
			expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['401', '429', '500', '503']))
		if (access.startsWith('permission:')) expect(Object.keys(responses), name).toContain('403')
		// What isn't JSON is an error of JSON-RPC there.
		const refusals = name === 'POST /mcp' ? ['400', '413'] : ['400', '413', '422']
		if (requestBody) expect(Object.keys(responses), name).toEqual(expect.arrayContaining(refusals))
	}
	expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
})

test('all statuses are numbers from 200 to 599', () => {
	const statuses = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
		Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
	)
	expect([...new Set(statuses)].filter((status) => !/^[2-5]\d\d$/.test(status))).toEqual([])
})

test('every schema has a name from us, and every pattern works without the flag u', () => {
	expect(Object.keys(document.components.schemas).filter((name) => !/^[A-Z]\w+$/.test(name))).toEqual([])
	const patterns = [...JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)]
	expect(patterns.length).toBeGreaterThan(3)
	for (const [, pattern] of patterns) expect(pattern).not.toContain(String.raw`\p{`)
})

test("the schemas accept the document's examples", () => {
	const bodies = declared.filter(({ body }) => body)
	expect(bodies.length).toBeGreaterThan(5)
	for (const { method, path, body } of bodies) {
		const described = (document.paths as Record<string, Record<string, Operation>>)[
			path.replaceAll(/:(\w+)/g, '{$1}')
		]?.[method.toLowerCase()]
		const example = described?.requestBody?.content['application/json'].example
		expect(body?.safeParse(example).error, `${method} ${path}`).toBeUndefined()
	}
})

test('the docs pages show every operation without their script, and need nothing from another host', async () => {
	const overview = holdPolicy(await send('GET', '/docs'))
	const sheet = await send('GET', STYLE_SHEET)
	expect(sheet.headers.get('Content-Type')).toMatch('text/css')
	expect(sheet.body).not.toMatch(/@import|url\((?!\/console\/assets\/geist)/)
	const script = await send('GET', REFERENCE_SCRIPT)
	expect(script.headers.get('Content-Type')).toMatch('text/javascript')
	const chapters = new Set([...overview.matchAll(/href="(\/docs\/api\/[a-z-]+)"/g)].map(([, href]) => href))
	const pages = new Map<string, string>()
	for (const href of chapters) pages.set(href as string, holdPolicy(await send('GET', href as string)))
	for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
		for (const { operationId } of Object.values(methods)) {
			expect(overview).toContain(`>${path}</span>`)
			const [, href = ''] = new RegExp(`id="${operationId}" href="([^#]+)#${operationId}"`).exec(overview) ?? []
			expect(pages.get(href), operationId).toContain(`id="${operationId}" data-operation`)
		}
})

interface Operation {
	operationId: string
	summary: string
	'x-access': string
	requestBody?: { content: { 'application/json': { example: unknown } } }
	responses: Record<string, unknown>
}

/** The ends of names that say what the field is. A sentence would only repeat them. */
const PLAIN_ENDS = /_(?:at|count|email|end|id|ip|key|login|ms|name|pass|password|start|tokens|url|usd|version)$/

/** Other such names. */
const PLAIN = new Set(
	[
		'attempts balance body budget bytes city code config credits data deliveries description email error failure files',
		'flags has_more ids ip is_set keys kind members method minute models name note ok password provider providers section',
		'servers signature smtp_host smtp_port smtp_user source status_code timestamp title total_runs total_users transactions',
		'url user username value value_type',
	].flatMap((names) => names.split(' ')),
)

const saysItself = (name: string) => PLAIN_ENDS.test(name) || PLAIN.has(name)

test('every field of a body and every parameter has a description, unless its name says it', () => {
	const missing: string[] = []
	const walk = (part: unknown, where: string) => {
		if (typeof part !== 'object' || part === null) return
		for (const [key, inside] of Object.entries(part)) {
			if (['example', 'examples', 'default', 'enum'].includes(key)) continue
			if (key === 'properties')
				for (const [name, field] of Object.entries(inside as Record<string, object>))
					if (!('description' in field) && !('$ref' in field) && !saysItself(name)) missing.push(`${where}.${name}`)
			if (key === 'parameters' && Array.isArray(inside))
				for (const one of inside)
					if (!one.$ref && !one.description && !saysItself(one.name)) missing.push(`${where}: ${one.name}`)
			walk(inside, `${where}.${key}`)
		}
	}
	walk(document.paths, 'paths')
	walk(document.webhooks, 'webhooks')
	walk(document.components, 'components')
	expect(missing.map((field) => `${field}: describe it in its schema.ts, or its name in docs/field-words.ts`)).toEqual(
		[],
	)
})

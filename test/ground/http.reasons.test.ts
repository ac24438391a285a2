import { expect, test } from 'vitest'
import type { Refused } from '../../src/worker/ground/http/codes.ts'
import type { Reason } from '../../src/worker/ground/http/reasons.ts'
import { declared, send } from '../support/api.ts'
import {
	CODES,
	REASONS,
	conflict,
	conflictSaying,
	filled,
	forbidden,
	errorMessage,
	rateLimited,
	refusalsOf,
	unauthorized,
	unavailable,
	upstreamError,
	withoutPermission,
} from '../support/program.ts'

const entries: [string, Refused][] = [...Object.entries(CODES), ...Object.entries(REASONS)]

test('each entry says what happened and what to do, in full sentences', () => {
	for (const [name, { meaning, action, details }] of entries)
		for (const text of [meaning, action, details ?? 'None.']) expect(text, name).toMatch(/^[A-Z`].*\.$/)
})

test('a value stands in parentheses, so an entry reads without it', () => {
	for (const [name, { meaning, action }] of entries)
		expect(filled(`${meaning} ${action}`), name).not.toMatch(/[{}]|\(\)/)
	const text = 'The org has the maximum ({key}: {limit}). Keep them ({names}).'
	expect(filled(text, { key: 'limit.a', limit: 2, names: ['a', 'b'] })).toBe(
		'The org has the maximum (limit.a: 2). Keep them (a, b).',
	)
	expect(filled(text, { key: null, limit: 2, names: [1, 2, 3, 4, 5, 6] })).toBe(
		'The org has the maximum. Keep them (1, 2, 3, 4, 5, …).',
	)
})

test('an error says what the catalogue does, or what it knows beyond that', async () => {
	expect(await errorMessage(conflict('ip_rules.too_many', { limit: 7 }))).toBe(
		'The org already has the maximum number of IP rules (7). Delete a rule, or combine several networks into one.',
	)
	expect(await errorMessage(forbidden('ip.blocked', { client_address: '203.0.113.9' }))).toMatch(
		/^The org's IP rules don't allow this address \(203/,
	)
	expect(await errorMessage(withoutPermission('money.write'))).toMatch(/\(money\.write\)\.$/)
	expect(await errorMessage(conflictSaying('It waits.', 'change.pending'))).toBe('It waits.')
})

test("a reason doesn't compile in an error of another status", () => {
	// @ts-expect-error -- a 409
	expect(forbidden('plans.subscribed').details.reason).toBeDefined()
	// @ts-expect-error -- a 403
	expect(conflict('ip.blocked').details.reason).toBeDefined()
	expect(conflict('plans.subscribed').details.reason).toBe('plans.subscribed')
	// @ts-expect-error -- a 409 without a reason
	expect(conflict().status).toBe(409)
})

test("an error without the values of its sentence doesn't compile", () => {
	// @ts-expect-error -- the sentence has a limit
	expect(conflict('ip_rules.too_many').status).toBe(409)
	// @ts-expect-error -- the sentence has a limit
	expect(conflict('ip_rules.too_many', { most: 1 }).status).toBe(409)
})

test("a reason that isn't in the catalogue doesn't compile", () => {
	// @ts-expect-error -- not in the catalogue
	expect(conflict('no.such_reason').details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(forbidden('no.such_reason').details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(unauthorized('no.such_reason').details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(rateLimited(1, 'no.such_reason').details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(unavailable('no.such_reason', 1).details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(upstreamError('no.such_reason', null).details.reason).toBeDefined()
})

test("the docs page explains every code and every reason at the address in an error's Link", async () => {
	const [{ body: overview }, { body: errors }] = [await send('GET', '/docs'), await send('GET', '/docs/errors')]
	expect(overview).toContain('<a id="errors" href="/docs/errors">')
	for (const name of [...Object.keys(CODES), ...Object.keys(REASONS)]) {
		expect(overview).toContain(`<a id="error-${name}" href="/docs/errors#error-${name}">`)
		expect(errors).toContain(`id="error-${name}"`)
	}
})

test('every reason belongs to an operation, so the docs page and the API document show it', () => {
	const named = new Set(declared.flatMap((operation) => refusalsOf(operation).map(({ reason }) => reason)))
	// A tool of MCP refuses with these: in its result, which is a 200.
	const ofTools = ['mcp.changed_since', 'mcp.no_json']
	const undeclared = Object.keys(REASONS).filter((reason) => !named.has(reason as Reason) && !ofTools.includes(reason))
	expect(undeclared.map((reason) => `Put '${reason}' into refuses(…) of the route lines that it comes from`)).toEqual(
		[],
	)
})

test('a route line declares each reason once, and none that follows from the rest of the line', () => {
	for (const operation of declared) {
		const names = refusalsOf(operation).map(({ status, reason, code }) => `${status} ${reason ?? code ?? ''}`)
		const twice = names.filter((name, index) => names.indexOf(name) < index)
		expect(twice, `${operation.method} ${operation.path}`).toEqual([])
	}
})

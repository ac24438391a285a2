import { expect, test } from 'vitest'
import type { Reason } from '../../src/worker/ground/http/reasons.ts'
import { declared, send } from '../support/api.ts'
import {
	CODES,
	REASONS,
	conflict,
	forbidden,
	rateLimited,
	refusalsOf,
	unauthorized,
	unavailable,
	upstreamError,
} from '../support/program.ts'

declare global {
	interface ImportMeta {
		/** Vite's: the files that match, by path. */
		glob: <T>(pattern: string, options: { query: string; import: string; eager: true }) => Record<string, T>
	}
}

// Vitest doesn't cache a module that contains `import.meta.glob(`, as this line does. A cached one wouldn't notice a new
// file.
const FILES = import.meta.glob<string>('../../src/worker/**/*.ts', { query: '?raw', import: 'default', eager: true })
const sources = Object.entries(FILES).filter(([path]) => !/\/http\/([a-z]+-)?(reasons|codes)\.ts$/.test(path))

/** Where a reason is written out: as a member, or as the argument of an error that takes one. */
const WRITTEN = [
	/\breason: '([a-z_]+\.[a-z_\d]+)'/g,
	/\b(?:unauthorized|unavailable|upstreamError)\('([a-z_.\d]+)'/g,
	/\brateLimited\([^\n]*, '([a-z_.\d]+)'\)/g,
]

test('the test finds the source files', () => {
	expect(sources.length).toBeGreaterThan(200)
})

test('every reason in the source is in the catalogue', () => {
	const written = sources.flatMap(([path, text]) =>
		WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, reason]) => ({ path, reason: reason as string }))),
	)
	expect(written.length).toBeGreaterThan(30)
	// What the console refuses by itself, no request gets.
	const ours = written.filter(({ path }) => !path.includes('/src/console/'))
	expect(ours.filter(({ reason }) => !(reason in REASONS))).toEqual([])
})

test('the source uses every entry of the catalogue', () => {
	const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
	const isWritten = (reason: string) => {
		if (sources.some(([, text]) => text.includes(`'${reason}'`))) return true
		// A family: one file of a slice writes the common beginning, and the slice the endings.
		const [family, end] = reason.split('.')
		const folders = sources.filter(([, text]) => text.includes(`\`${family}.\${`)).map(([path]) => folderOf(path))
		return sources.some(([path, text]) => folders.includes(folderOf(path)) && text.includes(`'${end}'`))
	}
	const unused = Object.keys(REASONS).filter((reason) => !isWritten(reason))
	expect(unused.map((reason) => `No error carries '${reason}': throw it, or take it out of the catalogue`)).toEqual([])
})

test('each entry says what happened and what to do, in full sentences', () => {
	for (const [name, { meaning, action }] of Object.entries({ ...CODES, ...REASONS }))
		for (const text of [meaning, action]) expect(text, name).toMatch(/^[A-Z].*\.$/)
})

test("a reason doesn't compile in an error of another status", () => {
	// @ts-expect-error -- a 409
	expect(forbidden({ reason: 'plans.subscribed' }).details.reason).toBeDefined()
	// @ts-expect-error -- a 403
	expect(conflict('Nothing', { reason: 'ip.blocked' }).details.reason).toBeDefined()
	expect(conflict('Nothing', { reason: 'plans.subscribed' }).details.reason).toBe('plans.subscribed')
	// @ts-expect-error -- a 409 without a reason
	expect(conflict('Nothing', { field: 'name' }).status).toBe(409)
})

test("a reason that isn't in the catalogue doesn't compile", () => {
	// @ts-expect-error -- not in the catalogue
	expect(conflict('Nothing', { reason: 'no.such_reason' }).details.reason).toBeDefined()
	// @ts-expect-error -- not in the catalogue
	expect(forbidden({ reason: 'no.such_reason' }).details.reason).toBeDefined()
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
	const undeclared = Object.keys(REASONS).filter((reason) => !named.has(reason as Reason))
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

/** The files that a source file imports, directly or indirectly. */
function reachable(path: string, found = new Set<string>()): Set<string> {
	if (found.has(path) || !(path in FILES)) return found
	found.add(path)
	for (const [, target = ''] of (FILES[path] ?? '').matchAll(/(?:from |import\()'(\.[^']+)'/g))
		reachable(new URL(target, `file:///${path.replace('../../', '')}`).pathname.replace('/', '../../'), found)
	return found
}

const withoutRefusals = new Map(sources.map(([path, text]) => [path, text.replaceAll(/\brefuses\([^)]*\)/g, '')]))

test('every reason that a route file declares exists in a file that it imports', () => {
	const stale = sources.flatMap(([path, text]) =>
		[...text.matchAll(/\brefuses\(([^)]*)\)/g)].flatMap(([, list = '']) => {
			// `authenticate` gives every handler what asks for a proof.
			const files = reachable(path, reachable('../../src/worker/middleware/authenticate.ts'))
			const texts = [...files].map((one) => withoutRefusals.get(one) ?? '')
			return [...list.matchAll(/'([a-z_.\d]+)'/g)]
				.map(([, reason = '']) => reason)
				.filter((reason) => !texts.some((one) => isMade(one, reason)))
				.map((reason) => `${path}: take '${reason}' out of refuses(…)`)
		}),
	)
	expect(stale).toEqual([])
})

/** Whether a text has the whole reason, or the ending of one whose family is written elsewhere. */
function isMade(text: string, reason: string): boolean {
	const [family, end] = reason.split('.')
	return text.includes(`'${reason}'`) || (text.includes(`\`${family}.\${`) && text.includes(`'${end}'`))
}

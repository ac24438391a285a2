import { expect, test } from 'vitest'
import { CODES } from '../../src/http/codes.ts'
import { conflict, forbidden, rateLimited, unauthorized, unavailable, upstreamError } from '../../src/http/errors.ts'
import { REASONS } from '../../src/http/reasons.ts'
import { send } from '../support/api.ts'

declare global {
	interface ImportMeta {
		/** Vite's: the files that match, by their paths. */
		glob: <T>(pattern: string, options: { query: string; import: string; eager: true }) => Record<string, T>
	}
}

// Vitest keeps no module whose text has `import.meta.glob(`, as this line does: it would not notice a new file.
const FILES = import.meta.glob<string>('../../src/**/*.ts', { query: '?raw', import: 'default', eager: true })
const sources = Object.entries(FILES).filter(([path]) => !/\/http\/([a-z]+-)?(reasons|codes)\.ts$/.test(path))

/** Where a reason is written out: as a member, or as the argument of an error that takes one. */
const WRITTEN = [
	/\breason: '([a-z_]+\.[a-z_\d]+)'/g,
	/\b(?:unauthorized|unavailable|upstreamError)\('([a-z_.\d]+)'/g,
	/\brateLimited\([^\n]*, '([a-z_.\d]+)'\)/g,
]

test('the source is read', () => {
	expect(sources.length).toBeGreaterThan(200)
})

test('every reason in the source is in the catalogue', () => {
	const written = sources.flatMap(([path, text]) =>
		WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, reason]) => ({ path, reason: reason as string }))),
	)
	expect(written.length).toBeGreaterThan(30)
	expect(written.filter(({ reason }) => !(reason in REASONS))).toEqual([])
})

test('every entry of the catalogue is in the source', () => {
	const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
	const isWritten = (reason: string) => {
		if (sources.some(([, text]) => text.includes(`'${reason}'`))) return true
		// A family: one file of a slice puts the beginning, and the slice names the ends.
		const [family, end] = reason.split('.')
		const folders = sources.filter(([, text]) => text.includes(`\`${family}.\${`)).map(([path]) => folderOf(path))
		return sources.some(([path, text]) => folders.includes(folderOf(path)) && text.includes(`'${end}'`))
	}
	expect(Object.keys(REASONS).filter((reason) => !isWritten(reason))).toEqual([])
})

test('each entry says what happened and what to do, in full sentences', () => {
	for (const [name, { meaning, action }] of Object.entries({ ...CODES, ...REASONS }))
		for (const text of [meaning, action]) expect(text, name).toMatch(/^[A-Z].*\.$/)
})

test('a reason does not compile where an error of another status is made', () => {
	// @ts-expect-error -- a 409
	expect(forbidden({ reason: 'plans.subscribed' }).details.reason).toBeDefined()
	// @ts-expect-error -- a 403
	expect(conflict('Nothing', { reason: 'ip.blocked' }).details.reason).toBeDefined()
	expect(conflict('Nothing', { reason: 'plans.subscribed' }).details.reason).toBe('plans.subscribed')
})

test('a reason that is not in the catalogue does not compile', () => {
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

test('the page of the API shows every code and every reason', async () => {
	const { body } = await send('GET', '/docs')
	expect(body).toContain('<section id="errors">')
	for (const name of [...Object.keys(CODES), ...Object.keys(REASONS)]) expect(body).toContain(`<code>${name}</code>`)
})

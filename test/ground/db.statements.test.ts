import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { statementsOf } from '../support/d1.ts'
import { runner } from '../support/runs.ts'

// Vitest doesn't cache a module that contains `import.meta.glob(`, as this line does. A cached one wouldn't notice a new
// file.
const FILES = import.meta.glob<string>('../../src/worker/**/statements.sql', {
	query: '?raw',
	import: 'default',
	eager: true,
})

/** A string, a parameter, a column or a number. */
const VALUE = String.raw`'(?:[^']|'')*'|:\w+|\b[a-z_]\w*\.\w+|(?<![\w.])-?\d[\d.]*`

const sliceOf = (path: string) => path.split('/').at(-2) ?? ''

/** The statements of all files by their slices and names, with what they share in its place. */
function allStatements(): { slice: string; name: string; sql: string }[] {
	const texts = new Map<string, string>()
	// What is like another but for some values, and these by the other's.
	const likes = new Map<string, { first: string; values: Map<string, string> }>()
	const keyOf = (slice: string, name: string) =>
		name.replace(/^(\{?)(?:([\w-]+)\.(?=\w+\}))?/, (_, open, other) => `${other ?? slice} ${open}`)
	for (const [path, file] of Object.entries(FILES))
		for (const block of file.split('\n\n').slice(1)) {
			const slice = sliceOf(path)
			const [title = '', ...lines] = block.trimEnd().replace(/;$/, '').split('\n')
			const [, name = '', like = '', values] =
				/^-- (?:\S+: )?([\w.{}]+)(?:, (?:like|the same as) (\S+)(?: with (.*)| but for)?)?$/.exec(title) ?? []
			const [gone, come] = ['-', '+'].map((sign) =>
				lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n'),
			)
			const changed = (values ?? '').matchAll(new RegExp(`(${VALUE}) for (${VALUE})`, 'g'))
			const [key, first] = [keyOf(slice, name), keyOf(slice, like)]
			if (values !== undefined)
				likes.set(key, { first, values: new Map([...changed].map(([, now = '', old = '']) => [old, now])) })
			else texts.set(key, like ? (texts.get(first) ?? '').replace(gone ?? '', () => come ?? '') : lines.join('\n'))
		}
	const whole = (key: string, sql = texts.get(key) ?? ''): string => {
		const { first, values } = likes.get(key) ?? {}
		if (first !== undefined)
			return whole(first).replaceAll(new RegExp(VALUE, 'g'), (value) => values?.get(value) ?? value)
		const [slice = ''] = key.split(' ')
		return sql.replaceAll(/\{[\w.-]+\}/g, (name) => whole(keyOf(slice, name)))
	}
	return [...texts.keys()].flatMap((key) => {
		const [slice = '', name = ''] = key.split(' ')
		return name.startsWith('{') ? [] : [{ slice, name, sql: whole(key) }]
	})
}

test('D1 accepts every statement as statements.sql shows it', async () => {
	const statements = allStatements()
	expect(statements.length).toBeGreaterThan(30)
	for (const { sql } of statements) {
		// `target` stands for any audited table.
		const text = sql.replaceAll(/:[a-z_]\w*/g, '?').replaceAll(/\btarget\b/g, 'plans')
		const values = [...text.matchAll(/\?/g)].map(() => null)
		await env.DB.prepare(`EXPLAIN ${text}`)
			.bind(...values)
			.all()
	}
})

test('a report that ends a run sends the statements that statements.sql shows', async () => {
	const { run, report } = await runner(10)
	const sent = await statementsOf(() => report(run({ total_cost_usd: 1 })))
	const texts = new Set(sent.map(({ sql }) => bare(sql)))
	const unsent = allStatements().filter(({ slice, sql }) => slice === 'runs' && !texts.has(bare(sql)))
	// A report looks a model's price up if one of its orgs has models, one that came through the queue counts the orgs it knows, and one
	// of an org that is due a grant sends the last.
	expect(unsent.map(({ name }) => name)).toEqual([
		'counting.ofKnownOrgs',
		'updating.looked',
		'inserting.reported.looked',
		'inserting.ofKnownOrgs.held',
		'inserting.ofKnownOrgs.looked',
		'granting',
	])
})

/** SQL without white space, quotes around names, case and parameter names. */
const bare = (sql: string) =>
	sql
		.replaceAll(/:[a-z_]\w*/g, '?')
		.replaceAll(/[\s"]/g, '')
		.toLowerCase()

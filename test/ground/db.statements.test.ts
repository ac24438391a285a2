import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { statementsOf } from '../support/d1.ts'
import { runner } from '../support/runs.ts'

// Vitest keeps no module whose text has `import.meta.glob(`, as this line does: it would not notice a new file.
const FILES = import.meta.glob<string>('../../src/**/statements.sql', { query: '?raw', import: 'default', eager: true })

/** The statements of a file by what their comments call them. */
const statementsIn = (text = '') =>
	[...text.matchAll(/^-- \S+: (\S+)\n([^]*?);$/gm)].map(([, name = '', sql = '']) => ({ name, sql }))

test('D1 accepts every statement as statements.sql shows it', async () => {
	const statements = Object.values(FILES).flatMap(statementsIn)
	expect(statements.length).toBeGreaterThan(30)
	for (const { sql } of statements) {
		// `target` stands for any audited table.
		const text = sql.replaceAll(/:\w+/g, '?').replaceAll(/\btarget\b/g, 'plans')
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
	const unsent = statementsIn(FILES['../../src/billing/runs/statements.sql']).filter(({ sql }) => !texts.has(bare(sql)))
	// Reports that come through the queue have these two of their own.
	expect(unsent.map(({ name }) => name)).toEqual(['writing.ofKnownOrgs.count', 'writing.ofKnownOrgs.insert'])
})

/** SQL without white space, quotes of names, case and the names of parameters. */
const bare = (sql: string) => sql.replaceAll(/:\w+/g, '?').replaceAll(/[\s"]/g, '').toLowerCase()

import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdExamples, holdNames, holdPage } from '../support/guide.ts'
import { holdPolicy } from '../support/page.ts'
import { CONCEPT_EXAMPLES } from '../support/program.ts'
import { admin } from '../support/world.ts'

const [wrangler = ''] = Object.values(
	import.meta.glob<string>('../../wrangler.toml', { query: '?raw', import: 'default', eager: true }),
)
const root = await admin()

test.for(Object.entries(CONCEPT_EXAMPLES))(
	'the examples of %s get the responses that the page shows, which has them in order',
	async ([name, examples]) => {
		expect(await holdExamples(examples, root)).toBeGreaterThan(0)
		expect(await holdPage(`/docs/${name}`, examples)).toBe(examples.length)
		holdNames(holdPolicy(await send('GET', `/docs/${name}`)))
	},
)

test('the rate limits of the page are those of the deployment', async () => {
	const { body } = await send('GET', '/docs/concepts/rate-limits')
	const limitOf = (name: string) =>
		Number(new RegExp(`name = "${name}"[^[]*limit = (\\d+)`).exec(wrangler)?.[1]).toLocaleString('en')
	const limits = ['PRINCIPAL', 'ORG', 'SIGN_IN', 'DEAR', 'APPLY'].map((name) => limitOf(`${name}_RATE_LIMIT`))
	expect(limits).not.toContain('NaN')
	for (const limit of limits) expect(body).toContain(`${limit} a minute`)
})

test('the changelog is a page, with its versions', async () => {
	const html = holdPolicy(await send('GET', '/docs/changelog'))
	for (const version of ['0.3.0', '0.2.0', '0.1.0']) expect(html).toContain(`<h2>${version}`)
	expect(html).not.toContain('](')
	expect(html).not.toContain('**')
	expect(html).toContain('<strong>Migrate with <code>npm run migrate</code></strong>')
})

test('every chapter of the reference is in one of six groups', async () => {
	const { body } = await send('GET', '/docs')
	const groups = body.split('<details').slice(1)
	expect(groups).toHaveLength(6)
	for (const [index, name] of ['Activity', 'Integrations', 'Customers', 'Platform', 'Org', 'Settings'].entries())
		expect(groups[index]).toContain(`>${name}<`)
	const named = [...body.matchAll(/<li><a href="(\/docs\/api\/[\w-]+)">/g)].map(([, href]) => href)
	expect(new Set(named).size).toBe(named.length)
})

import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdNames } from '../support/guide.ts'
import { holdPolicy } from '../support/page.ts'

test.each(['sell-credits', 'stop-agents', 'configure', 'guard'])(
	'the page for %s names at most twelve operations, each once, and /docs leads to it',
	async (name) => {
		const path = `/docs/for/${name}`
		const html = holdPolicy(await send('GET', path))
		holdNames(html.replaceAll(/<span class="path">[^<]*/g, ''))
		const named = [...html.matchAll(/<li><a href="(\/docs\/api\/[\w-]+#\w+)"><span class="method/g)].map(
			([, href]) => href,
		)
		expect(named.length).toBeGreaterThan(5)
		expect(named.length).toBeLessThanOrEqual(12)
		expect(new Set(named).size).toBe(named.length)
		expect((await send('GET', '/docs')).body.split('<main')[1]).toContain(`href="${path}"`)
	},
)

import { expect, test } from 'vitest'
import { BASE, send } from '../support/api.ts'

interface DocsPage {
	ids: Set<string>
	links: string[]
}

const attributes = (text: string, name: string) =>
	[...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value.replaceAll('&amp;', '&'))

/** Every page that a link leads to from `/docs`. A page has the texts of both languages. */
async function walked() {
	const pages = new Map<string, DocsPage>()
	const broken: string[] = []
	const waiting = ['/docs']
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (pages.has(path)) continue
		const response = await send('GET', path, {})
		if (response.status !== 200) broken.push(`${path}: ${response.status}`)
		const text: string = response.headers.get('Content-Type')?.startsWith('text/html') ? response.body : ''
		const links = attributes(text, 'href').map((href) => new URL(href, `${BASE}${path}`))
		const own = links.filter(({ origin, pathname }) => origin === BASE && /^\/(docs|openapi)/.test(pathname))
		pages.set(path, {
			ids: new Set(attributes(text, 'id')),
			links: own.map(({ pathname, hash }) => pathname + hash),
		})
		waiting.push(...own.map(({ pathname }) => pathname))
	}
	return { pages, broken }
}

test('every link of the documentation leads to a page, and to a place on it', async () => {
	const { pages, broken } = await walked()
	expect(pages.size).toBeGreaterThan(40)
	expect(broken).toEqual([])
	const dead = [...pages].flatMap(([path, { links }]) =>
		links
			.filter((link) => {
				const [to = '', fragment] = link.split('#')
				return fragment && !pages.get(to)?.ids.has(decodeURIComponent(fragment))
			})
			.map((link) => `${path} links to ${link}`),
	)
	expect([...new Set(dead)]).toEqual([])
})

test('a model finds the guides, the chapters and the MCP server in one page of text', async () => {
	const { status, headers, body } = await send('GET', '/llms.txt')
	expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=UTF-8'])
	expect(body).toMatch(/^# Plinth\n\n> ./)
	expect(body).toContain('POST /mcp')
	const links = [...body.matchAll(/\]\((\/[^)]+)\): ./g)].map(([, href]) => href as string)
	expect(links).toContain('/docs/operate')
	for (const href of links) expect.soft([href, (await send('GET', href)).status]).toEqual([href, 200])
})

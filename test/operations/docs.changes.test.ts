import { afterAll, expect, test } from 'vitest'
import document from '../../src/operations/docs/openapi.json' with { type: 'json' }
import { responseOf, EXAMPLES, requestOf } from '../../src/operations/guides/change-examples.ts'
import { send } from '../support/api.ts'
import { shown, withoutSheet } from '../support/page.ts'
import { admin } from '../support/world.ts'

const PAGE = '/docs/changes'
const FLAG = '/v1/feature-flags/research.fast_mode'
const NAME = /\{([a-z_]+)\}/g

const root = await admin()

afterAll(() => root.delete(FLAG))

/** What a name in braces may stand for. */
const formOf = (name: string) => {
	if (name.endsWith('_id')) return '[a-z]+_[\\dA-HJKMNP-TV-Z]{26}'
	if (name.endsWith('hash')) return '[\\w-]{43}'
	return name === 'time' ? '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z' : '\\d+'
}

type Known = Map<string, string>

/** A request's text with the values from earlier responses filled in. */
const filled = (known: Known, text: string) =>
	text.replaceAll(NAME, (_, name: string) => {
		const value = known.get(name)
		if (value === undefined) throw new Error(`No earlier response has ${name}`)
		return value
	})

/** Compares a response's text with what's shown, and learns what the names stand for. */
function holdText(known: Known, wanted: string, came: string, where: string) {
	const names = [...wanted.matchAll(NAME)].map(([, name = '']) => name)
	const plain = wanted.split(NAME).filter((_, index) => index % 2 === 0)
	const [first = '', ...others] = plain.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
	const pattern = names.reduce((text, name, index) => `${text}(${formOf(name)})${others[index]}`, first)
	expect(came, where).toMatch(new RegExp(`^${pattern}$`))
	const values = new RegExp(`^${pattern}$`).exec(came)?.slice(1) ?? []
	for (const [index, name] of names.entries()) {
		expect(known.get(name) ?? values[index], `${where} has the ${name} of earlier responses`).toBe(values[index])
		known.set(name, values[index] as string)
	}
}

/** Compares a response with the part that's shown. Lists are shown whole. */
function hold(known: Known, wanted: unknown, came: unknown, where: string) {
	if (typeof wanted === 'string' && new RegExp(NAME).test(wanted)) return holdText(known, wanted, String(came), where)
	if (typeof wanted !== 'object' || wanted === null) return expect(came, where).toBe(wanted)
	expect(came, where).toEqual(Array.isArray(wanted) ? expect.any(Array) : expect.any(Object))
	if (Array.isArray(wanted)) expect(came, where).toHaveLength(wanted.length)
	for (const [field, value] of Object.entries(wanted))
		hold(known, value, (came as Record<string, unknown>)[field], `${where}.${field}`)
}

/** The response that's shown, as a value. A name that stands for a number isn't in quotes. */
const valueOf = (text: string): unknown => JSON.parse(text.replaceAll(/(?<=: )\{([a-z_]+)\}/g, '"{$1}"'))

test("each of the guide's examples, in order, gets the response that the guide shows", async () => {
	const known: Known = new Map()
	for (const { id, method, path, headers = {}, body, status, answered = {}, shown: wanted } of EXAMPLES) {
		const sent = Object.entries(headers).map(([name, value]) => [name, filled(known, value)])
		const response = await send(method, filled(known, path), {
			body: body && filled(known, body),
			headers: { Authorization: `Bearer ${root.token}`, ...Object.fromEntries(sent) },
		})
		expect(response.status, `${id}: ${JSON.stringify(response.body)}`).toBe(status)
		for (const [name, value] of Object.entries(answered))
			holdText(known, value, response.headers.get(name) ?? '', `${id} ${name}`)
		hold(known, valueOf(wanted), response.body, id)
	}
	// The last restore brought back what was there before the apply.
	expect((await root.get(FLAG)).body).toMatchObject({ default_value: false })
})

test('the page has every example as it was sent, in order', async () => {
	const { body: html } = await send('GET', PAGE)
	const blocks = [...html.matchAll(/<pre id="(?:request|answer)-([\w-]+)"/g)].map(([, id]) => id)
	expect(blocks).toEqual(EXAMPLES.flatMap(({ id }) => [id, id]))
	for (const example of EXAMPLES) {
		expect(await shown(PAGE, `request-${example.id}`)).toBe(requestOf(example))
		expect(await shown(PAGE, `answer-${example.id}`)).toBe(responseOf(example))
	}
})

test('the guide needs no script and nothing from other hosts, and what it names exists', async () => {
	const { body, headers } = await send('GET', PAGE)
	const html = withoutSheet(body)
	expect(headers.get('Content-Type')).toContain('text/html')
	expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; style-src 'self'; frame-ancestors 'none'")
	expect(html).not.toMatch(/<script|<link|<img|url\(|(href|src)="https?:/)
	for (const [, page = '', anchor] of html.matchAll(/href="([^"#]*)#?([^"]*)"/g)) {
		const target = page === '' ? html : (await send('GET', page)).body
		if (anchor) expect(target, `${page}#${anchor}`).toContain(`id="${anchor}"`)
		else expect(target).toContain('href="/docs/changes"')
	}
	const known = Object.keys(document.paths)
	for (const [path] of html.replaceAll(/<pre.*?<\/pre>/gs, '').matchAll(/\/v1\/[\w/{}-]+/g))
		expect(known).toContain(path)
})

test('the limits of Confirm-Within are those in the guide', async () => {
	expect((await send('GET', PAGE)).body).toContain('10 to 600 seconds')
	const message = 'Must be a number of seconds from 10 to 600'
	for (const seconds of ['9', '601']) {
		const { body } = await root.patch(FLAG, {}, { headers: { 'Confirm-Within': seconds } })
		expect(body.details.fields).toEqual([{ path: 'Confirm-Within', message }])
	}
})

import { expect } from 'vitest'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import type { Example } from '../../src/worker/operations/guides/examples.ts'
import { send } from './api.ts'
import { holdPolicy, shown, shownSamples } from './page.ts'
import { requestsOf, responseOf } from './program.ts'
import type { Caller } from './world.ts'

// What every guide with examples has to hold.

const NAME = /\{([a-z_]+)\}/g

/** What a name in braces may stand for. */
const formOf = (name: string) => {
	if (name.endsWith('_id')) return '[a-z]+_[\\dA-HJKMNP-TV-Z]{26}'
	if (name === 'key') return 'al_[\\w-]{49}'
	if (name.endsWith('hash')) return '[\\w-]{43}'
	if (name.endsWith('hex')) return '[\\da-f]{32}'
	if (name === 'cursor') return '[\\w%.~-]+'
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

/** Sends each example, in order, demands the response that the guide shows, and returns how many they were. */
export async function holdExamples(
	examples: Example[],
	{ token }: Caller,
	seen: (example: Example, body: unknown) => void = () => undefined,
) {
	const known: Known = new Map()
	for (const example of examples) {
		const { id, method, path, headers = {}, body, status, answered = {}, shown: wanted } = example
		const sent = Object.entries(headers).map(([name, value]) => [name, filled(known, value)])
		const response = await send(method, filled(known, path), {
			body: body && filled(known, body),
			headers: { Authorization: `Bearer ${token}`, ...Object.fromEntries(sent) },
		})
		expect(response.status, `${id}: ${JSON.stringify(response.body)}`).toBe(status)
		for (const [name, value] of Object.entries(answered))
			holdText(known, value, response.headers.get(name) ?? '', `${id} ${name}`)
		if (wanted !== '') hold(known, valueOf(wanted), response.body, id)
		seen(example, response.body)
	}
	return examples.length
}

/** Demands that the page has every example as it was sent, in order, and returns how many it has. */
export async function holdPage(page: string, examples: Example[]) {
	const { body: html } = await send('GET', page)
	const blocks = [...html.matchAll(/<(?:pre|div class="code") id="(?:request|answer)-([\w-]+)"/g)].map(([, id]) => id)
	expect(blocks).toEqual(examples.flatMap(({ id }) => [id, id]))
	for (const example of examples) {
		const samples = requestsOf(example).map(({ source }) => source)
		expect(await shownSamples(page, `request-${example.id}`)).toEqual(samples)
		expect(await shown(page, `answer-${example.id}`)).toBe(responseOf(example))
	}
	return blocks.length / 2
}

/** Demands that the page needs nothing from other hosts, and that what it names exists. Returns how many links it has. */
export async function holdLinks(path: string) {
	const html = holdPolicy(await send('GET', path))
	const links = [...html.matchAll(/href="([^"#]*)#?([^"]*)"/g)]
	for (const [, page = '', anchor] of links) {
		const target = page === '' ? html : (await send('GET', page)).body
		if (anchor) expect(target, `${page}#${anchor}`).toContain(`id="${anchor}"`)
		else if (!page.startsWith('/console') && page !== '/openapi.json') expect(target).toContain(`href="${path}"`)
	}
	holdNames(html)
	return links.length
}

/** Demands that the paths that a page names in its texts exist. */
export function holdNames(html: string) {
	const known = Object.keys(document.paths)
	for (const [named] of html.replaceAll(/<pre.*?<\/pre>/gs, '').matchAll(/\/v1\/[\w/{}-]+/g))
		expect(known).toContain(named)
}

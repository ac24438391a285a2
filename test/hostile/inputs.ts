import { BODIES, BYTES_WITHOUT_MEANING, HEADERS, NO_UTF8, Raw, TEXTS, VALUES } from './values.ts'

// Makes hostile requests from an OpenAPI document: each is a valid call of one operation, except for one or two things. The same
// seed gives the same requests.

export type Json = Record<string, unknown>

interface Parameter {
	name: string
	in: string
	example?: unknown
}

export interface Operation {
	method: string
	/** As the document writes it: `/v1/plans/{id}`. */
	path: string
	/** Who may call it, from `x-access`. */
	access: string
	parameters: Parameter[]
	/** The example of its body, if it has one. */
	body: unknown
}

const CALLERS = ['valid', 'foreign', 'nobody'] as const

export interface HostileCall {
	operation: Operation
	/** Who calls: somebody who may, the owner of another org, or nobody. */
	caller: (typeof CALLERS)[number]
	/** What is wrong with it, in a few words. */
	kind: string
	method: string
	/** The path with its query, ready for a URL. */
	path: string
	headers: [string, string][]
	body: Uint8Array | undefined
}

/** Real ids of the instance under attack, by the name of a parameter or a field, and by the path of a collection. */
export type Ids = Record<string, string>

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of a document, with its references resolved. */
export function operationsOf(document: Json): Operation[] {
	const paths = document.paths as Record<string, Record<string, Json>>
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).flatMap(([method, described]) => {
			if (!METHODS.includes(method)) return []
			const { parameters = [], requestBody } = described as {
				parameters?: (Parameter | { $ref: string })[]
				requestBody?: { content: Record<string, { example: unknown }> }
			}
			return {
				method: method.toUpperCase(),
				path,
				access: String(described['x-access']),
				parameters: parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter])),
				body: requestBody?.content['application/json']?.example,
			}
		}),
	)
}

/** Numbers from 0 to below 1 that follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed | 0
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

const ID = /^[a-z]+_[\dA-HJKMNP-TV-Z]{26}/

/** An example with real ids, new names, and hosts that nobody has. */
export function localized(example: unknown, ids: Ids, fresh: string): unknown {
	if (Array.isArray(example)) return example.map((item) => localized(item, ids, fresh))
	if (typeof example !== 'object' || example === null) return example
	return Object.fromEntries(
		Object.entries(example).map(([name, value]) => {
			if (typeof value !== 'string') return [name, localized(value, ids, fresh)]
			if (ID.test(value)) return [name, ids[name] ?? value]
			if (/^https?:\/\//.test(value)) return [name, 'https://hostile.example/']
			if (name.endsWith('host')) return [name, 'smtp.hostile.example']
			if (/^(name|key|login|username|email|run_id)$/.test(name)) return [name, `${fresh}${value}`.slice(0, 60)]
			return [name, value]
		}),
	)
}

/** The path of an operation, with real ids if there are any. */
export function filled({ path, parameters }: Operation, ids: Ids, odd: Record<string, string> = {}): string {
	return path.replaceAll(/\{(\w+)\}/g, (match, name: string) => {
		const collection = path.slice(0, path.indexOf(match) - 1)
		const example = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example
		return odd[name] ?? encodeURIComponent(ids[collection] ?? ids[name] ?? String(example))
	})
}

/**
 * The requests that follow from `seed`: endlessly, for each operation from all callers. If there are to be few, only one caller
 * calls it in each round.
 */
export function* hostileCalls(
	operations: Operation[],
	ids: Ids,
	seed: number,
	{ few = false } = {},
): Generator<HostileCall> {
	const random = randomFrom(seed)
	for (let round = 0; ; round += 1)
		for (const [index, operation] of operations.entries())
			for (const [turn, caller] of callersOf(operation).entries())
				if (!few || turn === (index + round) % callersOf(operation).length)
					yield hostileCall(operation, caller, ids, random, `h${seed}-${round}-`)
}

/** The callers must stay logged in, so operations that could log them out are called without a login. */
const callersOf = ({ path }: Operation) => (path.startsWith('/v1/auth/') ? CALLERS.slice(2) : CALLERS)

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

function hostileCall(
	operation: Operation,
	caller: HostileCall['caller'],
	ids: Ids,
	random: Random,
	fresh: string,
): HostileCall {
	const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
	const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
	const body = operation.body === undefined ? undefined : localized(operation.body, ids, fresh)
	const call: HostileCall = {
		operation,
		caller,
		kind: '',
		method: operation.method,
		path: filled(operation, ids),
		headers: [],
		body: body === undefined ? undefined : bytesOf(written(body), random),
	}
	const oddBody = () => {
		const [kind, text] = hostileBody(body ?? {}, random)
		return { kind, body: bytesOf(text, random) }
	}
	const oddPath = () => ({
		kind: 'path',
		path: filled(operation, ids, { [pick(random, inPath).name]: inUrl(pick(random, TEXTS), random) }),
	})
	const oddQuery = () => ({ kind: 'query', path: `${filled(operation, ids)}?${hostileQuery(inQuery, random)}` })
	const oddHeader = () => ({ kind: 'header', headers: [pick(random, HEADERS), pick(random, HEADERS)] })
	const oddMethod = () => ({
		kind: 'method',
		method: pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']),
	})
	const kinds: (() => Partial<HostileCall>)[] = [oddQuery, oddHeader, oddMethod]
	if (inQuery.length > 0) kinds.push(oddQuery, oddQuery, oddQuery)
	if (inPath.length > 0) kinds.push(oddPath, oddPath, oddPath)
	if (operation.method !== 'GET') kinds.push(oddBody)
	if (body !== undefined) kinds.push(...Array.from({ length: 12 }, () => oddBody))
	Object.assign(call, pick(random, kinds)())
	if (random() < 0.15) call.headers = [...call.headers, pick(random, HEADERS)]
	if (call.method === 'GET') call.body = undefined
	return call
}

/** JSON of a value that may contain `Raw` text. A lone surrogate is escaped. */
function written(value: unknown): string {
	if (value instanceof Raw) return value.text
	if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
	if (typeof value === 'object' && value !== null)
		return `{${Object.entries(value)
			.map(([name, item]) => `${JSON.stringify(name)}:${written(item)}`)
			.join(',')}}`
	return JSON.stringify(value) ?? 'null'
}

const utf8 = new TextEncoder()

/** The bytes of a text, with bytes that aren't UTF-8 in place of `NO_UTF8`. */
function bytesOf(text: string, random: Random): Uint8Array {
	const parts = text.split(NO_UTF8).map((part) => utf8.encode(part))
	const bytes = parts.flatMap((part, index) =>
		index === 0 ? [part] : [new Uint8Array(pick(random, BYTES_WITHOUT_MEANING)), part],
	)
	const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0))
	let at = 0
	for (const part of bytes) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}

function hostileBody(body: unknown, random: Random): [kind: string, text: string] {
	const text = written(body)
	const turn = random()
	if (turn < 0.12) return ['body', pick(random, BODIES)]
	if (turn < 0.2)
		return [
			'duplicate keys',
			text.replace(/^\{("[^"]*"):/, (all, name) => `{${name}:${written(pick(random, VALUES))},${all.slice(1)}`),
		]
	if (turn < 0.26)
		return [
			'prototype keys',
			text.replace(
				'{',
				`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}${text === '{}' ? '' : ','}`,
			),
		]
	if (turn < 0.3) return ['body cut off', text.slice(0, Math.floor(random() * text.length))]
	const changed = structuredClone(body) as Json
	const times = random() < 0.7 ? 1 : 2
	for (let time = 0; time < times; time += 1) changeOne(changed, random)
	return ['value', written(changed)]
}

/** Replaces, drops or adds one value somewhere in `body`. */
function changeOne(body: Json, random: Random): void {
	const places: [holder: Json, name: string][] = []
	const walk = (holder: Json) => {
		for (const [name, value] of Object.entries(holder)) {
			places.push([holder, name])
			if (typeof value === 'object' && value !== null && !(value instanceof Raw)) walk(value as Json)
		}
	}
	walk(body)
	const place = random() < 0.9 ? pick(random, places) : undefined
	if (!place) body[pick(random, TEXTS) || 'x'] = copyOf(pick(random, VALUES))
	else if (random() < 0.06) delete place[0][place[1]]
	else place[0][place[1]] = copyOf(pick(random, VALUES))
}

/** A copy that a second change may alter. The list of values must not change, or a seed wouldn't be repeatable. */
function copyOf(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || value instanceof Raw) return value
	if (Array.isArray(value)) return value.map(copyOf)
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item)]))
}

function hostileQuery(parameters: Parameter[], random: Random): string {
	const odd = () => inUrl(pick(random, TEXTS), random)
	const turn = random()
	if (turn < 0.08)
		return pick(random, ['&&&=&=x&?', '%', '%ff=%fe', '__proto__=x&constructor[prototype]=y', '='.repeat(3_000)])
	if (turn < 0.12) return Array.from({ length: 2_000 }, (_, i) => `p${i}=x`).join('&')
	const names =
		parameters.length > 0 ? parameters.map(({ name }) => name) : ['limit', 'cursor', 'q', 'scope', 'confirm', 'verbose']
	const name = pick(random, names)
	if (turn < 0.2) return `${name}=1&${name}=2`
	if (turn < 0.26) return `${name}[]=1&${name}[x]=${odd()}`
	if (turn < 0.6) return `${name}=${odd()}`
	return `${name}=${odd()}&${pick(random, names)}=${odd()}`
}

/** A text for a URL: encoded, encoded twice, as bytes that aren't UTF-8, or barely encoded. */
function inUrl(text: string, random: Random): string {
	const encoded = encodeURIComponent(text.toWellFormed()).slice(0, 4_000)
	const turn = random()
	if (turn < 0.7) return encoded
	if (turn < 0.8) return encodeURIComponent(encoded)
	if (turn < 0.9) return `${encoded}%ED%A0%80%ff`
	return (
		text
			.toWellFormed()
			.replaceAll(/[^!-~]|[#?&/\\%]/g, '')
			.slice(0, 4_000) || '%'
	)
}

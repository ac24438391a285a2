// The examples of a guide: requests with the responses that they get. A test sends each one, in each language.

import { html } from 'hono/html'
import { colors } from '../docs/colors.ts'
import { codeOf, samplesOfCall } from '../docs/samples.ts'
import type { Part } from './guide.ts'

export interface Example {
	id: string
	method: string
	/** A name in braces stands for a value from an earlier response. */
	path: string
	headers?: Record<string, string>
	body?: string
	status: number
	/** The response headers that matter. */
	answered?: Record<string, string>
	/** The response fields that matter. A name in braces stands for a value that differs each time. */
	shown: string
}

type Given = Partial<Omit<Example, 'id' | 'method' | 'path'>> & {
	/** The method and the path. */
	call: string
}

/** Examples in their order, by their IDs. A response is a 200 of which nothing is shown, unless it says otherwise. */
export const examplesOf = (given: Record<string, Given>): Example[] =>
	Object.entries(given).map(([id, { call, ...one }]) => {
		const [method = '', path = ''] = call.split(' ')
		return { id, method, path, status: 200, shown: '', ...one }
	})

export const requestsOf = ({ method, path, headers, body }: Example) =>
	samplesOfCall({
		method,
		url: path,
		headers: { Prefer: 'handling=strict', ...headers },
		body: body === undefined ? undefined : (JSON.parse(body) as unknown),
		isOpen: false,
	})

/** An example's response as the page shows it. */
export const responseOf = ({ status, answered = {}, shown }: Example) =>
	[
		String(status),
		...Object.entries(answered).map(([name, value]) => `${name}: ${value}`),
		...(shown ? ['', shown] : []),
	].join('\n')

/** An example's request in each language, and its response. */
export const exampleIn =
	(examples: Example[]) =>
	(wanted: string): Part[] =>
		examples
			.filter(({ id }) => id === wanted)
			.map((one) => ({
				code: html`${codeOf(requestsOf(one), `request-${wanted}`)}<pre id="answer-${wanted}" class="wrap"${colors(responseOf(one), 'json')}>${responseOf(one)}</pre>`,
			}))

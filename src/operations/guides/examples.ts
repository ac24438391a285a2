// The examples of a guide: requests with the responses that they get. A test sends each one.

import type { Html } from '../docs/prose.ts'
import { bytes } from './guide.ts'

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

const textOf = (start: string, headers: Record<string, string> = {}, body = '') =>
	[start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...(body ? ['', body] : [])].join(
		'\n',
	)

/** An example's request as the page shows it. */
export const requestOf = ({ method, path, headers, body }: Example) =>
	textOf(`${method} ${path}`, { Prefer: 'handling=strict', ...headers }, body)

/** An example's response as the page shows it. */
export const responseOf = ({ status, answered, shown }: Example) => textOf(String(status), answered, shown)

/** An example's request and its response, as HTML. */
export const exampleIn =
	(examples: Example[]) =>
	(wanted: string): Html[] =>
		examples
			.filter(({ id }) => id === wanted)
			.flatMap((one) => [bytes(`request-${wanted}`, requestOf(one)), bytes(`answer-${wanted}`, responseOf(one))])

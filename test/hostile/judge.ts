import * as z from 'zod'
import type { HostileCall, Json } from './inputs.ts'

// Checks the response to a hostile request against the OpenAPI document.

export interface Answered {
	status: number
	headers: Headers
	/** Empty for a stream, which nobody reads to its end. */
	text: string
}

interface Described {
	responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
}

/**
 * Returns a function that lists what's wrong with a response, in sentences. An empty list means nothing is. `errorAt` names the schema of
 * the errors under a path.
 */
export function assessorOf(
	document: Json,
	errorAt: (path: string) => string,
	secrets: string[],
): (call: HostileCall, answered: Answered) => string[] {
	const { schemas, responses } = document.components as { schemas: Json; responses: Json }
	const compiled = new Map<Json, z.ZodType>()
	const served = Object.entries(document.paths as Record<string, Record<string, Described>>).map(([path, methods]) => ({
		pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
		methods,
		parameters: path.split('{').length,
	}))

	function compile(schema: Json): z.ZodType {
		const known = compiled.get(schema)
		if (known) return known
		const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')
		const made = z.fromJSONSchema(JSON.parse(text))
		compiled.set(schema, made)
		return made
	}

	const isServed = (path: string) => served.some(({ pattern }) => pattern.test(path))

	/** What the document says about this request, whatever operation it was made from. */
	function describedBy(method: string, path: string): Described | undefined {
		// As in the router, a word beats a parameter in the same place.
		const found = served.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => a.parameters - b.parameters)
		return found.map(({ methods }) => methods[method.toLowerCase()]).find(Boolean)
	}

	function schemaOf(
		path: string,
		described: Described | undefined,
		status: number,
		type: string,
	): Json | 'undeclared' | undefined {
		const isError = status >= 400
		const declared = described?.responses[status]
		if (described && !declared) return 'undeclared'
		const response = (declared?.$ref ? responses[declared.$ref.split('/').at(-1) as string] : declared) as
			| Described['responses'][string]
			| undefined
		if (!response) return isError ? (schemas[errorAt(path)] as Json) : undefined
		return (response.content?.[type] ?? response.content?.['application/json'])?.schema
	}

	return ({ method, path }, { status, headers, text }) => {
		const { pathname } = new URL(path, 'http://localhost')
		const described = describedBy(method, pathname)
		const faults: string[] = []
		if (status >= 500 && !mayFail(described, status, headers))
			faults.push(`responds with ${status}: ${text.slice(0, 300)}`)
		if (!/^[\da-f]{32}$/.test(headers.get('X-Trace-Id') ?? '')) faults.push('has no X-Trace-Id')
		if (headers.has('X-Injected')) faults.push('has a header of the caller')
		const leaked = secrets.filter((secret) => text.includes(secret) || JSON.stringify([...headers]).includes(secret))
		if (leaked.length > 0) faults.push('shows a planted secret')
		const type = headers.get('Content-Type') ?? ''
		// A browser gets a page at an address that no operation has, and the document describes operations.
		if (status === 404 && type.startsWith('text/html') && !isServed(pathname)) return faults
		const schema = schemaOf(pathname, described, status, type)
		if (schema === 'undeclared') faults.push(`responds with ${status}, which the document does not name`)
		else if (schema && /^application\/(scim\+)?json/.test(type)) {
			const { error } = compile(schema).safeParse(JSON.parse(text))
			if (error) faults.push(`responds with ${status} outside its schema: ${z.prettifyError(error)}`)
		} else if (schema && status !== 304 && !type.startsWith('text/event-stream'))
			faults.push(`responds with ${status} without JSON`)
		return faults
	}
}

/** Whether the contract allows this failure: 502 for another party's server, 503 with the time to wait. */
const mayFail = (described: Described | undefined, status: number, headers: Headers) =>
	(status === 502 && described?.responses[502] !== undefined) || (status === 503 && headers.has('Retry-After'))

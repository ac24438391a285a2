// What the page needs from the OpenAPI document to make a call.

/** The values that a parameter allows. */
type Value = string | number | boolean

interface Schema {
	enum?: Value[]
	examples?: Value[]
	default?: Value
}

export interface Parameter {
	name: string
	in: string
	required?: boolean
	example?: Value
	schema: Schema
}

export interface Operation {
	id: string
	method: string
	path: string
	access: string
	parameters: Parameter[]
	/** The example of its body as text; undefined if it has no body. */
	body: string | undefined
}

interface Described {
	operationId: string
	'x-access': string
	parameters?: (Parameter | { $ref: string })[]
	requestBody?: { content: Record<string, { example: unknown }> }
}

interface Document {
	paths: Record<string, Record<string, Described>>
	components: { parameters: Record<string, Parameter> }
}

let loading: Promise<Map<string, Operation>> | undefined

/** Every operation by its id. The document loads when somebody tries the first one. */
export function operations(): Promise<Map<string, Operation>> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}

async function load() {
	const response = await fetch('/openapi.json')
	if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
	const { paths, components } = (await response.json()) as Document
	const resolved = (parameter: Parameter | { $ref: string }) =>
		'$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter
	const all = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, described]): [string, Operation] => {
			const { operationId: id, 'x-access': access, parameters = [], requestBody } = described
			const example = Object.values(requestBody?.content ?? {})[0]?.example
			return [
				id,
				{
					id,
					method: method.toUpperCase(),
					path,
					access,
					parameters: parameters.flatMap((parameter) => resolved(parameter) ?? []),
					body: requestBody && JSON.stringify(example, null, 2),
				},
			]
		}),
	)
	return new Map(all)
}

export const DRY_RUN = 'Dry-Run'

export const takesDryRun = ({ parameters }: Operation) => parameters.some(({ name }) => name === DRY_RUN)

/** Whether a call cannot harm by accident: it reads, or it has a dry run. Signing in has none, and changes the cookie of this browser. */
export const isOffered = (operation: Operation) =>
	operation.method === 'GET' || operation.path.startsWith('/ofrep/') || takesDryRun(operation)

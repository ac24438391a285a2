import { html } from 'hono/html'
import { resolved, type Schema } from './example.ts'
import { prose } from './shell.ts'

interface Parameter {
	$ref?: string
	name: string
	in: string
	required?: boolean
	description?: string
	schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

/** An event in the document, which is a request that we send. */
export interface Event {
	operationId: string
	summary: string
	description: string
	parameters?: Parameter[]
	requestBody?: { content: Content }
	responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

export interface Operation extends Event {
	tags: string[]
	'x-access': string
	'x-codes'?: Record<string, string[]>
	'x-reasons'?: Record<string, string[]>
}

export interface Components {
	schemas: Record<string, Schema>
	parameters: Record<string, Parameter>
	responses: Record<string, { description: string }>
}

type Placed = Operation & { method: string; path: string }

/** An operation as a card, initially closed. */
export const card = (
	operation: Placed,
	components: Components,
) => html`<details id="${operation.operationId}" data-operation>
<summary><span class="method ${operation.method}">${operation.method.toUpperCase()}</span><span class="path">${operation.path}</span><span class="text">${prose(operation.summary)}</span></summary>
<div class="body"><p>${prose(operation.description)}</p><pre>${curl(operation)}</pre>
${parameters(operation, components)}${requestBody(operation, components)}
<h3>Responses</h3><table>${Object.entries(operation.responses).map(([status, response]) => responseRow(status, response, components, namesOf(operation, status)))}</table>
${
	Object.values(operation.responses)
		.map(({ content }) => sample(content))
		.find((block) => block !== '') ?? ''
}
</div></details>`

/** An event as a card, initially closed. */
export function eventCard([type, event]: [string, { post: Event }], components: Components) {
	const { operationId, summary, description, requestBody: sent, responses } = event.post
	const { properties = {} } = sent?.content['application/json']?.schema ?? {}
	return html`<details id="${operationId}">
<summary><span class="method post">EVENT</span><span class="path">${type}</span><span class="text">${prose(summary)}</span></summary>
<div class="body"><p>${prose(description)}</p>
<h3>Headers</h3><table>${declared(event.post, components).map(({ name, schema, description: says }) => row(name, false, typeOf(schema), says))}</table>
<h3>Body</h3>${fields({ properties })}
<h3>Its data</h3>${fields({ ...resolved(properties.data ?? {}, components.schemas), required: [] })}
<h3>Your response</h3><table>${Object.entries(responses).map(([status, response]) => responseRow(status, response, components))}</table>
${sample(sent?.content)}
</div></details>`
}

/** The codes and reasons that a refusal of this status can carry, beyond those of every operation. */
const namesOf = (operation: Operation, status: string) => [
	...(operation['x-codes']?.[status] ?? []),
	...(operation['x-reasons']?.[status] ?? []),
]

function curl({ method, path, requestBody: sent, 'x-access': access }: Placed): string {
	const example = Object.values(sent?.content ?? {})[0]?.example
	return [
		`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$PLINTH${path}"`,
		...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
		...(example === undefined ? [] : [`-d '${JSON.stringify(example)}'`]),
	].join(' \\\n  ')
}

const declared = ({ parameters = [] }: Event, components: Components) =>
	parameters.map((parameter) => (parameter.$ref ? components.parameters[last(parameter.$ref)] : parameter) as Parameter)

function parameters(operation: Event, components: Components) {
	const all = declared(operation, components)
	if (all.length === 0) return ''
	return html`<h3>Parameters</h3><table>${all.map(({ name, in: where, required, description, schema }) =>
		row(name, required === true, `${typeOf(schema)} in ${where}`, description),
	)}</table>`
}

function requestBody({ requestBody: sent }: Event, { schemas }: Components) {
	const schema = Object.values(sent?.content ?? {})[0]?.schema
	if (!schema) return ''
	return html`<h3>Body</h3>${fields(resolved(schema, schemas))}`
}

const fields = ({ properties = {}, required = [] }: Schema) =>
	html`<table>${Object.entries(properties).map(([name, field]) => row(name, required.includes(name), typeOf(field), field.description))}</table>`

/** A named schema as a card, initially closed. */
export const schemaCard = ([name, schema]: [string, Schema]) =>
	html`<details id="schema_${name}"><summary><span class="path">${name}</span></summary><div class="body">${fields(schema)}</div></details>`

const row = (name: string, required: boolean, type: string, description?: string) =>
	html`<tr><td><code>${name}</code>${required ? html`<span class="required">required</span>` : ''}</td><td class="type">${type}</td><td>${prose(description ?? '')}</td></tr>`

function responseRow(
	status: string,
	{ $ref, description, content }: Event['responses'][string],
	components: Components,
	reasons: string[] = [],
) {
	const schema = Object.values(content ?? {})[0]?.schema
	const text = $ref ? components.responses[last($ref)]?.description : description
	return html`<tr><td class="status">${status}</td><td class="type">${schema ? typeOf(schema) : $ref ? componentType($ref) : ''}</td><td>${prose(text ?? '')}${reasons.map((reason) => html` <a href="#error-${reason}">${reason}</a>`)}</td></tr>`
}

/** The schema of a shared response. */
const componentType = ($ref: string) => (/Error\w{3}$/.test($ref) ? 'Error' : last($ref))

const sample = (content?: Content) => {
	const example = content?.['application/json']?.example
	return example === undefined ? '' : html`<h3>Example</h3><pre>${JSON.stringify(example, null, 2)}</pre>`
}

function typeOf(schema: Schema): string {
	if (schema.$ref) return last(schema.$ref)
	if (schema.const !== undefined) return JSON.stringify(schema.const)
	if (schema.enum) return schema.enum.join(' | ')
	if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
	if (schema.items) return `${typeOf(schema.items)}[]`
	const type = [schema.type ?? 'any'].flat().join(' | ')
	return schema.format ? `${type}, ${schema.format}` : type
}

const last = (pointer: string) => pointer.split('/').at(-1) as string

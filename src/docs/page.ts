import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { resolved, type Schema } from './example.ts'
import { STYLE } from './style.ts'

interface Parameter {
	$ref?: string
	name: string
	in: string
	required?: boolean
	description?: string
	schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

interface Operation {
	operationId: string
	summary: string
	description: string
	tags: string[]
	'x-access': string
	parameters?: Parameter[]
	requestBody?: { content: Content }
	responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

/** The parts of an OpenAPI document that the page shows. */
export interface Document {
	info: { title: string; version: string; summary: string; description: string }
	tags: { name: string; description: string }[]
	paths: Record<string, Record<string, Operation>>
	components: {
		schemas: Record<string, Schema>
		parameters: Record<string, Parameter>
		responses: Record<string, { description: string }>
	}
}

type Shown = Operation & { method: string; path: string }

/** The document as one HTML page that needs no script and nothing from another host. */
export function page({ info, tags, paths, components }: Document): string {
	const operations: Shown[] = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
	)
	const groups = tags.map((tag) => ({
		...tag,
		operations: operations.filter((operation) => operation.tags.includes(tag.name)),
	}))
	const shown = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title><style>${raw(STYLE)}</style></head>
<body><div class="layout">
<nav><strong>${info.title}</strong><a href="/openapi.json">openapi.json</a>
${groups.map((group) => html`<h2>${group.name}</h2>${group.operations.map((operation) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)}`)}
</nav>
<main><h1>${info.title} API</h1><p class="lead">${info.summary} ${prose(info.description)}</p>
${groups.map(
	(group) => html`<section><h2>${group.name}</h2><p>${group.description}</p>
${group.operations.map((operation) => card(operation, components))}</section>`,
)}
<section><h2>Schemas</h2><p>The shapes that the operations name.</p>
${Object.entries(components.schemas).map(schemaCard)}</section>
</main></div></body></html>` as HtmlEscapedString
	return shown.toString()
}

const card = (operation: Shown, components: Document['components']) => html`<details id="${operation.operationId}">
<summary><span class="method ${operation.method}">${operation.method.toUpperCase()}</span><span class="path">${operation.path}</span><span class="text">${operation.summary}</span></summary>
<div class="body"><p>${prose(operation.description)}</p><pre>${curl(operation)}</pre>
${parameters(operation, components)}${requestBody(operation, components)}
<h3>Answers</h3><table>${Object.entries(operation.responses).map(([status, response]) => answer(status, response, components))}</table>
${
	Object.values(operation.responses)
		.map(({ content }) => sample(content))
		.find((shown) => shown !== '') ?? ''
}
</div></details>`

function curl({ method, path, requestBody: sent, 'x-access': access }: Shown): string {
	const example = Object.values(sent?.content ?? {})[0]?.example
	return [
		`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$PLINTH${path}"`,
		...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
		...(example === undefined ? [] : [`-d '${JSON.stringify(example)}'`]),
	].join(' \\\n  ')
}

function parameters({ parameters: declared = [] }: Shown, components: Document['components']) {
	if (declared.length === 0) return ''
	const shown = declared.map(
		(parameter) => (parameter.$ref ? components.parameters[last(parameter.$ref)] : parameter) as Parameter,
	)
	return html`<h3>Parameters</h3><table>${shown.map(({ name, in: where, required, description, schema }) =>
		row(name, required === true, `${typeOf(schema)} in ${where}`, description),
	)}</table>`
}

function requestBody({ requestBody: sent }: Shown, { schemas }: Document['components']) {
	const schema = Object.values(sent?.content ?? {})[0]?.schema
	if (!schema) return ''
	return html`<h3>Body</h3>${fields(resolved(schema, schemas))}`
}

const fields = ({ properties = {}, required = [] }: Schema) =>
	html`<table>${Object.entries(properties).map(([name, field]) => row(name, required.includes(name), typeOf(field), field.description))}</table>`

const schemaCard = ([name, schema]: [string, Schema]) =>
	html`<details id="schema_${name}"><summary><span class="path">${name}</span></summary><div class="body">${fields(schema)}</div></details>`

const row = (name: string, required: boolean, type: string, description?: string) =>
	html`<tr><td><code>${name}</code>${required ? html`<span class="required">required</span>` : ''}</td><td class="type">${type}</td><td>${prose(description ?? '')}</td></tr>`

function answer(
	status: string,
	{ $ref, description, content }: Shown['responses'][string],
	components: Document['components'],
) {
	const schema = Object.values(content ?? {})[0]?.schema
	const text = $ref ? components.responses[last($ref)]?.description : description
	return html`<tr><td class="status">${status}</td><td class="type">${schema ? typeOf(schema) : $ref ? 'Error' : ''}</td><td>${prose(text ?? '')}</td></tr>`
}

const sample = (content?: Content) => {
	const example = content?.['application/json']?.example
	return example === undefined ? '' : html`<h3>Example</h3><pre>${JSON.stringify(example, null, 2)}</pre>`
}

function typeOf(schema: Schema): string {
	if (schema.$ref) return last(schema.$ref)
	if (schema.enum) return schema.enum.join(' | ')
	if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
	if (schema.items) return `${typeOf(schema.items)}[]`
	const type = [schema.type ?? 'any'].flat().join(' | ')
	return schema.format ? `${type}, ${schema.format}` : type
}

const last = (pointer: string) => pointer.split('/').at(-1) as string

// The descriptions mark code with backticks, and nothing else.
const prose = (text: string) =>
	text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

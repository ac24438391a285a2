import { html } from 'hono/html'
import { colors } from './colors.ts'
import {
	type Answer,
	type Components,
	contentOf,
	type Event,
	nameIn,
	type Operation,
	parametersOf,
} from './document.ts'
import { resolved, type Schema } from './example.ts'
import { fieldList, listOf, typeOf } from './fields.ts'
import { prose } from './prose.ts'
import { ownErrors } from './refusals.ts'
import { codeOf, samplesOf } from './samples.ts'

/** An operation: its text, and beside it the call, where the script offers to try it, and the response. */
export const operationSection = (
	operation: Operation,
	components: Components,
) => html`<section class="operation" id="${operation.operationId}" data-operation>
<div class="says"><h2>${prose(operation.summary)}</h2>
<p class="call"><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> <span class="path">${operation.path}</span></p>
<p>${prose(operation.description)}</p>
${parameters(operation, components)}${requestBody(operation, components)}${response(operation)}${ownErrors(operation, components)}</div>
<div class="shows">${codeOf(samplesOf(operation, components))}${exampleOf(successOf(operation)[1])}</div></section>`

export function eventSection(type: string, event: Event, components: Components) {
	const { properties = {} } = contentOf(event.requestBody)?.schema ?? {}
	return html`<section class="operation" id="${event.operationId}">
<div class="says"><h2>${prose(event.summary)}</h2><p class="call"><span class="method post">EVENT</span> <span class="path">${type}</span></p>
<p>${prose(event.description)}</p><h3>Body</h3>${fieldList({ properties })}
<h3>Its data</h3>${fieldList({ ...resolved(properties.data ?? {}, components.schemas), required: [] })}</div>
<div class="shows">${exampleOf(event.requestBody, 'Example')}</div></section>`
}

/** What every event has: its headers, and what your response means. */
export const eventRules = ({ responses, ...event }: Event, components: Components) => html`<h2>Headers</h2>
${listOf(parametersOf({ responses, ...event }, components).map(toRow))}<h2>Your response</h2>
<ul class="errors">${Object.entries(responses).map(([status, { description = '' }]) => html`<li><strong>${status}</strong> <span>${prose(description)}</span></li>`)}</ul>`

const toRow = ({ name, required = false, description, schema }: ReturnType<typeof parametersOf>[number]) => ({
	name,
	required,
	type: typeOf(schema),
	description,
	schema,
})

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' }

function parameters(operation: Event, components: Components) {
	const all = parametersOf(operation, components)
	return Object.entries(PLACES).map(([place, title]) => {
		const here = all.filter((one) => one.in === place)
		return here.length > 0 ? html`<h3>${title}</h3>${listOf(here.map(toRow))}` : ''
	})
}

function requestBody({ requestBody: sent }: Event, { schemas }: Components) {
	const schema = contentOf(sent)?.schema
	if (!schema) return ''
	const itself = resolved(schema, schemas)
	return html`<h3>Body</h3>${itself.properties ? fieldList(itself) : html`<p>${typeOf(schema)}</p>`}`
}

/** The first response that isn't an error, and isn't that of a dry run. */
function successOf({ responses }: Event): [status: string, response: Answer | undefined] {
	const [found] = Object.entries(responses).filter(([status, { $ref }]) => Number(status) < 300 && !$ref)
	return found ?? ['200', undefined]
}

function response(operation: Event) {
	const [status, answer] = successOf(operation)
	const schema = contentOf(answer)?.schema
	return html`<h3>Response ${status}</h3>${schema ? described(schema) : html`<p>${prose(answer?.description ?? '')}</p>`}`
}

function described(schema: Schema) {
	const list = schema.items ?? schema
	const type = html`<p>${schema.items ? 'A list of ' : ''}${schema.items && !list.$ref ? 'objects' : typeOf(list)}</p>`
	return html`${list.$ref || !list.properties ? type : schema.items ? type : ''}${list.properties ? fieldList(list) : ''}`
}

function exampleOf(body?: Answer, title = 'Response') {
	const example = body?.content?.['application/json']?.example
	if (example === undefined) return ''
	const text = JSON.stringify(example, null, 2)
	return html`<h3>${title}</h3><pre tabindex="0" class="answer"${colors(text, 'json')}>${text}</pre>`
}

/** The schemas that a page refers to, each once. */
export const objects = (names: string[], schemas: Record<string, Schema>) =>
	names.length === 0
		? ''
		: html`<section id="objects"><h2>Objects</h2>${names.map((name) => html`<section class="object" id="schema_${name}"><h3>${name}</h3>${objectOf(schemas[name] ?? {})}</section>`)}</section>`

const objectOf = (schema: Schema) =>
	html`${schema.description ? html`<p>${prose(schema.description)}</p>` : ''}${schema.properties ? fieldList(schema) : html`<p class="type">${schema.anyOf ? schema.anyOf.map((one) => html`${one.$ref ? typeOf(one) : fieldList(one)} `) : typeOf(schema)}</p>`}`

export const namedBody = (body?: Answer) => {
	const pointer = contentOf(body)?.schema.$ref
	return pointer === undefined ? undefined : nameIn(pointer)
}

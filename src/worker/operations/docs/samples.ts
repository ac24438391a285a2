import { html } from 'hono/html'
import { colors } from './colors.ts'
import { type Components, contentOf, type Operation, parametersOf } from './document.ts'

/** A call in one language. The pages' script shows the one that the reader chose last. */
interface Sample {
	lang: 'curl' | 'typescript' | 'python'
	name: string
	source: string
}

/** What every sample of a page needs, so that it runs as it is. */
export const SET_UP: Sample[] = [
	{
		lang: 'curl',
		name: 'cURL',
		source:
			'export PLINTH=https://plinth.example.com  # Your instance\nexport TOKEN=…  # An access token or an API key',
	},
	{ lang: 'typescript', name: 'TypeScript', source: 'const { PLINTH, TOKEN } = process.env' },
	{
		lang: 'python',
		name: 'Python',
		source: 'import os\n\nimport httpx\n\nPLINTH, TOKEN = os.environ["PLINTH"], os.environ["TOKEN"]',
	},
]

/** The call of an operation with its example's values, in each language. */
export function samplesOf(operation: Operation, components: Components): Sample[] {
	const method = operation.method.toUpperCase()
	const body = contentOf(operation.requestBody)?.example
	const isOpen = !operation.security.some((one) => 'bearer' in one || 'metrics_token' in one)
	const required = parametersOf(operation, components).filter((one) => one.in === 'header' && one.required)
	const headers = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]))
	return samplesOfCall({ method, url: urlOf(operation, components), headers, body, isOpen })
}

/** A call in each language. A name in braces in its address or its headers, or as a text of its body, stands for a variable of that name. */
export const samplesOfCall = (call: Call): Sample[] => [
	{ lang: 'curl', name: 'cURL', source: curl(call) },
	{ lang: 'typescript', name: 'TypeScript', source: typescript(call) },
	{ lang: 'python', name: 'Python', source: python(call) },
]

/** What a parameter's example can be. */
type Value = string | number | boolean

interface Call {
	method: string
	url: string
	headers: Record<string, string>
	body: unknown
	/** Whether anybody may make it, without a token. */
	isOpen: boolean
}

/** The path with its parameters' examples, and the query without which the call is refused. */
function urlOf(operation: Operation, components: Components): string {
	const parameters = parametersOf(operation, components)
	const known = new Map(
		parameters.map(({ name, example, schema }) => [name, (example ?? schema.examples?.[0]) as Value | undefined]),
	)
	const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known.get(name) ?? `{${name}}`))
	const query = parameters
		.filter((one) => one.in === 'query' && one.required)
		.map(({ name, schema }) => `${name}=${String(known.get(name) ?? (schema.enum?.[0] as Value | undefined) ?? '…')}`)
	return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const inShell = (text: string) => text.replaceAll("'", String.raw`'\''`)

const VARIABLE = /\{(\w+)\}/g
/** A text of a body that stands for a variable. */
const VARIABLE_TEXT = /"\{(\w+)\}"/g

/** A text as a shell reads it, with its variables. */
const inQuotes = (text: string) => `"${text.replaceAll('"', String.raw`\"`).replaceAll(VARIABLE, '$$$1')}"`

function curl({ method, url, headers, body, isOpen }: Call): string {
	const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
	return [
		`curl${verb} ${inQuotes(`$PLINTH${url}`)}`,
		...(isOpen ? [] : ['-H "Authorization: Bearer $TOKEN"']),
		...Object.entries(headers).map(([name, value]) => `-H ${inQuotes(`${name}: ${value}`)}`),
		...(body === undefined
			? []
			: [`-d '${inShell(JSON.stringify(body, null, 2)).replaceAll(VARIABLE_TEXT, `"'"$$$1"'"`)}'`]),
	].join(' \\\n  ')
}

const inTemplate = (text: string) =>
	text.includes('{') ? `\`${text.replaceAll(VARIABLE, '${$1}')}\`` : `'${text.replaceAll("'", String.raw`\'`)}'`

function typescript({ method, url, headers, body, isOpen }: Call): string {
	const sent = [
		...(isOpen ? [] : ['Authorization: `Bearer ${TOKEN}`']),
		...Object.entries(headers).map(([name, value]) => `${/\W/.test(name) ? `'${name}'` : name}: ${inTemplate(value)}`),
	]
	const options = [
		...(method === 'GET' ? [] : [`method: '${method}',`]),
		...(sent.length === 1 ? [`headers: { ${sent.join('')} },`] : []),
		...(sent.length > 1 ? [`headers: {\n    ${sent.join(',\n    ')},\n  },`] : []),
		...(body === undefined
			? []
			: [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2).replaceAll(VARIABLE_TEXT, '$1'), '  ')}),`]),
	]
	const rest = options.length > 0 ? `, {\n  ${options.join('\n  ')}\n}` : ''
	return `const response = await fetch(${inTemplate(`{PLINTH}${url}`)}${rest})\nif (!response.ok) throw new Error(await response.text())`
}

function inPython(text: string): string {
	const quote = text.includes('"') ? "'" : '"'
	return `${text.includes('{') ? 'f' : ''}${quote}${text}${quote}`
}

function python({ method, url, headers, body, isOpen }: Call): string {
	const name = method.toLowerCase()
	const sent = [
		...(isOpen ? [] : ['"Authorization": f"Bearer {TOKEN}"']),
		...Object.entries(headers).map(([header, value]) => `"${header}": ${inPython(value)}`),
	]
	const given = [
		inPython(`{PLINTH}${url}`),
		...(sent.length === 1 ? [`headers={${sent.join('')}}`] : []),
		...(sent.length > 1 ? [`headers={\n        ${sent.join(',\n        ')},\n    }`] : []),
		...(body === undefined ? [] : [`json=${indented(literal(body).replaceAll(VARIABLE_TEXT, '$1'), '    ')}`]),
	]
	const hasBody = ['post', 'put', 'patch'].includes(name) || body === undefined
	const called = hasBody ? `httpx.${name}(` : `httpx.request("${method}", `
	return `response = ${called}\n    ${given.join(',\n    ')},\n)\nresponse.raise_for_status()`
}

const literal = (value: unknown): string =>
	JSON.stringify(value, null, 4).replaceAll(
		/"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
		(text, word: 'true' | 'false' | 'null' | undefined) =>
			word ? { true: 'True', false: 'False', null: 'None' }[word] : text,
	)

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** The samples as blocks, one for each language. Without the script all of them are shown. */
export const codeOf = (samples: Sample[], id?: string) =>
	html`<div class="code"${id ? html` id="${id}"` : ''}>${samples.map(({ lang, name, source }) => html`<pre data-lang="${lang}" data-name="${name}"${colors(source, lang)}>${source}</pre>`)}</div>`

import { expect, test } from 'vitest'
import type { Document, Operation } from '../../src/worker/operations/docs/document.ts'
import openapi from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { type Reply, send } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { contentOf, operationsOf, parametersOf } from '../support/program.ts'

const document = openapi as unknown as Document
const operations = operationsOf(document)

const exampleIn = ({ example, schema }: ReturnType<typeof parametersOf>[number]) =>
	example ?? schema.examples?.[0] ?? schema.enum?.[0]

/** A 400 about what is stored, which is another for every reader: an id that names nothing, a challenge that nobody asked for. */
const OF_STATE =
	/^Must be (the id of an? |a known (redemption|invite) code|an unanswered challenge|an unused token|your current password|a passkey that a person|connections that this user decided|the token of an invitation)/

/** Parameters that mean nothing alone. */
const PAIRS = [
	['start', 'end'],
	['reference_type', 'reference_id'],
]

/** They never end, or end the session that the others need. */
const LEFT_OUT = ['get_admin_access_log_tail', 'post_auth_logout', 'post_auth_logout_all', 'post_auth_refresh']

/** An operation's example with some of its parameters, as a request. */
function requestOf({ path, requestBody }: Operation, parameters: ReturnType<typeof parametersOf>, isDry: boolean) {
	const of = (place: string) =>
		parameters.filter((one) => one.in === place).map((one): [string, string] => [one.name, String(exampleIn(one))])
	const filled = of('path').reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
	const query = new URLSearchParams(of('query')).toString()
	const headers = { ...Object.fromEntries(of('header')), ...(isDry && { 'Dry-Run': 'true' }) }
	return { path: query ? `${filled}?${query}` : filled, headers, body: contentOf(requestBody)?.example }
}

function shapeRefusal({ status, body }: Reply) {
	if (status === 422) return [body.message]
	if (status !== 400) return []
	const fields = (body.details.fields ?? [{ message: body.message }]) as { message: string }[]
	return fields.map(({ message }) => message).filter((message) => !OF_STATE.test(message))
}

test("every example of the API's document is a request that the API takes, with each parameter that has one", async () => {
	const root = await operator(['admin'])
	const wrong: string[] = []
	for (const operation of operations.filter(({ operationId }) => !LEFT_OUT.includes(operationId))) {
		const parameters = parametersOf(operation, document.components)
		const isDry = parameters.some(({ name }) => name === 'Dry-Run')
		const needed = parameters.filter(({ required }) => required)
		for (const one of needed)
			if (exampleIn(one) === undefined) wrong.push(`${operation.operationId} ${one.name}: no example`)
		const others = parameters.filter((one) => one.in === 'query' && !one.required && exampleIn(one) !== undefined)
		const pairOf = (name: string) => PAIRS.find((pair) => pair.includes(name)) ?? [name]
		const withPair = ({ name }: (typeof others)[number]) => others.filter((one) => pairOf(name).includes(one.name))
		for (const sent of [needed, ...others.map((one) => [...needed, ...withPair(one)])]) {
			const { path, ...request } = requestOf(operation, sent, isDry)
			const headers = { ...request.headers, Authorization: `Bearer ${root.token}` }
			const reply = await send(operation.method.toUpperCase(), path, { ...request, headers })
			wrong.push(...shapeRefusal(reply).map((message) => `${operation.operationId} ${path}: ${message}`))
		}
	}
	expect(wrong).toEqual([])
})

test('a 304 declares the tag that it has', () => {
	const responses = operations.flatMap((operation) => operation.responses['304'] ?? [])
	expect(responses.length).toBeGreaterThan(10)
	for (const response of responses) expect(response).toMatchObject({ headers: { ETag: {} } })
})

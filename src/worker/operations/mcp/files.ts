import * as z from 'zod'
import { isBehindGate } from '../../ground/http/operations.ts'
import { type Reason, REASONS } from '../../ground/http/reasons.ts'
import { filled } from '../../ground/http/sentences.ts'
import {
	type Components,
	contentOf,
	type Document,
	type Operation,
	operationsOf,
	parametersOf,
} from '../docs/document.ts'
import { resolved, type Schema } from '../docs/example.ts'
import { namesIn } from '../docs/fields.ts'
import { fileOf, FOLDER, SERVER, type Server } from './built.ts'
import { TOOLS, type ToolName } from './schema.ts'

// The files that the tools read. Runs at build time only.

const READING: ToolName[] = ['find', 'describe', 'read']

export function mcpFiles(document: Document): Record<string, string> {
	const operations = operationsOf(document).filter(({ path }) => isBehindGate(path))
	const { title, version } = document.info
	const server: Server = { serverInfo: { name: 'plinth', title, version }, tools: toolsOf() }
	const described = operations.map(
		(one) => [fileOf(one.method, one.path), describedOf(one, document.components)] as const,
	)
	const all = [[SERVER, server] as const, ...described]
	return Object.fromEntries(all.map(([name, file]) => [`/${FOLDER}/${name}`, JSON.stringify(file)]))
}

function toolsOf(): object[] {
	return Object.entries(TOOLS).map(([name, input]) => {
		const { $schema: _, description, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
		const isRead = READING.includes(name as ToolName)
		const annotations = { readOnlyHint: isRead, ...(!isRead && { destructiveHint: true }), openWorldHint: false }
		return { name, description, inputSchema, annotations }
	})
}

function describedOf(operation: Operation, components: Components): object {
	const { method, path, summary, description, requestBody, responses } = operation
	const body = contentOf(requestBody)
	const success = Object.entries(responses).find(([status, { content }]) => status.startsWith('2') && content)?.[1]
	return {
		method: method.toUpperCase(),
		path,
		summary,
		needs: description,
		parameters: parametersOf(operation, components)
			.filter((one) => one.in !== 'header')
			.map(({ name, in: place, required = false, description: says, schema }) => ({
				name,
				in: place,
				required,
				description: says,
				schema,
			})),
		...(body && {
			body: { ...body.schema, $defs: definitionsOf(body.schema, components.schemas) },
			example: body.example,
		}),
		fields: fieldsOf(contentOf(success)?.schema, components.schemas),
		reasons: reasonsOf(operation),
	}
}

const definitionsOf = (schema: Schema, schemas: Components['schemas']) =>
	Object.fromEntries([...namesIn(schema, schemas)].map((name) => [name, schemas[name] ?? {}]))

/** The fields of what the operation responds with, or of each row of it. */
function fieldsOf(schema: Schema | undefined, schemas: Components['schemas']): string[] {
	const whole = schema && resolved(schema, schemas)
	const rows = whole?.items ?? whole?.properties?.data?.items
	return Object.keys((rows ? resolved(rows, schemas) : whole)?.properties ?? {})
}

const reasonsOf = ({ 'x-reasons': reasons = {} }: Operation) =>
	Object.fromEntries(
		Object.entries(reasons).flatMap(([status, names]) =>
			names.map((name) => {
				const { meaning, action } = REASONS[name as Reason]
				return [name, `${status}: ${filled(`${meaning} ${action}`)}`]
			}),
		),
	)

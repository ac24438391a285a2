import type { Schema } from './example.ts'

// The parts of the OpenAPI document that the pages show.

export interface Parameter {
	$ref?: string
	name: string
	in: string
	required?: boolean
	description?: string
	example?: unknown
	schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

export interface Answer {
	$ref?: string
	description?: string
	content?: Content
}

export interface Event {
	operationId: string
	summary: string
	description: string
	parameters?: Parameter[]
	requestBody?: { content: Content }
	responses: Record<string, Answer>
}

interface Described extends Event {
	tags: string[]
	'x-access': string
	security: Record<string, string[]>[]
	'x-codes'?: Record<string, string[]>
	'x-reasons'?: Record<string, string[]>
}

export interface Operation extends Described {
	method: string
	path: string
}

export interface Components {
	schemas: Record<string, Schema>
	parameters: Record<string, Parameter>
	responses: Record<string, Answer & { 'x-reasons'?: Record<string, string[]> }>
}

export interface Document {
	info: { title: string; version: string; summary: string; description: string }
	tags: { name: string; description: string }[]
	paths: Record<string, Record<string, Described>>
	webhooks: Record<string, { post: Event }>
	components: Components
}

/** The last part of a reference: the name of what it refers to. */
export const nameIn = (pointer: string) => pointer.split('/').at(-1) as string

export const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

export const operationsOf = ({ paths }: Document): Operation[] =>
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
	)

/** The parameters of an operation or an event, with the shared ones resolved. */
export const parametersOf = ({ parameters = [] }: Event, components: Components): Parameter[] =>
	parameters.map((one) => (one.$ref ? components.parameters[nameIn(one.$ref)] : one) as Parameter)

/** The only media type of a body, or the first one. */
export const contentOf = (body?: { content?: Content }) => Object.values(body?.content ?? {})[0]

import { type Chapter, EVENTS } from './chapter.ts'
import { contentOf, type Document, type Operation, parametersOf } from './document.ts'
import { documented, ERRORS, KNOWN } from './error-page.ts'
import { resolved } from './example.ts'
import type { Language, Said } from './languages.ts'

/** What the search of the pages reads: a kind, a title, what stands below it, the address, and the text that's searched. */
export type Found = [
	kind: 'guide' | 'operation' | 'event' | 'error',
	title: string,
	detail: string,
	href: string,
	text: string,
]

export interface Section {
	href: string
	title: Said
	/** The guide that it's a part of. */
	of: Said
	text: Said
}

/** The texts of error codes and reasons in other languages than English. */
export type ErrorTexts = Partial<Record<Language, Readonly<Record<string, readonly string[]>>>>

const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')

interface Searched {
	document: Document
	chapters: Chapter[]
	sections: Section[]
	errors: ErrorTexts
}

/** Everything that the search finds for readers of a language. The reference is only in English. */
export const searchIndex = (language: Language, { document, chapters, sections, errors }: Searched): Found[] => [
	...sections.map(({ href, title, of, text }): Found => [
		'guide',
		title[language],
		of[language],
		href,
		plain(text[language]),
	]),
	...chapters.flatMap(({ href, title, operations }) =>
		operations.map((operation): Found => [
			'operation',
			plain(operation.summary),
			`${operation.method.toUpperCase()} ${operation.path}`,
			`${href}#${operation.operationId}`,
			`${title}. ${plain(operation.description)} ${fieldsOf(operation, document).join(' ')}`,
		]),
	),
	...Object.entries(document.webhooks).map(([type, { post }]): Found => [
		'event',
		type,
		plain(post.summary),
		`${EVENTS}#${post.operationId}`,
		plain(post.description),
	]),
	...ERRORS.map((name): Found => {
		const said = errors[language]?.[name]?.join(' ').replaceAll(/（\{\w+\}）/g, '') ?? ''
		return [
			'error',
			name,
			'',
			`/docs/errors#error-${name}`,
			`${said} ${plain(KNOWN[name] ? documented(KNOWN[name]) : '')}`.trim(),
		]
	}),
]

/** The names of what a call sends, except the headers, which many have. */
function fieldsOf(operation: Operation, { components }: Document): string[] {
	const parameters = parametersOf(operation, components).filter((one) => one.in !== 'header')
	const body = resolved(contentOf(operation.requestBody)?.schema ?? {}, components.schemas)
	return [...parameters.map(({ name }) => name), ...Object.keys(body.properties ?? {})]
}

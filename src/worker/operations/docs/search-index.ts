import { type Chapter, EVENTS } from './chapter.ts'
import type { GuideLink } from './contents.ts'
import type { Document } from './document.ts'
import { ERRORS } from './error-page.ts'
import type { Language } from './languages.ts'

/** What the search of the pages reads: a kind, a title, what stands below it, the address, and the language of its readers. */
export type Found = [
	kind: 'operation' | 'guide' | 'event' | 'error',
	title: string,
	detail: string,
	href: string,
	language?: Language,
]

/** Everything that the search finds, in the order in which it's shown. */
export const searchIndex = (chapters: Chapter[], guides: GuideLink[], { webhooks }: Document) => [
	...guides.flatMap(({ href, title, summary }): Found[] => [
		['guide', title.en, summary.en, href, 'en'],
		['guide', title.zh, summary.zh, href, 'zh'],
	]),
	...chapters.flatMap(({ href, title, operations }) =>
		operations.map(({ operationId, method, path, summary }): Found => [
			'operation',
			summary,
			`${method.toUpperCase()} ${path} ${title}`,
			`${href}#${operationId}`,
		]),
	),
	...Object.entries(webhooks).map(([type, { post }]): Found => [
		'event',
		type,
		post.summary,
		`${EVENTS}#${post.operationId}`,
	]),
	...ERRORS.map((name): Found => ['error', name, '', `/docs/errors#error-${name}`]),
]

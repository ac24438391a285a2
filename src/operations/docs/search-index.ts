import { type Chapter, EVENTS } from './chapter.ts'
import type { Link } from './contents.ts'
import type { Document } from './document.ts'
import { ERRORS } from './error-page.ts'

/** What the search of the pages reads: a kind, a title, what stands below it, and the address. */
export type Found = [kind: 'operation' | 'guide' | 'event' | 'error', title: string, detail: string, href: string]

/** Everything that the search finds, in the order in which it's shown. */
export const searchIndex = (chapters: Chapter[], guides: (Link & { summary: string })[], { webhooks }: Document) => [
	...guides.map(({ href, title, summary }): Found => ['guide', title, summary, href]),
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

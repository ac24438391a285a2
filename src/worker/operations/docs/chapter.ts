import { html } from 'hono/html'
import type { Contents, GuideLink, Link } from './contents.ts'
import { contentOf, type Document, type Operation, operationsOf, slugOf } from './document.ts'
import { namesIn } from './fields.ts'
import { frame as t } from './frame.ts'
import { type ConsoleNames, nameOf } from './groups.ts'
import { type Said, say } from './languages.ts'
import { eventRules, eventSection, namedBody, objects, operationSection } from './operation.ts'
import { prose } from './prose.ts'
import { commonErrors } from './refusals.ts'
import { codeOf, SET_UP } from './samples.ts'
import { shell } from './shell.ts'

/** A chapter of the reference: the operations of one tag. */
export interface Chapter {
	href: string
	title: string
	/** What the console calls it. */
	name: Said
	description: string
	operations: Operation[]
	/** The place in the console where people do the same, if there is one. */
	place: string | undefined
	guides: GuideLink[]
}

/** What the console says about its places: the chapter of each, the guide of some, and their names. */
export interface Places {
	chapters: Record<string, string>
	guides: Record<string, string>
	names: ConsoleNames
}

export function chaptersOf(document: Document, places: Places, guides: GuideLink[]): Chapter[] {
	const operations = operationsOf(document)
	return document.tags.map(({ name, description }) => {
		const own = Object.entries(places.chapters).flatMap(([place, chapter]) => (chapter === slugOf(name) ? [place] : []))
		const guided = new Set(own.map((place) => `/docs/${places.guides[place]}`))
		return {
			href: `/docs/api/${slugOf(name)}`,
			title: nameOf(slugOf(name), name, places.names).en,
			name: nameOf(slugOf(name), name, places.names),
			description,
			operations: operations.filter(({ tags }) => tags.includes(name)),
			place: own[0],
			guides: guides.filter(({ href }) => guided.has(href)),
		}
	})
}

export const linkTo = ({ href, name }: Chapter): Link => ({ href, title: name })

export const EVENTS = '/docs/api/events'

export type Around = Omit<Contents, 'current' | 'parts'>

export function chapterPage(chapter: Chapter, { components }: Document, around: Around): string {
	const { href, title, description, operations, place, guides } = chapter
	const names = objectsOf(operations, components.schemas)
	const parts = operations.map(({ operationId, summary }) => ({ href: `#${operationId}`, title: summary }))
	return shell({
		title,
		contents: { ...around, current: href, parts },
		main: html`<section class="operation chapter"><div class="says"><h1>${title}</h1><p class="lead">${prose(description)}</p>
${guides.map((one) => html`<p>${say(t.guide)}<a href="${one.href}">${say(one.title)}</a></p>`)}${place ? html`<p><a href="/console${place}">${say(t.open)}</a></p>` : ''}${commonErrors(components)}</div>
<div class="shows">${codeOf(SET_UP)}<p class="note">${prose('`PLINTH` is the address of your instance, and `TOKEN` an access token or an API key. [How to get one](/docs/first-run#token).')}</p></div></section>
${operations.map((operation) => operationSection(operation, components))}${objects(names, components.schemas)}`,
	})
}

export function eventPage({ webhooks, components }: Document, around: Around): string {
	const events = Object.entries(webhooks)
	const [first] = events
	return shell({
		title: t.events.en,
		contents: {
			...around,
			current: EVENTS,
			parts: events.map(([type, { post }]) => ({ href: `#${post.operationId}`, title: type })),
		},
		main: html`<div class="guide"><h1>${t.events.en}</h1><p class="lead">${prose('The requests we send to webhook endpoints. [How to receive them](/docs/webhooks).')}</p>
${first ? eventRules(first[1].post, components) : ''}</div>
${events.map(([type, { post }]) => eventSection(type, post, components))}
${objects([...new Set(events.flatMap(([, { post }]) => [...namesIn(post.requestBody ?? {}, components.schemas)]))], components.schemas)}`,
	})
}

/** The named schemas that a chapter shows apart: all that it refers to, except bodies, whose fields stand at their operation. */
export function objectsOf(operations: Operation[], schemas: Document['components']['schemas']): string[] {
	/** The name of a body whose fields stand at its operation. Another is a link, as a list of reports is. */
	const listed = ({ requestBody }: Operation) => {
		const name = namedBody(requestBody)
		return name !== undefined && schemas[name]?.properties ? name : undefined
	}
	const bodies = new Set(operations.map(listed))
	const inside = operations.flatMap((operation): string[] => {
		const { requestBody, responses, parameters = [] } = operation
		const name = listed(operation)
		const body = name === undefined ? contentOf(requestBody)?.schema : schemas[name]
		const shown = Object.entries(responses).flatMap(([status, one]) => (Number(status) < 300 && !one.$ref ? [one] : []))
		const first = shown.slice(0, 1).map(({ content }) => Object.values(content ?? {})[0]?.schema ?? {})
		return [...first, body ?? {}, ...parameters].flatMap((one: object) => [...namesIn(one, schemas)])
	})
	const responded = new Set(inside)
	return [...responded].filter((name) => !bodies.has(name) || inside.includes(name)).toSorted()
}

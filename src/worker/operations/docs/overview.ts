import { html } from 'hono/html'
import { type Around, type Chapter, EVENTS, objectsOf } from './chapter.ts'
import type { Group } from './contents.ts'
import type { Document, Operation } from './document.ts'
import { ERRORS } from './error-page.ts'
import { frame as t } from './frame.ts'
import { type ConsoleNames, grouped } from './groups.ts'
import { paragraph, say } from './languages.ts'
import { prose } from './prose.ts'
import { shell } from './shell.ts'

interface Overview {
	document: Document
	chapters: Chapter[]
	names: ConsoleNames
	around: Around
}

/**
 * The first page: the guides, and every operation, event, error and object as a link with the anchor that it had when all of
 * this was one page. The `Link` headers of errors lead to these anchors, and the script follows their links.
 */
export function overview({ document, chapters, names, around }: Overview): string {
	const { info, webhooks, components } = document
	return shell({
		title: `${info.title} API`,
		contents: { ...around, current: '/docs', parts: [] },
		main: html`<div class="overview"><h1>${info.title} API</h1><p class="lead">${info.summary}</p>
${around.texts.map(
	({ title, links }) => html`<section><h2>${say(title)}</h2>${cards(links)}</section>
`,
)}<section><h2>${say(t.reference)}</h2>${grouped(chapters, names).map(({ title, links }) => html`<h3 class="group">${say(title)}</h3>${links.map(operationsIn)}`)}</section>
<section><h2>${say(t.events)}</h2><p class="chips"><a id="events" href="${EVENTS}">${say(t.all_events)}</a>
${Object.entries(webhooks).map(([type, { post }]) => html`<a id="${post.operationId}" href="${EVENTS}#${post.operationId}">${type}</a> `)}</p></section>
<section><h2>${say(t.errors)}</h2><p class="chips"><a id="errors" href="/docs/errors">${say(t.all_errors)}</a>
${ERRORS.map((name) => html`<a id="error-${name}" href="/docs/errors#error-${name}">${name}</a> `)}</p></section>
<section><h2>${say(t.objects)}</h2><p class="chips">${objectLinks(chapters, components.schemas)}</p></section></div>`,
	})
}

/** What has a summary. Other links stand in the table of contents only. */
const cards = (links: Group['links']) =>
	html`<ul class="cards">${links.map((one) => ('summary' in one ? html`<li><a href="${one.href}">${say(one.title)}</a>${paragraph(one.summary)}</li>` : ''))}</ul>`

/** An operation in a list. On the overview it has the anchor that it had when all of this was one page. */
export const operationLink = ({ operationId, method, path, summary }: Operation, href: string, id?: string) =>
	html`<li><a${id ? html` id="${id}"` : ''} href="${href}#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span><span class="path">${path}</span><span class="text">${prose(summary)}</span></a></li>`

const operationsIn = ({ href, name, description, operations }: Chapter) =>
	html`<h4><a href="${href}">${say(name)}</a></h4><p>${prose(description)}</p><ul class="operations">${operations.map((one) => operationLink(one, href, one.operationId))}</ul>`

/** Each object, at the first chapter that shows it. */
function objectLinks(chapters: Chapter[], schemas: Document['components']['schemas']) {
	const places = new Map<string, string>()
	for (const { href, operations } of chapters)
		for (const name of objectsOf(operations, schemas)) if (!places.has(name)) places.set(name, href)
	return [...places].map(([name, href]) => html`<a id="schema_${name}" href="${href}#schema_${name}">${name}</a> `)
}

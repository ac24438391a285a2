import { html } from 'hono/html'
import { CODES, type Refused } from '../../http/codes.ts'
import { REASONS } from '../../http/reasons.ts'
import { REFERENCE_SCRIPT } from './built.ts'
import { card, type Components, type Event, eventCard, type Operation, schemaCard } from './cards.ts'
import { prose, shell } from './shell.ts'

/** The parts of the OpenAPI document that the page shows. */
export interface Document {
	info: { title: string; version: string; summary: string; description: string }
	tags: { name: string; description: string }[]
	paths: Record<string, Record<string, Operation>>
	webhooks: Record<string, { post: Event }>
	components: Components
}

/** The document as a single HTML page. */
export function page({ info, tags, paths, webhooks, components }: Document): string {
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
	)
	const groups = tags.map((tag) => ({
		...tag,
		operations: operations.filter((operation) => operation.tags.includes(tag.name)),
	}))
	const events = Object.entries(webhooks)
	return shell({
		title: `${info.title} API`,
		nav: html`<a href="/docs/webhooks">Receiving webhooks</a><a href="/docs/changes">Changing a running platform</a><a href="/docs/spending">Stop a run</a><a href="/docs/runtime">Connect an agent</a><a href="/openapi.json">openapi.json</a>
${groups.map((group) => html`<div><h2>${group.name}</h2>${group.operations.map((operation) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)}</div>`)}
<div><h2>Errors</h2><a href="#errors">Codes and reasons</a></div>
<div><h2>Events</h2>${events.map(([type, { post }]) => html`<a href="#${post.operationId}">${type}</a>`)}</div>`,
		script: REFERENCE_SCRIPT,
		main: html`<p class="lead">${info.summary} ${prose(info.description)}</p>
<search><label for="search">Find an operation</label><input id="search" type="search" autocomplete="off" spellcheck="false"><span id="found" role="status"></span></search>
${groups.map(
	(group) => html`<section><h2>${group.name}</h2><p>${group.description}</p>
${group.operations.map((operation) => card(operation, components))}</section>`,
)}
${errorSection()}
<section id="events"><h2>Events</h2><p>The requests we send to webhook endpoints. To receive them, see <a href="/docs/webhooks">Receiving webhooks</a>.</p>
${events.map((event) => eventCard(event, components))}</section>
<section><h2>Schemas</h2><p>The schemas that operations and events refer to.</p>
${Object.entries(components.schemas).map(schemaCard)}</section>`,
	})
}

/** The error codes and reasons, with what each means and what the caller can do. */
const errorSection = () => html`<section id="errors"><h2>Errors</h2>
<p>${prose("Every error response is `{error, message, trace_id, details}`. `error` is one of the codes below, and `message` is for people. If a code has several causes, `details.reason` names the cause. Branch on `error` and `details.reason`, and ignore values you don't know.")}</p>
<h3>Codes</h3>
<table>${Object.entries(CODES).map(([code, entry]) => explained(code, entry))}</table>
<h3>Reasons</h3>
<table>${Object.entries(REASONS).map(([reason, entry]) => explained(reason, entry, reason in CODES ? 'reason' : 'error'))}</table></section>`

// A name that is both a code and a reason has its address at the code, which says both.
const explained = (name: string, { statuses, meaning, action }: Refused, prefix = 'error') =>
	html`<tr id="${prefix}-${name}"><td><code>${name}</code></td><td class="status">${statuses.join(', ')}</td><td>${prose(meaning)}</td><td>${prose(action)}</td></tr>`

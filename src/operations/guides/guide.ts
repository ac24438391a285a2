import { html } from 'hono/html'
import { type Html, prose } from '../docs/shell.ts'

/** A part of a guide, with its own heading. */
export interface Chapter {
	id: string
	title: string
	/** Paragraphs as text, everything else as HTML. */
	parts: (string | Html)[]
}

/** Code, whose long lines scroll: by the keyboard too, so it takes the focus. */
export const code = (id: string, title: string, source: string) =>
	html`<h3>${title}</h3><pre id="${id}" tabindex="0">${source}</pre>`

/** Text, byte for byte. Long lines wrap on screen, but not when copied. */
export const bytes = (id: string, source: string) => html`<pre id="${id}" class="wrap">${source}</pre>`

export const table = (rows: [string, string][]) =>
	html`<table>${rows.map(([left, right]) => html`<tr><td><code>${left}</code></td><td>${prose(right)}</td></tr>`)}</table>`

export const chapter = ({ id, title, parts }: Chapter) =>
	html`<section id="${id}"><h2>${title}</h2>${parts.map((part) => (typeof part === 'string' ? html`<p>${prose(part)}</p>` : part))}</section>`

import { html } from 'hono/html'
import { type Html, prose } from '../docs/prose.ts'

/** The example agents by their files, which a test runs: their code as it is in the repository. */
export type Agents = Record<'tool_agent.py' | 'mcp_tools.py' | 'tool-agent.mjs' | 'mcp-tools.mjs', string>

/** A part of a guide, with its own heading. */
interface Chapter {
	id: string
	title: string
	/** Paragraphs as text, everything else as HTML. */
	parts: (string | Html)[]
}

/** A guide in one language. Its texts may have code in backticks, and links as `[text](address)`. */
export interface Guide {
	title: string
	/** A sentence for the list of guides. */
	summary: string
	lead: string
	/** What to know before the first chapter. */
	intro?: string
	chapters: (agents: Agents) => Chapter[]
}

/** Each guide by its address below `/docs`, in the order of the list. Every language has all of them. */
export type Guides = Record<'first-run' | 'changes' | 'spending' | 'runtime' | 'webhooks', Guide>

/** Code, whose long lines scroll: by the keyboard too, so it takes the focus. */
export const code = (id: string, title: string, source: string) => html`<h3>${title}</h3>${block(id, source)}`

/** Text, byte for byte. Long lines wrap on screen, but not when copied. */
export const bytes = (id: string, source: string) => html`<pre id="${id}" class="wrap">${source}</pre>`

const block = (id: string, source: string) => html`<pre id="${id}" tabindex="0">${source}</pre>`

export const table = (rows: [string, string][]) =>
	html`<table>${rows.map(([left, right]) => html`<tr><td><code>${left}</code></td><td>${prose(right)}</td></tr>`)}</table>`

export const chapter = ({ id, title, parts }: Chapter) =>
	html`<section id="${id}"><h2>${title}</h2>${parts.map((part) => (typeof part === 'string' ? html`<p>${prose(part)}</p>` : part))}</section>`

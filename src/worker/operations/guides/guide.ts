import { html } from 'hono/html'
import { colors } from '../docs/colors.ts'
import { type Html } from '../docs/prose.ts'

/** The example agents by their files, which a test runs: their code as it is in the repository. */
export type Agents = Record<'tool_agent.py' | 'mcp_tools.py' | 'tool-agent.mjs' | 'mcp-tools.mjs', string>

/** Two columns: what is explained, as code, and its text. */
export interface Table {
	rows: [string, string][]
}

/** Code, which is the same in every language. */
interface Code {
	code: Html
	title?: string
}

export type Part = string | Table | Code

export interface Chapter {
	id: string
	title: string
	parts: Part[]
}

/** A guide in English. Its texts may have code in backticks, and links as `[text](address)`. */
export interface Guide {
	title: string
	summary: string
	lead: string
	intro?: string
	chapters: (agents: Agents) => Chapter[]
}

/** A guide in another language: all of its texts, chapter by chapter in their order. Code with a title has a text, its title. */
export interface Translation {
	title: string
	summary: string
	lead: string
	intro?: string
	chapters: Record<string, { title: string; texts: (string | Table)[] }>
}

/** Code, whose long lines scroll: by the keyboard too, so it takes the focus. */
export const code = (id: string, title: string, source: string): Code => ({
	title,
	code: html`<pre id="${id}" tabindex="0"${colors(source)}>${source}</pre>`,
})

/** Text, byte for byte. Long lines wrap on screen, but not when copied. */
export const bytes = (id: string, source: string): Code => ({
	code: html`<pre id="${id}" class="wrap"${colors(source)}>${source}</pre>`,
})

export const table = (rows: [string, string][]): Table => ({ rows })

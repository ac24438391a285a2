import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { STYLE_SHEET } from './built.ts'

/** A piece of a page. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Shell {
	title: string
	nav: Html
	main: Html
	/** The URL of the page's script. */
	script?: string
}

/** A whole page. It needs nothing from other hosts, and shows everything even without its script. */
export function shell({ title, nav, main, script }: Shell): string {
	const text = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="${STYLE_SHEET}">${script ? html`<script type="module" src="${script}"></script>` : ''}</head>
<body><div class="layout">
<nav><strong>Plinth</strong>${nav}</nav>
<main><h1>${title}</h1>${main}</main></div></body></html>` as HtmlEscapedString
	return text.toString()
}

/** Text with code in backticks. There's no other markup. */
export const prose = (text: string) =>
	text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

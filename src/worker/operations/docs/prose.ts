import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Text with code in backticks, and links as `[text](address)`. There's no other markup. */
export const prose = (text: string) =>
	text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : linked(part)))

function linked(text: string) {
	const parts = text.split(/\[([^\]]+)\]\((\/[^)\s]*)\)/)
	return parts.map((part, index) => {
		if (index % 3 === 0) return part
		return index % 3 === 1 ? html`<a href="${parts[index + 1]}">${part}</a>` : ''
	})
}

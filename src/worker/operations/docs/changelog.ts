import { html } from 'hono/html'
import { prose } from './prose.ts'

/** A text of the changelog, without its links: they lead into the repository. What matters most is in bold. */
const text = (line: string) =>
	line
		.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
		.split('**')
		.map((part, index) => (index % 2 === 1 ? html`<strong>${prose(part)}</strong>` : prose(part)))

/** The changelog as a page: a heading for each version and each kind of change, and their entries. */
export function changelogPage(source: string) {
	const versions = source.split(/^## /m).slice(1)
	return html`<h1>Changelog</h1><p class="lead">${prose('What callers and operators notice, the newest first. [What may change](/docs/concepts/versioning).')}</p>${versions.map(version)}`
}

function version(source: string) {
	const [head = '', ...kinds] = source.split(/^### /m)
	return html`<section><h2>${head.trim()}</h2>${kinds.map((kind) => {
		const [name = '', ...lines] = kind.split('\n')
		const entries = lines.filter((line) => line.startsWith('- '))
		return html`<h3>${name}</h3><ul class="changes">${entries.map((line) => html`<li>${text(line.slice(2))}</li>`)}</ul>`
	})}</section>`
}

import { html } from 'hono/html'
import { frame as t } from './frame.ts'
import { type Said, say } from './languages.ts'

export interface Link {
	href: string
	title: string | Said
}

/** A guide in lists. */
export interface GuideLink {
	href: string
	title: Said
	summary: Said
}

/** What stands beside a page: every guide and chapter, and the parts of this page below it. */
export interface Contents {
	guides: Link[]
	chapters: Link[]
	current: string
	parts: Link[]
}

/** The table of contents. Only the current page shows its parts, so the table stays short. */
export function contentsOf({ guides, chapters, current, parts }: Contents) {
	const entry = ({ href, title }: Link) =>
		href === current
			? html`<li><a href="${href}" aria-current="page">${say(title)}</a><ul aria-label="${t.on_this_page.en}" data-zh="${t.on_this_page.zh}">${parts.map(one)}</ul></li>`
			: one({ href, title })
	return html`<ul>${entry({ href: '/docs', title: t.overview })}</ul>
<h2>${say(t.guides)}</h2><ul>${guides.map(entry)}</ul>
<h2>${say(t.reference)}</h2><ul lang="en">${chapters.map(entry)}</ul>
<ul><li><a href="/openapi.json">openapi.json</a></li></ul>`
}

const one = ({ href, title }: Link) => html`<li><a href="${href}">${say(title)}</a></li>`

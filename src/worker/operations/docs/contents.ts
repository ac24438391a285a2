import { html } from 'hono/html'
import { frame as t } from './frame.ts'
import { type Said, say } from './languages.ts'

export interface Link {
	href: string
	title: string | Said
}

export interface GuideLink extends Link {
	title: Said
	summary: Said
}

/** A guide, path or purpose in lists, by its address below `/docs`. */
export const guideLink = (name: string, { title, summary }: Pick<GuideLink, 'title' | 'summary'>): GuideLink => ({
	href: `/docs/${name}`,
	title,
	summary,
})

export interface Group {
	title: Said
	links: (Link | GuideLink)[]
}

/** What stands beside a page: guides and concepts, the chapters of the reference in groups, and the parts of this page below it. */
export interface Contents {
	texts: Group[]
	reference: Group[]
	current: string
	parts: Link[]
}

/** The table of contents. Only the current page shows its parts, and only its group of the reference is open, so the table stays short. */
export function contentsOf({ texts, reference, current, parts }: Contents) {
	const entry = ({ href, title }: Link) =>
		href === current
			? html`<li><a href="${href}" aria-current="page">${say(title)}</a><ul aria-label="${t.on_this_page.en}" data-zh="${t.on_this_page.zh}">${parts.map(one)}</ul></li>`
			: one({ href, title })
	const isOpen = ({ links }: Group) => links.some(({ href }) => href === current)
	return html`<ul>${entry({ href: '/docs', title: t.overview })}</ul>
${texts.map((group) => html`<h2>${say(group.title)}</h2><ul>${group.links.map(entry)}</ul>`)}
<h2>${say(t.reference)}</h2>${reference.map((group) => html`<details${isOpen(group) ? ' open' : ''}><summary>${say(group.title)}</summary><ul>${group.links.map(entry)}</ul></details>`)}
<ul><li><a href="/openapi.json">openapi.json</a></li></ul>`
}

const one = ({ href, title }: Link) => html`<li><a href="${href}">${say(title)}</a></li>`

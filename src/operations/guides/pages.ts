import { html } from 'hono/html'
import { BUILT, SEARCH_INDEX } from '../docs/built.ts'
import { chapterPage, chaptersOf, EVENTS, eventPage } from '../docs/chapter.ts'
import type { Document } from '../docs/document.ts'
import { errorPage } from '../docs/error-page.ts'
import { overview } from '../docs/overview.ts'
import { searchIndex } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'
import { type Agents } from './guide.ts'
import { LANGUAGES } from './languages.ts'
import { guideLinks, guidePages } from './page.ts'

/** Every file of the documentation's pages by its address, and what their search reads. */
export function pagesOf(document: Document, agents: Agents, places: Map<string, string>): Record<string, string> {
	const [english] = LANGUAGES
	if (!english) throw new Error('The reference needs the texts of a language')
	const { frame } = english
	const guides = guideLinks(english)
	const chapters = chaptersOf(document, places)
	const links = [...chapters, { href: EVENTS, title: frame.events }, { href: '/docs/errors', title: frame.errors }]
	const around = { guides, chapters: links }
	const pages = {
		'/docs': overview({ document, chapters, guides, around, frame }),
		'/docs/errors': shell({
			title: frame.errors,
			frame,
			contents: { ...around, current: '/docs/errors', parts: [] },
			main: html`<div class="guide">${errorPage()}</div>`,
		}),
		[EVENTS]: eventPage(document, around, frame),
		...Object.fromEntries(chapters.map((one) => [one.href, chapterPage(one, document, around, frame)])),
		...guidePages(agents, links),
	}
	return {
		...Object.fromEntries(Object.entries(pages).map(([href, page]) => [`/${BUILT}${href}.html`, page])),
		[SEARCH_INDEX]: JSON.stringify(searchIndex(chapters, guides, document)),
	}
}

import { html } from 'hono/html'
import { BUILT, searchIndexIn } from '../docs/built.ts'
import { chapterPage, chaptersOf, EVENTS, eventPage, type Places } from '../docs/chapter.ts'
import type { Document } from '../docs/document.ts'
import { errorPage } from '../docs/error-page.ts'
import { frame as t } from '../docs/frame.ts'
import { LANGUAGES, type Language } from '../docs/languages.ts'
import { overview } from '../docs/overview.ts'
import { type ErrorTexts, searchIndex } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'
import { type Agents } from './guide.ts'
import { guideLinks, guidePages, saidGuides, sectionsOf } from './page.ts'

/** What the pages are made of, besides the guides' own texts. */
interface Sources {
	document: Document
	agents: Agents
	places: Places
	errors: ErrorTexts
}

/** Every file of the documentation's pages by its address, and what their search reads. */
export function pagesOf({ document, agents, places, errors }: Sources): Record<string, string> {
	const all = saidGuides(agents)
	const guides = guideLinks(all)
	const chapters = chaptersOf(document, places, guides)
	const links = [...chapters, { href: EVENTS, title: t.events }, { href: '/docs/errors', title: t.errors }]
	const around = { guides, chapters: links }
	const searched = { document, chapters, sections: sectionsOf(all), errors }
	const pages = {
		'/docs': overview({ document, chapters, guides, around }),
		'/docs/errors': shell({
			title: t.errors.en,
			contents: { ...around, current: '/docs/errors', parts: [] },
			main: html`<div class="guide">${errorPage()}</div>`,
		}),
		[EVENTS]: eventPage(document, around),
		...Object.fromEntries(chapters.map((one) => [one.href, chapterPage(one, document, around)])),
		...guidePages(all, { guides, links, chapters, places }),
	}
	return {
		...Object.fromEntries(Object.entries(pages).map(([href, page]) => [`/${BUILT}${href}.html`, page])),
		...Object.fromEntries(
			(Object.keys(LANGUAGES) as Language[]).map((language) => [
				searchIndexIn(language),
				JSON.stringify(searchIndex(language, searched)),
			]),
		),
	}
}

import { html } from 'hono/html'
import { BUILT, searchIndexIn } from '../docs/built.ts'
import { changelogPage } from '../docs/changelog.ts'
import { type Around, chapterPage, chaptersOf, EVENTS, eventPage, type Places, linkTo } from '../docs/chapter.ts'
import type { Document } from '../docs/document.ts'
import { errorPage } from '../docs/error-page.ts'
import { frame as t } from '../docs/frame.ts'
import { grouped } from '../docs/groups.ts'
import { LANGUAGES, type Language, type Said } from '../docs/languages.ts'
import { llms } from '../docs/llms.ts'
import { overview } from '../docs/overview.ts'
import type { Html } from '../docs/prose.ts'
import { type ErrorTexts, searchIndex } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'
import type { Agents } from './guide.ts'
import { CONCEPTS, guideLinks, guidePages, NAMES, saidGuides, sectionsOf } from './page.ts'
import { pathLinks, pathPages, pathSections } from './paths.ts'
import { purposeLinks, purposePages, purposeSections } from './purposes.ts'

const ERRORS = '/docs/errors'
const CHANGELOG = '/docs/changelog'

/** What the pages are made of, besides the guides' own texts. */
interface Sources {
	document: Document
	agents: Agents
	places: Places
	errors: ErrorTexts
	changelog: string
}

/** Every file of the documentation's pages by its address, and what their search reads. */
export function pagesOf({ document, agents, places, errors, changelog }: Sources): Record<string, string> {
	const all = saidGuides(agents)
	const guides = guideLinks(all, NAMES)
	const concepts = guideLinks(all, CONCEPTS)
	const chapters = chaptersOf(document, places, guides)
	const around: Around = {
		texts: [
			{ title: t.paths, links: pathLinks },
			{ title: t.purposes, links: purposeLinks },
			{ title: t.guides, links: guides },
			{
				title: t.concepts,
				links: [...concepts, { href: ERRORS, title: t.error_list }, { href: CHANGELOG, title: t.changelog }],
			},
		],
		reference: grouped([...chapters.map(linkTo), { href: EVENTS, title: t.events }], places.names),
	}
	const plain = (current: string, title: Said, main: Html) => ({
		[current]: shell({
			title: title.en,
			contents: { ...around, current, parts: [] },
			main: html`<div class="guide">${main}</div>`,
		}),
	})
	const searched = { document, chapters, sections: [...sectionsOf(all), ...pathSections, ...purposeSections], errors }
	const pages = {
		'/docs': overview({ document, chapters, names: places.names, around }),
		...plain(ERRORS, t.errors, errorPage()),
		...plain(CHANGELOG, t.changelog, changelogPage(changelog)),
		[EVENTS]: eventPage(document, around),
		...Object.fromEntries(chapters.map((one) => [one.href, chapterPage(one, document, around)])),
		...pathPages(around),
		...purposePages(chapters, around),
		...guidePages(all, { around, chapters, places }),
	}
	return {
		[`/${BUILT}/llms.txt`]: llms(document, chapters, guides),
		...Object.fromEntries(Object.entries(pages).map(([href, page]) => [`/${BUILT}${href}.html`, page])),
		...Object.fromEntries(
			(Object.keys(LANGUAGES) as Language[]).map((language) => [
				searchIndexIn(language),
				JSON.stringify(searchIndex(language, searched)),
			]),
		),
	}
}

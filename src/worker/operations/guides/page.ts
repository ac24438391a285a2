import { html } from 'hono/html'
import type { Around, Chapter, Places } from '../docs/chapter.ts'
import { type GuideLink, guideLink } from '../docs/contents.ts'
import { frame as t } from '../docs/frame.ts'
import { paragraph, say } from '../docs/languages.ts'
import type { Section } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'
import type { Concept } from './concept-examples.ts'
import { guides, type Name } from './en/all.ts'
import { concepts } from './en/concepts/all.ts'
import type { Agents, Guide } from './guide.ts'
import { joined, type SaidGuide, translated } from './translated.ts'
import { translations } from './zh/all.ts'

type Guides = Record<Name, SaidGuide>

const ENGLISH: Record<Name, Guide> = { ...guides, ...concepts }

export const NAMES = Object.keys(guides) as Name[]
export const CONCEPTS = Object.keys(concepts) as Concept[]

const ALL = [...NAMES, ...CONCEPTS]

export const saidGuides = (agents: Agents) =>
	Object.fromEntries(ALL.map((name) => [name, translated(name, ENGLISH[name], translations[name], agents)])) as Guides

export const guideLinks = (all: Guides, names: readonly Name[]): GuideLink[] =>
	names.map((name) => guideLink(name, all[name]))

/** What the search finds in the guides: each chapter, and what stands before the first one under the title. */
export const sectionsOf = (all: Guides): Section[] =>
	ALL.flatMap((name) => {
		const { title, summary, lead, intro, chapters } = all[name]
		const first = { href: `/docs/${name}`, title, of: summary, text: joined([lead, ...(intro ? [intro] : [])]) }
		return [
			first,
			...chapters.map(({ id, text, ...one }) => ({ href: `/docs/${name}#${id}`, title: one.title, of: title, text })),
		]
	})

interface Ways {
	around: Around
	chapters: Chapter[]
	places: Places
}

export const guidePages = (all: Guides, ways: Ways): Record<string, string> =>
	Object.fromEntries(ALL.map((name) => [`/docs/${name}`, guidePage(name, all[name], ways)]))

function guidePage(name: Name, { title, lead, intro, chapters }: SaidGuide, ways: Ways): string {
	const href = `/docs/${name}`
	return shell({
		title,
		contents: {
			...ways.around,
			current: href,
			parts: chapters.map((part) => ({ href: `#${part.id}`, title: part.title })),
		},
		main: html`<div class="guide"><h1>${say(title)}</h1>${paragraph(lead, 'lead')}${waysFrom(href, ways)}
${intro ? paragraph(intro) : ''}${chapters.map(({ id, title: heading, parts }) => html`<section id="${id}"><h2>${say(heading)}</h2>${parts}</section>`)}</div>`,
	})
}

/** From a guide to its place in the console, and to the chapters of the reference that it's about. */
function waysFrom(href: string, { chapters, places }: Ways) {
	const own = chapters.filter((one) => one.guides.some((guide) => guide.href === href))
	const [place] = Object.entries(places.guides).find(([, guide]) => `/docs/${guide}` === href) ?? []
	if (!place) return ''
	return html`<p class="ways"><a href="/console${place}">${say(t.open)}</a>${own.map((one) => html` <a href="${one.href}">${say(one.name)}</a>`)}</p>`
}

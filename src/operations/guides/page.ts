import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Link } from '../docs/contents.ts'
import { prose } from '../docs/prose.ts'
import { shell } from '../docs/shell.ts'
import { type Agents, chapter, type Guides } from './guide.ts'
import { type Language, LANGUAGES } from './languages.ts'

const names = Object.keys(LANGUAGES[0]?.guides ?? {}) as (keyof Guides)[]

/** The guides of a language, for the table of contents and the overview. */
export const guideLinks = ({ root, guides }: Language) =>
	names.map((name) => ({ href: `${root}/${name}`, title: guides[name].title, summary: guides[name].summary }))

/** Every guide in every language, by its address. `chapters` are those of the reference. */
export const guidePages = (agents: Agents, chapters: Link[]): Record<string, string> =>
	Object.fromEntries(
		LANGUAGES.flatMap((language) =>
			names.map((name) => [`${language.root}/${name}`, guidePage(language, name, agents, chapters)]),
		),
	)

function guidePage(language: Language, name: keyof Guides, agents: Agents, chapters: Link[]): string {
	const { root, guides, frame } = language
	const { title, lead, intro, chapters: partsOf } = guides[name]
	const parts = partsOf(agents)
	const main = html`<div class="guide"><h1>${title}</h1><p class="lead">${prose(lead)}</p>
${intro ? html`<p>${prose(intro)}</p>` : ''}${parts.map(chapter)}</div>`
	return shell({
		title,
		frame,
		languages: LANGUAGES.filter((other) => other !== language).map((other) => ({
			lang: other.frame.lang,
			name: other.name,
			href: `${other.root}/${name}`,
		})),
		contents: {
			guides: guideLinks(language),
			chapters,
			current: `${root}/${name}`,
			parts: parts.map((part) => ({ href: `#${part.id}`, title: part.title })),
		},
		main: raw(inLanguage((main as HtmlEscapedString).toString(), root)),
	})
}

/** A guide links to guides in its own language. */
const inLanguage = (text: string, root: string) =>
	text.replaceAll(new RegExp(`(href=")/docs(/(?:${names.join('|')})["#])`, 'g'), `$1${root}$2`)

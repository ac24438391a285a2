import { html } from 'hono/html'
import { inEach, marks, paragraph, type Said, say } from '../docs/languages.ts'
import { type Html, prose } from '../docs/prose.ts'
import type { Agents, Chapter, Guide, Table, Translation } from './guide.ts'

/** A chapter in both languages. Its code stands there once. */
interface SaidChapter {
	id: string
	title: Said
	parts: Html[]
	/** All of its texts, without the code. */
	text: Said
}

export interface SaidGuide {
	title: Said
	summary: Said
	lead: Said
	intro: Said | undefined
	chapters: SaidChapter[]
}

/** Puts a guide and its translation side by side. Throws where they differ in more than their words. */
export function translated(name: string, guide: Guide, translation: Translation, agents: Agents): SaidGuide {
	const english = guide.chapters(agents)
	hold(
		`the chapters of ${name}`,
		Object.keys(translation.chapters),
		english.map(({ id }) => id),
	)
	const both = (en: string, zh = '') => held(`${name}: “${en}”`, { en, zh })
	return {
		title: both(guide.title, translation.title),
		summary: both(guide.summary, translation.summary),
		lead: both(guide.lead, translation.lead),
		intro: guide.intro === undefined ? undefined : both(guide.intro, translation.intro),
		chapters: english.map((chapter) => chapterIn(`${name}#${chapter.id}`, chapter, translation.chapters[chapter.id])),
	}
}

function chapterIn(
	where: string,
	{ id, title, parts }: Chapter,
	translation?: Translation['chapters'][string],
): SaidChapter {
	const texts = [...(translation?.texts ?? [])]
	const all: Said[] = []
	const next = (en: string) => kept(all, held(`${where}: “${en}”`, { en, zh: textOf(texts.shift()) }))
	const said = parts.map((part) => {
		if (typeof part === 'string') return paragraph(next(part))
		if ('rows' in part) return tableIn(where, part, texts.shift(), all)
		return part.title === undefined ? part.code : html`<h3>${say(next(part.title))}</h3>${part.code}`
	})
	hold(`the texts of ${where} that have no English one`, texts, [])
	return { id, title: held(where, { en: title, zh: translation?.title ?? '' }), parts: said, text: joined(all) }
}

export const joined = (texts: Said[]): Said => ({
	en: texts.map(({ en }) => en).join(' '),
	zh: texts.map(({ zh }) => zh).join(' '),
})

function kept(all: Said[], text: Said): Said {
	all.push(text)
	return text
}

const textOf = (text?: string | Table) => (typeof text === 'string' ? text : '')

function tableIn(where: string, english: Table, chinese: string | Table | undefined, all: Said[]) {
	const rows = typeof chinese === 'object' ? chinese.rows : []
	hold(`the rows of ${where}`, rows.length, english.rows.length)
	const said = english.rows.map(([left, right], index) => {
		const [name = '', text = ''] = rows[index] ?? []
		return [
			kept(all, { en: left, zh: name }),
			kept(all, held(`${where}: “${right}”`, { en: right, zh: text })),
		] as const
	})
	return html`<table>${said.map(
		([left, right]) =>
			html`<tr><td>${left.en === left.zh ? html`<code>${left.en}</code>` : inEach((language) => html`<code ${marks(language)}>${left[language]}</code>`)}</td><td>${inEach((language) => html`<span ${marks(language)}>${prose(right[language])}</span>`)}</td></tr>`,
	)}</table>`
}

/** The code and the addresses in a text, without their order. */
const namedIn = (text: string) => [...new Set(text.match(/`[^`]+`|(?<=\]\()[^)]+(?=\))/g))].toSorted()

/** A text in both languages, which name the same code and lead to the same addresses. */
function held(where: string, text: Said): Said {
	hold(`the Chinese of ${where}`, text.zh !== '', true)
	hold(`what is named in ${where}`, namedIn(text.zh), namedIn(text.en))
	return text
}

function hold(what: string, came: unknown, wanted: unknown) {
	const [one, other] = [JSON.stringify(came), JSON.stringify(wanted)]
	if (one !== other) throw new Error(`In the guides, ${what} must be ${other}, and is ${one}`)
}

import { html, raw } from 'hono/html'
import { type Html, prose } from './prose.ts'

/** The languages of the documentation, by their own names and as their tags. The reference is only in English. */
export const LANGUAGES = {
	en: { name: 'English', tag: 'en' },
	zh: { name: '简体中文', tag: 'zh-CN' },
} as const

export type Language = keyof typeof LANGUAGES

export type Said = Record<Language, string>

/** Marks an element as a piece in one language. The style sheet shows those of the reader's language. */
export const marks = (language: Language) => raw(`data-in="${language}" lang="${LANGUAGES[language].tag}"`)

/** A piece of a page, once for each language. */
export const inEach = (piece: (language: Language) => Html) => (Object.keys(LANGUAGES) as Language[]).map(piece)

/** A text as HTML: in each language, or in the one that it has. */
export const say = (text: string | Said) =>
	typeof text === 'string' ? text : inEach((language) => html`<span ${marks(language)}>${text[language]}</span>`)

export const paragraph = (text: Said, kind?: 'lead') =>
	html`${inEach((language) => html`<p${kind ? raw(` class="${kind}"`) : ''} ${marks(language)}>${prose(text[language])}</p>`)}`

import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { LANGUAGE_SCRIPT, REFERENCE_SCRIPT, STYLE_SHEET, THEME_SCRIPT } from './built.ts'
import { type Contents, contentsOf } from './contents.ts'
import { frame as t } from './frame.ts'
import { LANGUAGES, type Said, say } from './languages.ts'
import type { Html } from './prose.ts'

interface Shell {
	/** In English, or in each language if the page is. */
	title: string | Said
	main: Html
	contents: Contents
}

const LOGO = html`<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#2a5bd7"/><path fill="#fff" d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z"/></svg>`

const HEAD = html`<link rel="icon" type="image/svg+xml" href="/console/logo.svg"><link rel="stylesheet" href="${STYLE_SHEET}"><script src="${THEME_SCRIPT}"></script><script src="${LANGUAGE_SCRIPT}" data-en data-zh></script><script type="module" src="${REFERENCE_SCRIPT}"></script>`

/**
 * A whole page. It needs nothing from other hosts, and shows everything even without its scripts, then in English. Attributes and
 * the texts of elements that can't have others inside are in English, and `data-zh` has them in Chinese for the script.
 */
export function shell({ title, main, contents }: Shell): string {
	const [english, chinese] = typeof title === 'string' ? [title, title] : [title.en, title.zh]
	const text = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title data-zh="${chinese} · Plinth">${english} · Plinth</title>${HEAD}</head>
<body><a class="skip" href="#content">${say(t.skip)}</a>
<header><a class="brand" href="/docs">${LOGO}<span>Plinth</span><span class="part">${say(t.docs)}</span></a>
<button type="button" id="menu" aria-expanded="false" aria-controls="contents">${say(t.contents)}</button>
<search><input id="search" type="search" aria-label="${t.search.en}" placeholder="${t.search.en}" data-zh="${t.search.zh}" autocomplete="off" spellcheck="false"></search>
<div class="choices"><select id="language" aria-label="${t.language}">${Object.entries(LANGUAGES).map(([value, { name, tag }]) => html`<option value="${value}" lang="${tag}">${name}</option>`)}</select>
<select id="theme" aria-label="${t.theme.en}" data-zh="${t.theme.zh}">${Object.entries(t.themes).map(([value, { en, zh }]) => html`<option value="${value}" data-zh="${zh}">${en}</option>`)}</select>
<a href="/console/">${say(t.console)}</a></div></header>
<div class="layout"><nav id="contents" aria-label="${t.docs.en}" data-zh="${t.docs.zh}">${contentsOf(contents)}</nav>
<main id="content" tabindex="-1"${typeof title === 'string' ? html` lang="en"` : ''}>${main}</main>
<main id="results" hidden></main></div></body></html>` as HtmlEscapedString
	return text.toString()
}

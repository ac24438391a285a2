import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { REFERENCE_SCRIPT, STYLE_SHEET, THEME_SCRIPT } from './built.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Frame } from './frame.ts'
import type { Html } from './prose.ts'

interface Shell {
	title: string
	main: Html
	contents: Contents
	frame: Frame
	/** This page in the other languages that have it. */
	languages?: { lang: string; name: string; href: string }[]
}

const LOGO = html`<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#2a5bd7"/><path fill="#fff" d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z"/></svg>`

/** A whole page. It needs nothing from other hosts, and shows everything even without its script. */
export function shell({ title, main, contents, frame: t, languages = [] }: Shell): string {
	const text = html`<!doctype html>
<html lang="${t.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} · Plinth</title><link rel="icon" type="image/svg+xml" href="/console/logo.svg"><link rel="stylesheet" href="${STYLE_SHEET}"><script src="${THEME_SCRIPT}"></script><script type="module" src="${REFERENCE_SCRIPT}"></script></head>
<body><a class="skip" href="#content">${t.skip}</a>
<header><a class="brand" href="/docs">${LOGO}<span>Plinth</span><span class="part">${t.docs}</span></a>
<button type="button" id="menu" aria-expanded="false" aria-controls="contents">${t.contents}</button>
<search><input id="search" type="search" aria-label="${t.search}" placeholder="${t.search}" autocomplete="off" spellcheck="false"></search>
<div class="choices">${languages.map(({ lang, name, href }) => html`<a href="${href}" lang="${lang}" hreflang="${lang}">${name}</a>`)}
<select id="theme" aria-label="${t.theme}"><option value="system">${t.themes.system}</option><option value="light">${t.themes.light}</option><option value="dark">${t.themes.dark}</option></select>
<a href="/console/">${t.console}</a></div></header>
<div class="layout"><nav id="contents" aria-label="${t.docs}">${contentsOf(contents, t)}</nav>
<main id="content" tabindex="-1">${main}</main>
<main id="results" hidden></main></div></body></html>` as HtmlEscapedString
	return text.toString()
}

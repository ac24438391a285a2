import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES, PSEUDO } from './console-languages.ts'
import { ROOT } from './settings.ts'

interface Texts {
	title: string
	login: string
	password: string
	submit: string
}

/** The sign-in form that is a part of the page, in each language. `language.js` shows the one it chose. */
export async function firstForms(): Promise<string> {
	const forms = await Promise.all(LANGUAGES.map(async (language) => formOf(language, await signInTexts(language))))
	return `<div id="first-form">${forms.join('')}</div>`
}

async function signInTexts(language: string): Promise<Texts> {
	const isMade = language === 'xa' && PSEUDO
	const file = join(ROOT, 'src/console/text', isMade ? 'en' : language, 'sign-in.ts')
	const { signIn } = (await import(pathToFileURL(file).href)) as { signIn: Texts }
	if (!isMade) return signIn
	const { pseudo } = (await import(pathToFileURL(join(ROOT, isMade)).href)) as { pseudo: (texts: Texts) => Texts }
	return pseudo(signIn)
}

/** A form with this method goes nowhere by itself, so no password gets into an address. */
const formOf = (language: string, { title, login, password, submit }: Texts) =>
	[
		`<template data-language="${language}"><main>`,
		'<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/>',
		'<path d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z"/></svg>',
		`<h1>${escaped(title)}</h1><form method="dialog">`,
		`<label>${escaped(login)}<input name="login" autocomplete="username" autocapitalize="none" spellcheck="false"></label>`,
		`<label>${escaped(password)}<input name="password" type="password" autocomplete="current-password"></label>`,
		`<button>${escaped(submit)}</button></form></main></template>`,
	].join('')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

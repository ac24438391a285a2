import { api } from '../api.ts'
import { language } from '../text/en/language.ts'
import { CHOSEN, type Language, LANGUAGES, OF_ACCOUNT } from './languages.ts'

/** The language of this page. */
export const spoken = language.code as Language

const languageOf = (locale: string) => locale.split(/[-_]/)[0]?.toLowerCase()

/** Each language without a variant that somebody asked for. */
const TAGS: Record<Language, string> = { en: 'en', zh: 'zh-CN' }

/** What the account of somebody who reads this page says: the browser's own variant of the language, such as `en-GB`. */
export const localeOf = (wanted: Language) =>
	navigator.languages.find((one) => languageOf(one) === wanted) ?? TAGS[wanted]

/** What the account of a user can say: a language of the console, or what it says now. */
export function localesFor(now: string): { value: string; label: string }[] {
	const offered = LANGUAGES.map(({ value, label }) => ({ value: languageOf(now) === value ? now : TAGS[value], label }))
	if (offered.some(({ value }) => value === now)) return offered
	const name = new Intl.DisplayNames(language.locale, { type: 'language', fallback: 'code' }).of(now)
	return [...offered, { value: now, label: name ?? now }]
}

/**
 * Shows the console in another language, from now on. A build has one language, so the page loads again. If a form holds
 * something typed, the browser asks first.
 */
export async function choose(wanted: Language, me?: { locale: string }): Promise<void> {
	localStorage.setItem(CHOSEN, wanted)
	// The choice holds in this browser even if the account can't be changed now.
	if (me && languageOf(me.locale) !== wanted)
		await api.PATCH('/v1/me', { body: { locale: localeOf(wanted) } }).catch(() => undefined)
	if (wanted !== spoken) location.reload()
}

/** Remembers the account's language for the next visit, and shows it now unless another one was chosen in this browser. */
export function follow(locale: string): void {
	localStorage.setItem(OF_ACCOUNT, locale)
	const isOffered = LANGUAGES.some(({ value }) => value === languageOf(locale))
	if (isOffered && languageOf(locale) !== spoken && !localStorage.getItem(CHOSEN)) location.reload()
}

/** The account's language was changed by hand, which is newer than the choice in this browser. */
export const forgetChoice = () => localStorage.removeItem(CHOSEN)

/** The sign-in is for everyone, in the language that their browser asks for. */
export const forgetAccount = () => localStorage.removeItem(OF_ACCOUNT)

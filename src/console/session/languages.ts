/** What `public/console/language.js` reads before anything else: the choice in this browser, and the account's own language. */
export const CHOSEN = 'plinth.language'
export const OF_ACCOUNT = 'plinth.locale'

/** The languages to choose from, each by its own name. */
export const LANGUAGES = [
	{ value: 'en', label: 'English' },
	{ value: 'zh', label: '简体中文' },
] as const
export type Language = (typeof LANGUAGES)[number]['value']

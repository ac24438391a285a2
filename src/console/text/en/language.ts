import type { Coded, Told, Translate, Words } from '../texts.ts'

/** The language of this folder. */
export const language = {
	/** As in the name of the folder. */
	code: 'en',
	/** For numbers, dates and lists. */
	locale: 'en-US',
	/** Writes times of day from 00:00 to 23:59. */
	clock: 'en-GB',
	/** Loads what says the API's errors in this language. The API says them in English. */
	errors: undefined as (() => Promise<Translate>) | undefined,
	/** Loads what says in this language what a dry run found outside of the database. */
	effects: undefined as (() => Promise<(effect: Coded) => string | undefined>) | undefined,
	/** Loads what says in this language what Plinth writes in its notices, and its alerts. The API says them in English. */
	notices: undefined as
		| (() => Promise<Readonly<Record<string, (values: Coded['values'], words: Words) => Told>>>)
		| undefined,
	alerts: undefined as
		| (() => Promise<(alert: string, values: Coded['values'] | null, words: Words) => string | undefined>)
		| undefined,
} as const

/** What stands between texts that a component joins. */
export const punctuation = { comma: ', ', list: ', ', colon: ': ', stop: '.', open: ' (', close: ')' } as const

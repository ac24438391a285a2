import { common as t } from '../text/en/common.ts'
import { language } from '../text/en/language.ts'

export const DAY_MS = 86_400_000

// Formats numbers and times, in the language of the texts, so a sentence never mixes two languages.

const LANGUAGE = language.locale

const whole = new Intl.NumberFormat(LANGUAGE)
const fine = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 4 })
const short = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 1 })
const money = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD' })
const shortMoney = new Intl.NumberFormat(LANGUAGE, {
	style: 'currency',
	currency: 'USD',
	notation: 'compact',
	maximumFractionDigits: 1,
})
const cents = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD', minimumFractionDigits: 4 })
const priced = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const share = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 })
const date = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const full = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto', style: 'short' })

export const number = (value: number) => whole.format(value)
/** An amount that may be less than one, with at most four decimals. */
export const amount = (value: number) => fine.format(value)
export const compact = (value: number) => (Math.abs(value) < 10_000 ? whole.format(value) : short.format(value))
export const usd = (value: number) => (value !== 0 && Math.abs(value) < 1 ? cents : money).format(value)
/** A price without its currency, with cents, and more where it has more. */
export const price = (value: number) => priced.format(value)
export const compactUsd = (value: number) => (Math.abs(value) < 1000 ? usd(value) : shortMoney.format(value))

/** A part of one, such as 0.045, as "4.5%". */
export const percent = (part: number) => share.format(part)

/** A list as people type it into a field, the same in every language. */
export const typedList = (items: readonly (string | number)[]) => items.join(', ')

/** A UTC day such as `2026-11-22`, as "Nov 22". */
export const day = (iso: string) => dayOfYear.format(new Date(`${iso}T00:00:00Z`))

export const dateOf = (iso: string) => date.format(new Date(iso))

/** The day and the time of day, in the reader's zone. */
export const momentOf = (iso: string) => moment.format(new Date(iso))

/** The exact time, in UTC, where it stands by itself: "2026-11-22 14:05:09 UTC". */
export const exactOf = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} ${t.utc}`

/** The exact time, in UTC. */
export const utcOf = (iso: string) => `${full.format(new Date(iso))} ${t.utc}`

const UNITS = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
] as const

/** Whether something is more than 30 days away: "2 mo. ago" says too little to count with. */
export const isFar = (iso: string, now: number) => Math.abs(Date.parse(iso) - now) > 2_592_000_000

/** "5 min. ago", "in 3 days", and the date of what is far. */
export function ago(iso: string, now = Date.now()): string {
	if (isFar(iso, now)) return dateOf(iso)
	const seconds = (Date.parse(iso) - now) / 1000
	const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? []
	return unit && length ? relative.format(Math.trunc(seconds / length), unit) : t.just_now
}

/** The UTC day that is `back` days before today. */
export const dayBefore = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

/** `platform_admin` as "platform admin". */
export const words = (name: string) => name.replaceAll(/[._]/g, ' ')

/** `platform_admin` as "Platform admin", for the start of a line. */
export const titleOf = (name: string) => words(name).replace(/^./, (letter) => letter.toUpperCase())

/** The first letters of a name. */
export const initials = (name: string) =>
	name
		.split(/[\s._-]+/)
		.map((part) => part.charAt(0))
		.slice(0, 2)
		.join('')
		.toUpperCase()

const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

/** What somebody typed as a number: "5,000" is 5000, as the console writes it. What else has a comma is none. */
export const typedNumber = (text: string) => Number(GROUPED.test(text) ? text.replaceAll(',', '') : text)

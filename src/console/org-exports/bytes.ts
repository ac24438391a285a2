import { language } from '../text/en/language.ts'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const
const FORMAT = new Intl.NumberFormat(language.locale, { maximumFractionDigits: 1 })

/** A number of bytes, in the largest unit of which it has at least one. */
export function bytes(count: number): string {
	const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3))
	return `${FORMAT.format(count / 1000 ** power)} ${UNITS[power]}`
}

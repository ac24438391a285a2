// Amounts as bills write them. They are read as text and summed in nano-dollars, because a thousand lines of a binary fraction add
// up to another sum than the bill's.

export const NANO = 1_000_000_000n

/** How the amounts of a column are written. */
export interface Style {
	decimal: '.' | ','
}

/** The currency that a cell or a heading names, such as EUR. Undefined if it names none, or dollars. */
export function foreignIn(text: string): string | undefined {
	const [, code] = /(?:^|[^a-z])([a-z]{3})(?:[^a-z]|$)/i.exec(text.replaceAll('_', ' ')) ?? []
	const named = code?.toUpperCase()
	if (named !== undefined && CODES.has(named)) return named
	const [symbol] = /[€£¥₹₩₽₺₫฿₴₦元円]|R\$|(?<![A-Z])(?:A|C|NZ|HK|S)\$|Fr\.|kr\b|zł/.exec(text) ?? []
	return symbol
}

const CODES = new Set(
	'EUR GBP JPY CNY RMB INR KRW CHF CAD AUD NZD HKD SGD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH BRL MXN ARS CLP COP ZAR ILS AED SAR EGP NGN KES THB IDR MYR PHP VND TWD'.split(
		' ',
	),
)

const bare = (text: string) => text.replaceAll(/US\$|USD|\$|[\s\u00A0\u202F'’_]/gi, '')

/** Amounts like `1,234`, which are a thousand in one country and one and a bit in another. */
const isGrouped = (text: string, sign: '.' | ',') =>
	(sign === ',' ? /^[+-]?[1-9]\d{0,2}(,\d{3})+$/ : /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/).test(text)

/** Whether this sign is the last of both in an amount. */
const isLast = (sign: '.' | ',') => (amount: string) =>
	amount.lastIndexOf(sign) > amount.lastIndexOf(sign === ',' ? '.' : ',')

/** How the amounts of a column are written, from all of them. Undefined if they can be read in two ways. */
export function styleOf(cells: string[], separator: string): Style | undefined {
	const amounts = cells.map(bare)
	const both = amounts.filter((amount) => amount.includes(',') && amount.includes('.'))
	if (both.length > 0)
		return both.every(isLast(',')) ? { decimal: ',' } : both.every(isLast('.')) ? { decimal: '.' } : undefined
	const [commas, dots] = [
		amounts.filter((amount) => amount.includes(',')),
		amounts.filter((amount) => amount.includes('.')),
	]
	if (commas.length === 0)
		return dots.some((amount) => amount.split('.').length > 2) ? { decimal: ',' } : { decimal: '.' }
	if (commas.every((amount) => isGrouped(amount, ','))) {
		if (dots.length > 0) return { decimal: '.' }
		return separator === ',' ? undefined : { decimal: ',' }
	}
	return dots.every((amount) => isGrouped(amount, '.')) ? { decimal: ',' } : undefined
}

/** An amount in nano-dollars, rounded half away from 0. Undefined if it's no number. */
export function nanousd(text: string, { decimal }: Style): bigint | undefined {
	const negative = /^\(.*\)$/.test(text.trim()) ? `-${text.trim().slice(1, -1)}` : text
	const grouping = decimal === '.' ? ',' : '.'
	const plain = bare(negative).replaceAll(grouping, '').replace(decimal, '.')
	const [, sign, whole = '', part = '', power = '0'] =
		/^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(plain) ?? []
	if (sign === undefined || whole + part === '') return undefined
	// The digits before the ninth place after the point, one more for rounding, and no more.
	const places = 9 + Number(power) - part.length
	const digits = BigInt(whole + part)
	const nanos = places >= 0 ? digits * 10n ** BigInt(places) : half(digits, 10n ** BigInt(-places))
	return sign === '-' ? -nanos : nanos
}

const half = (digits: bigint, divisor: bigint) => (digits + divisor / 2n) / divisor

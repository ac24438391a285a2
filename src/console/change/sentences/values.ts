import { entitlementNames } from '../../text/en/entitlement-names.ts'
import { punctuation } from '../../text/en/language.ts'
import { sentences as t } from '../../text/en/sentences.ts'
import { isSame } from '../../ui/draft.ts'
import { isExact } from '../../ui/exact.ts'
import { exactOf, momentOf as localMomentOf, number, usd } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import { entitlementName } from '../entitlement-name.ts'
import { isUnlimited } from '../limit-key.ts'
import type { Entitlement, Facts, Row, Touching } from './kind.ts'

const ID = /^[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
export const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value)

/** What a draft is called before it has a name. Its sentence names nothing. */
export const UNNAMED = '…'

/** A value of a row that is a text or a number. */
export const textIn = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''

/** What most rows are called. */
export const nameIn = ({ name }: Row) => named(textIn(name))

/** How many a change touches. */
export const countOf = ({ count, has_more }: Touching) => (has_more ? t.more(number(count)) : number(count))

/** A time with its hour. */
export const momentOf = (iso: string) => (isExact() ? exactOf(iso) : localMomentOf(iso))

/** Prices are stored per 1,000 tokens, and quoted per million. */
const isPrice = (field: string) => field.startsWith('cost_per_1k_')

/** A value of a row in a sentence. */
export function wordsOf(field: string, value: unknown, facts: Facts): string {
	if (value === null || value === undefined || value === '') return t.none
	if (typeof value === 'boolean') return value ? t.yes : t.no
	if (typeof value === 'number') return isPrice(field) ? t.per_million(usd(value * 1000)) : number(value)
	if (isId(value)) return facts.name(value)
	if (isTime(value)) return momentOf(value)
	if (Array.isArray(value))
		return value.length === 0 ? t.none : value.map((one) => wordsOf(field, one, facts)).join(punctuation.list)
	if (typeof value === 'object') return '$secret' in value ? t.secret : t.settings
	const text = textIn(value)
	return t.values[`${field}.${text}`] ?? t.values[text] ?? named(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}

export function amountOf({ key, value, value_type }: Entitlement): string {
	if (value_type === 'boolean') return value === 'true' ? t.yes : t.no
	if (value_type === 'string') return named(value)
	return isUnlimited(key, Number(value)) ? t.unlimited : number(Number(value))
}

/** "5,000 runs a month instead of unlimited". */
export function insteadOf(now: Entitlement, old: Entitlement | undefined): string {
	const label = entitlementNames[now.key]
	const amount = amountOf(now)
	const isCounted = label !== undefined && now.value_type === 'integer'
	const what = isCounted ? t.amount(amount, label) : t.member(label ?? named(entitlementName(now.key)), amount)
	return old ? t.instead(what, amountOf(old)) : what
}

/** What a list of entitlements changes of another one, without what stays. */
export function differencesIn(before: Entitlement[], after: Entitlement[]): string[] {
	const changed = after.flatMap((now) => {
		const old = before.find(({ key }) => key === now.key)
		return old && amountOf(old) === amountOf(now) ? [] : [insteadOf(now, old)]
	})
	const gone = before.filter(({ key }) => !after.some((now) => now.key === key))
	return [...changed, ...gone.map((old) => t.no_longer(named(entitlementName(old.key)), amountOf(old)))]
}

/** Whether a change touches a member of the row. What isn't set in either state is the same, whether it's null or missing. */
export const hasChanged = (field: string, before: Row, after: Row): boolean =>
	!isSame(before[field] ?? null, after[field] ?? null)

/** Whether it's the only one of those that a sentence names. */
export const isOnlyChange = (field: string, labels: object, before: Row, after: Row): boolean =>
	Object.keys(labels).every((label) => hasChanged(label, before, after) === (label === field))

import type { Schema } from '../api.ts'
import { plans as t } from '../text/en/plans.ts'
import { number } from '../ui/format.ts'

export const isLimitKey = (key: string) => /^(quota|limit)\./.test(key)

/** A limit of 0 is none, and an overdraft only below 0. */
export const isUnlimited = (key: string, value: number) =>
	key === 'credits.overdraft' ? value < 0 : value <= 0 && isLimitKey(key)

/** An entitlement's value in words. */
export function valueText({
	key,
	value,
	value_type,
}: Pick<Schema<'Entitlement'>, 'key' | 'value' | 'value_type'>): string {
	if (value_type === 'boolean') return value === 'true' ? t.yes : t.no
	if (value_type === 'string') return value
	return isUnlimited(key, Number(value)) ? t.unlimited : number(Number(value))
}

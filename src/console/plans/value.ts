import type { Schema } from '../api.ts'
import { plans as t } from '../text/en/plans.ts'
import { number } from '../ui/format.ts'

/** An entitlement's value in words. A limit of 0 means unlimited. */
export function valueText({
	key,
	value,
	value_type,
}: Pick<Schema<'Entitlement'>, 'key' | 'value' | 'value_type'>): string {
	if (value_type === 'boolean') return value === 'true' ? t.yes : t.no
	if (value_type === 'string') return value
	return /^(quota|limit)\./.test(key) && Number(value) <= 0 ? t.unlimited : number(Number(value))
}

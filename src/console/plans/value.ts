import type { Schema } from '../api.ts'
import { plans as t } from '../text/en/plans.ts'
import { number } from '../ui/format.ts'

/** The value of an entitlement as people read it. A limit of 0 is none. */
export function valueText({
	key,
	value,
	value_type,
}: Pick<Schema<'Entitlement'>, 'key' | 'value' | 'value_type'>): string {
	if (value_type === 'boolean') return value === 'true' ? t.yes : t.no
	if (value_type === 'string') return value
	return /^(quota|limit)\./.test(key) && Number(value) <= 0 ? t.unlimited : number(Number(value))
}

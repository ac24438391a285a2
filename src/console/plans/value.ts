import type { Schema } from '../api.ts'
import { isUnlimited } from '../change/limit-key.ts'
import { plans as t } from '../text/en/plans.ts'
import { number } from '../ui/format.ts'

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

import type { Schema } from '../api.ts'
import { entitlementTitle } from '../change/entitlement-name.ts'
import { entitlementKeys as t } from '../text/en/entitlement-keys.ts'
import { Badge } from '../ui/badge.tsx'
import { valueText } from './value.ts'

/** A stored value, with a mark on one that has no effect because it doesn't fit its key. */
export const EntitlementValue = (
	entitlement: Pick<Schema<'Entitlement'>, 'key' | 'value' | 'value_type' | 'is_valid'>,
) =>
	entitlement.is_valid ? (
		valueText(entitlement)
	) : (
		<>
			<code>{entitlement.value}</code> <Badge tone="warn">{t.misfit}</Badge>
		</>
	)

/** What an entitlement is called, and its key for who points at it. */
export const EntitlementName = ({ key }: { key: string }) => <span title={key}>{entitlementTitle(key)}</span>

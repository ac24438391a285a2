import type { Schema } from '../api.ts'
import { layers as t } from '../text/en/layers.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { TextField } from '../ui/field.tsx'
import { usePlans } from './read.tsx'

type Plan = Schema<'Plan'>

const grants = (key: string) => (plan: Plan) =>
	plan.entitlements.some((one) => one.key === key && one.value_type === 'boolean' && one.value === 'true')

/** The names of the plans that grant an entitlement; undefined while they load. */
export const usePlansWith = (entitlement: string): string[] | undefined =>
	usePlans()
		?.filter(grants(entitlement))
		.map(({ display_name }) => display_name)

/** Which plans an entry of the platform comes with, by the entitlement that it needs. */
export const SoldWith = ({ entitlement }: { entitlement: string | null }) =>
	entitlement === null ? t.everyone : <Plans entitlement={entitlement} />

function Plans({ entitlement }: { entitlement: string }) {
	const names = usePlansWith(entitlement)
	if (!names) return '…'
	return <span title={entitlement}>{names.length > 0 ? t.names(names) : <Badge tone="warn">{t.no_plan}</Badge>}</span>
}

/** The entitlement that an org needs. It offers those that plans grant. */
export function EntitlementField({ entitlement }: { entitlement: string | null }) {
	const keys = usePlans()?.flatMap((plan) =>
		plan.entitlements.flatMap(({ key, value_type }) => (value_type === 'boolean' ? [key] : [])),
	)
	return (
		<>
			<TextField
				name="entitlement"
				label={terms.entitlement}
				hint={t.entitlement_hint}
				defaultValue={entitlement ?? ''}
				list="sold-entitlements"
				placeholder="models.large"
			/>
			<datalist id="sold-entitlements">
				{[...new Set(keys)].map((key) => (
					<option key={key}>{key}</option>
				))}
			</datalist>
		</>
	)
}

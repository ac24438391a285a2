import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { api, data, type Schema } from '../api.ts'
import { useMe } from '../session/session.ts'
import { entitlements as t } from '../text/en/entitlements.ts'
import { plans } from '../text/en/plans.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import styles from './entitlement-editor.module.css'

type Entitlement = Schema<'EntitlementInput'>
type Type = Entitlement['value_type']

const LIST = 'known-entitlements'

/** The entitlements that the platform itself reads are those that every org has. */
function useKnown() {
	const { org_id } = useMe()
	const { data: known = [] } = useQuery({
		queryKey: ['entitlements', org_id],
		queryFn: () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } })),
	})
	return known
}

/** The suggestions for key fields. Render it once in a form. */
export function KnownKeys() {
	const known = useKnown()
	return (
		<datalist id={LIST}>
			{known.map(({ key }) => (
				<option key={key} value={key}>
					{key}
				</option>
			))}
		</datalist>
	)
}

/** The initial values of a new one. */
export const NEW: Entitlement = { key: '', value: '', value_type: 'integer' }

interface EntitlementFieldsProps {
	/** The prefix of the field names. */
	prefix?: string
	entitlement: Entitlement
	onChange: (entitlement: Entitlement) => void
}

/** For these keys 0 means no limit. The form says so, because it looks like the opposite. */
const isLimit = ({ key, value_type }: Entitlement) => value_type === 'integer' && /^(limit|quota)\./.test(key)

/** An entitlement's key, type and value. A known key sets its type. */
export function EntitlementFields({ prefix = '', entitlement, onChange }: EntitlementFieldsProps) {
	const known = useKnown()
	const { key, type: typeLabel, value } = plans.edit
	const set = (part: Partial<Entitlement>) => onChange({ ...entitlement, ...part })
	const own = {
		name: `${prefix}value`,
		label: value,
		value: entitlement.value,
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ value: target.value }),
	}
	return (
		<div className={styles.fields}>
			<TextField
				name={`${prefix}key`}
				label={key}
				value={entitlement.key}
				list={LIST}
				onChange={({ target }) => {
					const found = known.find((one) => one.key === target.value)
					set({ key: target.value, ...(found && { value_type: found.value_type }) })
				}}
			/>
			<SelectField
				name={`${prefix}value_type`}
				label={typeLabel}
				value={entitlement.value_type}
				onChange={({ target }) => set({ value_type: target.value as Type })}
				options={(['integer', 'boolean', 'string'] as const).map((one) => ({ value: one, label: t.types[one] }))}
			/>
			{entitlement.value_type === 'boolean' ? (
				<SelectField
					{...own}
					options={[
						{ value: 'true', label: plans.yes },
						{ value: 'false', label: plans.no },
					]}
				/>
			) : (
				<TextField
					{...own}
					inputMode={entitlement.value_type === 'integer' ? 'numeric' : 'text'}
					hint={isLimit(entitlement) ? t.unlimited_hint : undefined}
				/>
			)}
		</div>
	)
}

import type { ChangeEvent } from 'react'
import type { Schema } from '../api.ts'
import { entitlementKeys } from '../text/en/entitlement-keys.ts'
import { entitlements as t } from '../text/en/entitlements.ts'
import { plans } from '../text/en/plans.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { hintOf, KNOWN_KEYS, useKnownKeys } from './known-keys.tsx'
import { isLimit, isUnlimited, LimitField } from './unlimited.tsx'
import styles from './entitlement-editor.module.css'

/** An entitlement as it's stored, or as you type it. */
export type Entitlement = Schema<'EntitlementInput'> & {
	is_valid?: boolean
	/** Whether the box is ticked. Undefined until somebody touches it or the value. */
	isBoxed?: boolean
}
type Type = Entitlement['value_type']

/** The initial values of a new one. */
export const NEW: Entitlement = { key: '', value: '', value_type: 'integer' }

interface EntitlementFieldsProps {
	/** The prefix of the field names. */
	prefix?: string
	entitlement: Entitlement
	onChange: (entitlement: Entitlement) => void
}

/** An entitlement's key, type and value. A known key sets its type. */
export function EntitlementFields({ prefix = '', entitlement, onChange }: EntitlementFieldsProps) {
	const known = useKnownKeys()
	const found = known.find((one) => one.key === entitlement.key)
	const isLimited = entitlement.value_type === 'integer' && isLimit(entitlement.key, found?.zero_means)
	const hint = hintOf(found, isLimited)
	const { key, type: typeLabel, value } = plans.edit
	const set = (part: Partial<Entitlement>) => onChange({ ...entitlement, is_valid: true, ...part })
	const own = {
		name: `${prefix}value`,
		label: value,
		value: entitlement.value,
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ value: target.value }),
		hint: entitlement.is_valid === false ? entitlementKeys.misfit_hint : undefined,
	}
	return (
		<div className={styles.fields}>
			<TextField
				name={`${prefix}key`}
				label={key}
				value={entitlement.key}
				hint={hint}
				list={KNOWN_KEYS}
				onChange={({ target }) => {
					const next = known.find((one) => one.key === target.value)
					set({ key: target.value, ...(next && { value_type: next.value_type }) })
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
			) : isLimited ? (
				<LimitField
					name={`${prefix}value`}
					label={value}
					hint={own.hint}
					value={entitlement.value}
					isBoxed={entitlement.isBoxed ?? isUnlimited(entitlement.value)}
					onChange={(next, isBoxed) => set({ value: next, isBoxed })}
				/>
			) : (
				<TextField {...own} inputMode={entitlement.value_type === 'integer' ? 'numeric' : 'text'} />
			)}
		</div>
	)
}

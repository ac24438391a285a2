import type { ChangeEvent } from 'react'
import type { Schema } from '../api.ts'
import { entitlementKeys } from '../text/en/entitlement-keys.ts'
import { entitlements as t } from '../text/en/entitlements.ts'
import { plans } from '../text/en/plans.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { hintOf, KNOWN_KEYS, useKnownKeys } from './known-keys.tsx'
import styles from './entitlement-editor.module.css'

/** An entitlement as it's stored, or as you type it. */
export type Entitlement = Schema<'EntitlementInput'> & { is_valid?: boolean }
type Type = Entitlement['value_type']

/** The initial values of a new one. */
export const NEW: Entitlement = { key: '', value: '', value_type: 'integer' }

interface EntitlementFieldsProps {
	/** The prefix of the field names. */
	prefix?: string
	entitlement: Entitlement
	onChange: (entitlement: Entitlement) => void
}

/** For keys of this form that only agents read, 0 means no limit too. */
const isLimit = ({ key, value_type }: Entitlement) => value_type === 'integer' && /^(limit|quota)\./.test(key)

/** An entitlement's key, type and value. A known key sets its type. */
export function EntitlementFields({ prefix = '', entitlement, onChange }: EntitlementFieldsProps) {
	const known = useKnownKeys()
	const hint = hintOf(known.find((one) => one.key === entitlement.key))
	const { key, type: typeLabel, value } = plans.edit
	const set = (part: Partial<Entitlement>) => onChange({ ...entitlement, is_valid: true, ...part })
	const own = {
		name: `${prefix}value`,
		label: value,
		value: entitlement.value,
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ value: target.value }),
		...(entitlement.is_valid === false && { hint: entitlementKeys.misfit_hint }),
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
					hint={!hint && isLimit(entitlement) ? t.unlimited_hint : undefined}
					{...own}
					inputMode={entitlement.value_type === 'integer' ? 'numeric' : 'text'}
				/>
			)}
		</div>
	)
}

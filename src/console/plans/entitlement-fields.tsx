import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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

/** What the fields for keys suggest. Once in a form. */
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

interface EntitlementFieldsProps {
	/** What the names of the fields begin with. */
	prefix?: string
	entitlement: Entitlement | undefined
}

/** The key, the type and the value of an entitlement. A known key brings its type. */
export function EntitlementFields({ prefix = '', entitlement }: EntitlementFieldsProps) {
	const known = useKnown()
	const [type, setType] = useState<Type>(entitlement?.value_type ?? 'integer')
	const { key, type: typeLabel, value } = plans.edit
	return (
		<div className={styles.fields}>
			<TextField
				name={`${prefix}key`}
				label={key}
				defaultValue={entitlement?.key}
				list={LIST}
				onChange={(event) => {
					const found = known.find((one) => one.key === event.target.value)
					if (found) setType(found.value_type)
				}}
			/>
			<SelectField
				name={`${prefix}value_type`}
				label={typeLabel}
				value={type}
				onChange={(event) => setType(event.target.value as Type)}
				options={(['integer', 'boolean', 'string'] as const).map((one) => ({ value: one, label: t.types[one] }))}
			/>
			{type === 'boolean' ? (
				<SelectField
					name={`${prefix}value`}
					label={value}
					defaultValue={entitlement?.value}
					options={[
						{ value: 'true', label: plans.yes },
						{ value: 'false', label: plans.no },
					]}
				/>
			) : (
				<TextField
					name={`${prefix}value`}
					label={value}
					defaultValue={entitlement?.value}
					inputMode={type === 'integer' ? 'numeric' : 'text'}
				/>
			)}
		</div>
	)
}

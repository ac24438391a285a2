import { useState } from 'react'
import { ROLES } from '../session/my-orgs.ts'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { roleNames } from '../text/en/roles.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CheckField, LongTextField, SelectField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import type { Connection, Owner } from './calls.ts'
import styles from './fields.module.css'

/** The roles that a connection can give. */
export const rolesOf = (owner: Owner) =>
	owner === null
		? Object.entries(roleNames).map(([value, label]) => ({ value, label }))
		: ROLES.map((value) => ({ value, label: t.roles[value] }))

interface RoleFieldsProps {
	owner: Owner
	stored?: Pick<Connection, 'role_claim' | 'role_map' | 'default_role'>
	/** What a provider usually calls it. */
	claim?: string
}

/** Which role somebody gets: by the values of a claim, and otherwise. */
export function RoleFields({ owner, stored, claim = '' }: RoleFieldsProps) {
	const [rows, setRows] = useState(() =>
		Object.entries(stored?.role_map ?? {}).map(([value, role], key) => ({ key, value, role })),
	)
	const [next, setNext] = useState(rows.length)
	const roles = rolesOf(owner)
	const add = () => {
		setRows([...rows, { key: next, value: '', role: roles.at(-1)?.value ?? '' }])
		setNext(next + 1)
	}
	return (
		<>
			<TextField
				name="role_claim"
				label={t.fields.role_claim}
				hint={t.fields.role_claim_hint}
				defaultValue={stored ? (stored.role_claim ?? '') : claim}
			/>
			<fieldset className={styles.roles}>
				<legend>{t.fields.role_map}</legend>
				<p className={styles.hint}>{t.fields.role_map_hint}</p>
				{rows.map(({ key, value, role }, index) => (
					<div key={key} className={styles.row}>
						<TextField name="role_map" label={t.fields.value(index + 1)} defaultValue={value} />
						<SelectField name="mapped" label={t.fields.role(index + 1)} options={roles} defaultValue={role} />
						<IconButton
							icon="trash"
							label={t.fields.remove_row(index + 1)}
							onClick={() => setRows(rows.filter((row) => row.key !== key))}
						/>
					</div>
				))}
				<div>
					<Button icon="plus" onClick={add}>
						{t.fields.add_row}
					</Button>
				</div>
			</fieldset>
			<SelectField
				name="default_role"
				label={t.fields.default_role}
				hint={t.fields.default_role_hint}
				options={[{ value: '', label: t.fields.no_role }, ...roles]}
				defaultValue={stored?.default_role ?? ''}
			/>
		</>
	)
}

export const rolesIn = (form: Values) => {
	const roles = form.all('mapped')
	const rows = form.all('role_map').map((value, index) => [value.trim(), roles[index] ?? ''] as const)
	return {
		role_claim: form.textOrNull('role_claim'),
		role_map: Object.fromEntries(rows.filter(([value]) => value !== '')),
		default_role: form.textOrNull('default_role'),
	}
}

/** How somebody signs in, and for how long. */
export const SignInFields = ({ stored, scopes }: { stored?: Connection; scopes: string }) => (
	<>
		<TextField
			name="scopes"
			label={t.fields.scopes}
			hint={t.fields.scopes_hint}
			defaultValue={stored?.scopes.join(' ') ?? scopes}
		/>
		<LongTextField
			name="domains"
			label={t.fields.domains}
			hint={t.fields.domains_hint}
			rows={2}
			spellCheck={false}
			defaultValue={stored?.domains.map(({ domain }) => domain).join('\n') ?? ''}
		/>
		<TextField
			name="session_max_age"
			label={t.fields.session_max_age}
			type="number"
			min="5"
			max="720"
			hint={t.fields.session_hint}
			defaultValue={(stored?.session_max_age ?? 43_200) / 60}
		/>
		{stored && <CheckField name="is_active" label={t.fields.is_active} defaultChecked={stored.is_active} />}
	</>
)

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

export const signInIn = (form: Values) => ({
	scopes: words(form.text('scopes')),
	domains: words(form.text('domains')).map((domain) => domain.toLowerCase()),
	session_max_age: form.number('session_max_age') * 60,
})

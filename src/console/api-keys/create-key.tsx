import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useName } from '../names.tsx'
import { useMe } from '../session/session.ts'
import { apiKeys } from '../text/en/keys.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { CreatedKey } from './created-key.tsx'
import styles from './api-keys.module.css'

const t = apiKeys.create

const DAY_MS = 86_400_000

const LIFETIMES = [
	{ value: '30', label: t.days(30) },
	{ value: '90', label: t.days(90) },
	{ value: '365', label: t.year },
	{ value: '', label: apiKeys.never },
] as const

/** Creates a key for the org that the user acts in, then shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
	const [created, setCreated] = useState<Schema<'CreatedApiKey'>>()
	const { permissions, org_id } = useMe()
	const org = useName(org_id) ?? org_id
	const create = useChange({
		send: (body: Schema<'CreateApiKey'>, headers) => api.POST('/v1/api-keys', { body, headers }),
		onDone: setCreated,
	})
	const submit = (form: Values) => {
		const days = form.number('expires_at')
		void create.run({
			name: form.text('name'),
			scopes: permissions.filter((scope) => form.checked(`scope.${scope}`)),
			expires_at: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
		})
	}
	if (created) return <CreatedKey apiKey={created} onClose={onClose} />
	return (
		<FormDialog title={t.title(org)} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={t.name} hint={t.name_hint} maxLength={200} />
			{permissions.length > 0 && (
				<fieldset className={styles.choices}>
					<legend>{t.scopes}</legend>
					{permissions.map((scope) => (
						<CheckField key={scope} name={`scope.${scope}`} label={scope} hint={apiKeys.scopes[scope]} />
					))}
					<p className={styles.hint}>{t.scopes_hint}</p>
				</fieldset>
			)}
			<SelectField name="expires_at" label={t.expires_at} options={LIFETIMES} defaultValue="90" />
		</FormDialog>
	)
}

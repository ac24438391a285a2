import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useName } from '../names/name.tsx'
import { useMe } from '../session/session.ts'
import { apiKeys } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { CreatedKey } from './created-key.tsx'
import { expiryIn, LifetimeField } from './expiry.tsx'
import { ModeField, modeIn } from './mode.tsx'
import { ScopeFields, scopesIn } from './scope-fields.tsx'

const t = apiKeys.create

/** Creates a key for the org that the user acts in, then shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
	const [created, setCreated] = useState<Schema<'CreatedApiKey'>>()
	const { permissions, org_id } = useMe()
	const org = useName(org_id) ?? org_id
	const create = useChange({
		send: (body: Schema<'CreateApiKey'>, headers) => api.POST('/v1/api-keys', { body, headers }),
		onDone: setCreated,
	})
	const submit = (form: Values) =>
		void create.run({
			name: form.text('name'),
			scopes: scopesIn(form, permissions),
			mode: modeIn(form),
			expires_at: expiryIn(form),
		})
	if (created) return <CreatedKey apiKey={created} onClose={onClose} />
	return (
		<FormDialog title={t.title(org)} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={terms.name} hint={t.name_hint} maxLength={200} />
			{permissions.length > 0 && <ScopeFields scopes={permissions} hint={t.scopes_hint} />}
			<ModeField />
			<LifetimeField />
		</FormDialog>
	)
}

import { useNavigate } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { UserField } from '../names/user-field.tsx'
import { orgs as t } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'

export function CreateOrg({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const create = useChange({
		send: (body: Schema<'CreateOrg'>, headers) => api.POST('/v1/admin/orgs', { body, headers }),
		done: ({ name }) => terms.created_it(name),
		onDone: ({ id }) => void navigate({ to: '/orgs/$org_id', params: { org_id: id } }),
	})
	const submit = (form: Values) => {
		const owner_user_id = form.textOrNull('owner_user_id')
		void create.run({ name: form.text('name'), ...(owner_user_id ? { owner_user_id } : {}) })
	}
	return (
		<FormDialog title={terms.new_org} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={terms.name} />
			<UserField name="owner_user_id" label={terms.owner} hint={t.create.owner_hint} />
		</FormDialog>
	)
}

import { useNavigate } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { common } from '../text/en/common.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { UserField } from '../users/user-field.tsx'

export function CreateOrg({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const create = useChange({
		send: (body: Schema<'CreateOrg'>, headers) => api.POST('/v1/admin/orgs', { body, headers }),
		done: ({ name }) => t.create.done(name),
		onDone: ({ id }) => void navigate({ to: '/orgs/$org_id', params: { org_id: id } }),
	})
	const submit = (form: Values) => {
		const owner_user_id = form.textOrNull('owner_user_id')
		void create.run({ name: form.text('name'), ...(owner_user_id ? { owner_user_id } : {}) })
	}
	return (
		<Dialog title={t.create.title} onClose={onClose}>
			<Form
				label={t.create.title}
				onSubmit={submit}
				refusal={create.refusal}
				actions={
					<>
						<Button onClick={onClose}>{common.cancel}</Button>
						<Button kind="primary" submit isBusy={create.isRunning}>
							{common.create}
						</Button>
					</>
				}
			>
				<TextField name="name" label={t.create.name} />
				<UserField name="owner_user_id" label={t.create.owner} hint={t.create.owner_hint} />
			</Form>
		</Dialog>
	)
}

import { useNavigate } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { plans as t } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { usePlans } from './read.tsx'

export function CreatePlan({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const others = usePlans() ?? []
	const create = useChange({
		send: (body: Schema<'CreatePlan'>, headers) => api.POST('/v1/plans', { body, headers }),
		done: ({ display_name }) => t.create.done(display_name),
		canUndo: true,
		onDone: ({ id }) => void navigate({ to: '/plans/$id', params: { id } }),
	})
	const submit = (form: Values) => {
		const copied = others.find(({ id }) => id === form.text('copy'))
		void create.run({
			name: form.text('name'),
			display_name: form.text('display_name'),
			entitlements: (copied?.entitlements ?? []).map(({ key, value, value_type }) => ({ key, value, value_type })),
		})
	}
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="display_name" label={t.create.display_name} />
			<TextField name="name" label={terms.name} hint={t.create.name_hint} />
			<SelectField
				name="copy"
				label={terms.entitlements}
				options={[
					{ value: '', label: t.create.copy_none },
					...others.map(({ id, display_name }) => ({ value: id, label: t.create.copy_of(display_name) })),
				]}
			/>
		</FormDialog>
	)
}

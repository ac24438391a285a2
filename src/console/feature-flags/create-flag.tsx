import { useNavigate } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { featureFlags as t } from '../text/en/feature-flags.ts'
import { terms } from '../text/en/terms.ts'
import { CheckField, LongTextField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'

export function CreateFlag({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const create = useChange({
		send: (body: Schema<'CreateFeatureFlag'>, headers) => api.POST('/v1/feature-flags', { body, headers }),
		done: ({ key }) => t.create.done(key),
		canUndo: true,
		onDone: ({ key }) => void navigate({ to: '/feature-flags/$key', params: { key } }),
	})
	const submit = (form: Values) =>
		void create.run({
			key: form.text('key'),
			description: form.text('description'),
			default_value: form.checked('default_value'),
		})
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="key" label={terms.key} hint={t.create.key_hint} />
			<LongTextField name="description" label={terms.description} rows={2} />
			<CheckField name="default_value" label={t.create.value} />
		</FormDialog>
	)
}

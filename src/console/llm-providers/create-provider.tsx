import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useScope } from '../session/scope.ts'
import { llmProviders as t } from '../text/en/llm-providers.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { objectsIn } from '../ui/json-field.tsx'
import { ProviderFields, providerIn } from './provider-fields.tsx'

export function CreateProvider({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const scope = useScope()
	const [problem, setProblem] = useState<Refusal>()
	const create = useChange({
		send: (body: Schema<'CreateLlmProvider'>, headers) =>
			api.POST('/v1/llm-providers', { params: { query: { scope } }, body, headers }),
		done: ({ name }) => t.create.done(name),
		canUndo: true,
		onDone: ({ id }) => void navigate({ to: '/llm-providers/$provider_id', params: { provider_id: id } }),
	})
	const submit = (form: Values) => {
		const objects = objectsIn(form, ['advanced_json'])
		setProblem(objects instanceof Refusal ? objects : undefined)
		if (!(objects instanceof Refusal))
			void create.run({ ...providerIn(form), ...objects, api_key: form.exact('api_key') })
	}
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} refusal={problem} onClose={onClose}>
			<ProviderFields />
		</FormDialog>
	)
}

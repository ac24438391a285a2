import { useState } from 'react'
import { api, Refusal, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import type { Scope } from '../session/scope.ts'
import { llmProviders as t } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import type { Values } from '../ui/form.tsx'
import { objectsIn } from '../ui/json-field.tsx'
import { ProviderFields, providerIn } from './provider-fields.tsx'

/** A draft's key isn't shown anywhere. */
const { api_key: _, ...LABELS } = t.fields

interface ProviderFormProps {
	provider: Tagged<Schema<'LlmProvider'>>
	scope: Scope
	onClose: () => void
}

/** Changes a provider. It asks before a stored key goes to another address. */
export function ProviderForm({ provider: read, scope, onClose }: ProviderFormProps) {
	const edit = useEdit(read)
	const provider = edit.value
	const ask = useAsk()
	const [problem, setProblem] = useState<Refusal>()
	const save = useChange({
		send: (body: Schema<'UpdateLlmProvider'>, headers) =>
			api.PATCH('/v1/llm-providers/{provider_id}', {
				params: { path: { provider_id: provider.id }, query: { scope } },
				body,
				headers,
			}),
		edit,
		done: ({ name }) => terms.saved_it(name),
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const objects = objectsIn(form, ['advanced_json'])
		setProblem(objects instanceof Refusal ? objects : undefined)
		if (objects instanceof Refusal) return
		const api_key = form.exact('api_key')
		const input = { ...changed(provider, { ...providerIn(form), ...objects }), ...(api_key && { api_key }) }
		const isRedirect = !api_key && ('base_url' in input || 'provider' in input)
		if (isRedirect) ask({ ...t.redirect, body: t.redirect.body[scope], isDanger: true, change: save, input })
		else void save.run(input)
	}
	return (
		<EditForm
			title={terms.settings}
			edit={edit}
			labels={LABELS}
			onSubmit={submit}
			change={save}
			refusal={problem ?? save.refusal}
			onClose={onClose}
		>
			<ProviderFields provider={provider} />
		</EditForm>
	)
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Refusal, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import type { Scope } from '../session/scope.ts'
import { llmModels as t } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import type { Values } from '../ui/form.tsx'
import { objectsIn } from '../ui/json-field.tsx'
import { ModelFields, modelIn } from './model-fields.tsx'
import { quoted } from './prices.ts'

type Model = Schema<'LlmModel'>

interface EditModelProps {
	model: Model
	scope: Scope
	onClose: () => void
}

/** Changes a model unless somebody else changed it since it was read. */
export function EditModel({ model: { id, provider_id, model }, scope, onClose }: EditModelProps) {
	const params = { path: { provider_id, model_id: id }, query: { scope } }
	const { data: current, error } = useQuery({
		queryKey: ['llm-providers', provider_id, 'models', id, scope],
		queryFn: () => tagged(api.GET('/v1/llm-providers/{provider_id}/models/{model_id}', { params })),
	})
	return (
		<Dialog title={t.edit.title(model)} onClose={onClose}>
			{error && <Failure refusal={error} isInline />}
			{current && <ModelForm model={current} scope={scope} onClose={onClose} />}
		</Dialog>
	)
}

function ModelForm({ model: read, scope, onClose }: Omit<EditModelProps, 'model'> & { model: Tagged<Model> }) {
	const edit = useEdit(read)
	const { id, provider_id, model } = edit.value
	const params = { path: { provider_id, model_id: id }, query: { scope } }
	const [problem, setProblem] = useState<Refusal>()
	const save = useChange({
		send: (body: Schema<'UpdateLlmModel'>, headers) =>
			api.PATCH('/v1/llm-providers/{provider_id}/models/{model_id}', { params, body, headers }),
		edit,
		done: t.edit.done(model),
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const objects = objectsIn(form, ['when', 'advanced_json'])
		setProblem(objects instanceof Refusal ? objects : undefined)
		if (objects instanceof Refusal) return
		const { when, advanced_json } = objects
		void save.run(
			changed(edit.value, { ...modelIn(form, scope), when: when ?? {}, advanced_json: advanced_json ?? {} }),
		)
	}
	return (
		<EditForm
			title={t.edit.title(model)}
			change={save}
			edit={edit}
			onSubmit={submit}
			refusal={problem}
			onClose={onClose}
			labels={{ ...t.fields, entitlement: terms.entitlement }}
			show={quoted}
		>
			<ModelFields scope={scope} model={edit.value} />
		</EditForm>
	)
}

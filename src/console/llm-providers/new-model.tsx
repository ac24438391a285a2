import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import type { Scope } from '../session/scope.ts'
import { llmModels as t } from '../text/en/llm-providers.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { objectsIn } from '../ui/json-field.tsx'
import { ModelFields, modelIn, NEW } from './model-fields.tsx'

interface NewModelProps {
	provider: Schema<'LlmProvider'>
	scope: Scope
	/** The form's initial name. */
	model: string
	onClose: () => void
}

/** Adds a model. A provider's first model becomes its default unless you say otherwise. */
export function NewModel({ provider: { id, models }, scope, model, onClose }: NewModelProps) {
	const [problem, setProblem] = useState<Refusal>()
	const create = useChange({
		send: (body: Schema<'CreateLlmModel'>, headers) =>
			api.POST('/v1/llm-providers/{provider_id}/models', {
				params: { path: { provider_id: id }, query: { scope } },
				body,
				headers,
			}),
		done: (_, input) => t.create.done(input.model),
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const objects = objectsIn(form, ['when', 'advanced_json'])
		setProblem(objects instanceof Refusal ? objects : undefined)
		if (!(objects instanceof Refusal)) void create.run({ ...modelIn(form, scope), ...objects })
	}
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} refusal={problem} onClose={onClose}>
			<ModelFields scope={scope} model={{ ...NEW, model, is_default: models.length === 0 }} />
		</FormDialog>
	)
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Refusal, type Schema, tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { common } from '../text/en/common.ts'
import { llmModels as t } from '../text/en/llm-providers.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { objectsIn } from '../ui/json-field.tsx'
import { ModelFields, modelIn } from './model-fields.tsx'

/** Changes a model unless somebody else has changed it since it was read. */
export function EditModel({
	model: { id, provider_id, model },
	onClose,
}: {
	model: Schema<'LlmModel'>
	onClose: () => void
}) {
	const params = { path: { provider_id, model_id: id } }
	const [problem, setProblem] = useState<Refusal>()
	const { data: current, error } = useQuery({
		queryKey: ['llm-providers', provider_id, 'models', id],
		queryFn: () => tagged(api.GET('/v1/llm-providers/{provider_id}/models/{model_id}', { params })),
	})
	const save = useChange({
		send: (body: Schema<'UpdateLlmModel'>, headers) =>
			api.PATCH('/v1/llm-providers/{provider_id}/models/{model_id}', { params, body, headers }),
		etag: current?.etag,
		refreshes: ['llm-providers'],
		done: t.edit.done(model),
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const objects = objectsIn(form, ['when', 'advanced_json'])
		setProblem(objects instanceof Refusal ? objects : undefined)
		if (objects instanceof Refusal || !current) return
		const { when, advanced_json } = objects
		void save.run(changed(current.value, { ...modelIn(form), when: when ?? {}, advanced_json: advanced_json ?? {} }))
	}
	return (
		<Dialog title={t.edit.title(model)} onClose={onClose}>
			{error && <Failure refusal={error} isInline />}
			{current && (
				<Form
					label={t.edit.title(model)}
					onSubmit={submit}
					refusal={problem ?? save.refusal}
					actions={
						<>
							<Button onClick={onClose}>{common.cancel}</Button>
							<Button kind="primary" submit isBusy={save.isRunning}>
								{common.save}
							</Button>
						</>
					}
				>
					<Conflict refusal={save.refusal} current={current.value} draft={save.input} labels={t.fields} />
					<ModelFields model={current.value} />
				</Form>
			)}
		</Dialog>
	)
}

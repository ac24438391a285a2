import { useState } from 'react'
import { api, Refusal, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { plans } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { number } from '../ui/format.ts'
import { useToast } from '../ui/toasts.tsx'
import { EntitlementEditor, entitlementsOf } from './entitlement-editor.tsx'
import { refusalOfZero } from './unlimited.tsx'

const t = plans.edit

type Change = Schema<'UpdatePlan'>

interface PlanFormProps {
	plan: Tagged<Schema<'Plan'>>
	subscribers: number
	onClose: () => void
}

/** Changes a plan's name and entitlements. That affects its subscribers immediately, so it shows first what would change. */
export function PlanForm({ plan: read, subscribers, onClose }: PlanFormProps) {
	const edit = useEdit(read)
	const plan = edit.value
	const ask = useAsk()
	const toast = useToast()
	const [refusal, setRefusal] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const save = useChange({
		send: (body: Change, headers) => api.PATCH('/v1/plans/{id}', { params: { path: { id: plan.id } }, body, headers }),
		edit,
		done: ({ display_name }) => t.done(display_name),
		canUndo: true,
		onDone: onClose,
	})
	const submit = async (form: Values) => {
		const { entitlements, ...names } = { entitlements: entitlementsOf(form), display_name: form.text('display_name') }
		const input: Change = {
			...changed(plan, names),
			...(textOf(entitlements) === textOf(plan.entitlements) ? {} : { entitlements }),
		}
		const wrong = refusalOfZero(form)
		setRefusal(wrong)
		if (wrong) return undefined
		if (Object.keys(input).length === 0) return toast({ text: t.unchanged })
		setIsChecking(true)
		// The dry run finds invalid fields before the confirmation.
		const refused = await save.simulate(input).then(
			() => undefined,
			(error: unknown) => Refusal.of(error),
		)
		setIsChecking(false)
		setRefusal(refused)
		if (refused) return undefined
		return ask({
			title: t.ask(plan.display_name),
			body: t.body(subscribers, number(subscribers)),
			action: t.action,
			change: save,
			input,
		})
	}
	return (
		<EditForm
			title={terms.settings}
			edit={edit}
			show={readable}
			labels={{ display_name: t.display_name, entitlements: terms.entitlements }}
			onSubmit={(form) => void submit(form)}
			isBusy={isChecking}
			refusal={refusal}
			action={t.review}
			onClose={onClose}
		>
			<TextField name="display_name" label={t.display_name} defaultValue={plan.display_name} />
			<EntitlementEditor entitlements={plan.entitlements} />
		</EditForm>
	)
}

/** A list of entitlements as a text: for a comparison, and for people. */
const textOf = (list: Schema<'EntitlementInput'>[]) =>
	list
		.map(({ key, value, value_type }) => `${key} = ${value} (${value_type})`)
		.toSorted()
		.join('\n')

const readable = ({ display_name, entitlements }: Change) => ({
	...(display_name === undefined ? {} : { display_name }),
	...(entitlements === undefined ? {} : { entitlements: textOf(entitlements) }),
})

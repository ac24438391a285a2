import { useState } from 'react'
import { api, type Refusal, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { refusalOfZero, StoredLimitField } from '../plans/unlimited.tsx'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { CheckField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import type { InviteCode } from './state.tsx'

interface LimitsFormProps {
	code: Tagged<InviteCode>
	onClose: () => void
}

/** Changes how often a code can be used, and whether it can be used at all. */
export function LimitsForm({ code: read, onClose }: LimitsFormProps) {
	const params = { path: { id: read.value.id } }
	const edit = useEdit(read, {
		members: ['use_count'],
		read: () => tagged(api.GET('/v1/admin/invite-codes/{id}', { params })),
	})
	const code = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateInviteCode'>, headers) =>
			api.PATCH('/v1/admin/invite-codes/{id}', { params, body, headers }),
		edit,
		done: t.form.saved,
		onDone: onClose,
	})
	const [wrong, setWrong] = useState<Refusal>()
	const submit = (form: Values) => {
		const found = refusalOfZero(form, t.fields.typed_zero)
		setWrong(found)
		if (found) return
		void save.run(changed(code, { max_uses: form.number('max_uses'), is_active: form.checked('is_active') }))
	}
	return (
		<EditForm
			title={t.form.title}
			edit={edit}
			labels={t.fields}
			onSubmit={submit}
			change={save}
			refusal={wrong ?? save.refusal}
			onClose={onClose}
		>
			<StoredLimitField
				name="max_uses"
				label={t.fields.max_uses}
				hint={t.fields.max_uses_hint}
				stored={String(code.max_uses)}
			/>
			<CheckField name="is_active" label={t.fields.is_active} defaultChecked={code.is_active} />
		</EditForm>
	)
}

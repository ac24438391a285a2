import { useState } from 'react'
import { api, Refusal, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import type { Values } from '../ui/form.tsx'
import { ConfigFields } from './config-fields.tsx'
import { atFields, type Config, configOf, draftIn, draftOf, warningsOf } from './draft.ts'
import { Rehearsal } from './rehearsal.tsx'

/** Replaces the whole document, after showing what it would have refused. */
export function ConfigForm({ config: read, onClose }: { config: Tagged<Config>; onClose: () => void }) {
	const ask = useAsk()
	const edit = useEdit(read)
	const [wrong, setWrong] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const put = useChange({
		send: (body: Config, headers) => api.PUT('/v1/admin/gateway-config', { body, headers }),
		edit,
		done: t.saved,
		onDone: onClose,
		canUndo: true,
	})
	const review = async (form: Values) => {
		const draft = draftIn(form)
		const input = configOf(draft)
		const warnings = warningsOf(draft)
		setIsChecking(true)
		const refused = await put.simulate(input).then(
			() => undefined,
			(error: unknown) => Refusal.of(error),
		)
		setIsChecking(false)
		setWrong(refused && atFields(refused, draft))
		if (refused) return
		ask({
			title: t.ask,
			body: t.body,
			...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
			details: <Rehearsal config={input} />,
			action: t.save,
			canGuard: true,
			isGuarded: warnings.length > 0,
			change: put,
			input,
		})
	}
	return (
		<EditForm
			title={t.form}
			edit={edit}
			show={draftOf}
			labels={t.fields}
			onSubmit={(form) => void review(form)}
			isBusy={isChecking}
			refusal={wrong}
			action={t.review}
			onClose={onClose}
		>
			<ConfigFields config={edit.value} />
		</EditForm>
	)
}

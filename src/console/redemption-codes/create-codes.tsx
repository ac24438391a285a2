import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { redemptionCodes } from '../text/en/redemption-codes.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { timesOf } from '../ui/period-filter.tsx'
import { Created } from './created.tsx'
import type { Code } from './state.tsx'

const t = redemptionCodes.create

const KINDS = (['credits', 'other'] as const).map((value) => ({ value, label: t.kinds[value] }))

/** Creates a batch of codes, or one, then shows them. */
export function CreateCodes({ onClose }: { onClose: () => void }) {
	const [kind, setKind] = useState('credits')
	const [created, setCreated] = useState<Code[]>()
	const isCredits = kind === 'credits'
	const create = useChange({
		send: (body: Schema<'CreateRedemptionCodes'>, headers) =>
			api.POST('/v1/admin/redemption-codes/batch', { body, headers }),
		onDone: setCreated,
	})
	const submit = (form: Values) =>
		void create.run({
			count: form.number('count'),
			type: isCredits ? 'credits' : form.text('type'),
			value: form.text('value'),
			max_uses: form.number('max_uses'),
			expires_at: timesOf({ to: form.text('expires_at') }).to || null,
			batch_id: form.textOrNull('batch_id'),
		})
	if (created) return <Created codes={created} onClose={onClose} />
	return (
		<FormDialog title={t.title} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="count" label={t.count} hint={t.count_hint} inputMode="numeric" defaultValue="100" />
			<SelectField
				name="kind"
				label={t.kind}
				options={KINDS}
				value={kind}
				onChange={(event) => setKind(event.target.value)}
			/>
			{!isCredits && <TextField name="type" label={terms.type} hint={t.type_hint} />}
			<TextField
				key={kind}
				name="value"
				label={isCredits ? terms.credits : terms.value}
				inputMode={isCredits ? 'numeric' : 'text'}
			/>
			<TextField name="max_uses" label={t.max_uses} inputMode="numeric" defaultValue="1" />
			<TextField name="expires_at" label={t.expires_at} hint={t.expires_hint} type="date" />
			<TextField name="batch_id" label={t.batch_id} hint={t.batch_hint} />
		</FormDialog>
	)
}

import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { common } from '../text/en/common.ts'
import { redemptionCodes } from '../text/en/redemption-codes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { timesOf } from '../ui/period-filter.tsx'
import type { Code } from './state.tsx'

const t = redemptionCodes.create

const KINDS = (['credits', 'other'] as const).map((value) => ({ value, label: t.kinds[value] }))

/** Makes a batch of codes, or one. */
export function CreateCodes({ onClose, onCreated }: { onClose: () => void; onCreated: (codes: Code[]) => void }) {
	const [kind, setKind] = useState('credits')
	const isCredits = kind === 'credits'
	const create = useChange({
		send: (body: Schema<'CreateRedemptionCodes'>, headers) =>
			api.POST('/v1/admin/redemption-codes/batch', { body, headers }),
		onDone: (codes) => {
			onClose()
			onCreated(codes)
		},
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
	return (
		<Dialog title={t.title} onClose={onClose}>
			<Form
				label={t.title}
				onSubmit={submit}
				refusal={create.refusal}
				actions={
					<>
						<Button onClick={onClose}>{common.cancel}</Button>
						<Button kind="primary" submit isBusy={create.isRunning}>
							{common.create}
						</Button>
					</>
				}
			>
				<TextField name="count" label={t.count} hint={t.count_hint} inputMode="numeric" defaultValue="100" />
				<SelectField
					name="kind"
					label={t.kind}
					options={KINDS}
					value={kind}
					onChange={(event) => setKind(event.target.value)}
				/>
				{!isCredits && <TextField name="type" label={t.type} hint={t.type_hint} />}
				<TextField
					key={kind}
					name="value"
					label={isCredits ? t.value_credits : t.value_other}
					inputMode={isCredits ? 'numeric' : 'text'}
				/>
				<TextField name="max_uses" label={t.max_uses} inputMode="numeric" defaultValue="1" />
				<TextField name="expires_at" label={t.expires_at} hint={t.expires_hint} type="date" />
				<TextField name="batch_id" label={t.batch_id} hint={t.batch_hint} />
			</Form>
		</Dialog>
	)
}

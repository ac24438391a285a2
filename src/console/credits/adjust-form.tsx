import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useTrial } from '../change/trial.ts'
import { credits } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { LongTextField, TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { number } from '../ui/format.ts'
import { signed } from './ledger.ts'

const t = credits.adjust

/** Adds credits to an org, or takes some away. The ledger can't be reverted, so the confirmation shows both balances. */
export function AdjustForm({ org_id, org, onDone }: { org_id: string; org: string; onDone?: () => void }) {
	const ask = useAsk()
	// A new form is empty.
	const [made, setMade] = useState(0)
	const adjust = useChange({
		send: (body: Schema<'AdjustCredits'>, headers) => api.POST('/v1/admin/credits/adjust', { body, headers }),
		done: ({ balance }) => t.done(org, number(balance)),
		onDone: () => {
			setMade((count) => count + 1)
			onDone?.()
		},
	})
	const trial = useTrial(adjust)
	const submit = async (form: Values) => {
		const input = { org_id, amount: form.number('amount'), note: form.textOrNull('note') }
		const found = await trial.run(input)
		if (!found) return
		const after = (found.body as Partial<Schema<'Balance'>> | undefined)?.balance
		const amount = signed(input.amount)
		ask({
			title: t.ask(org, amount),
			body: after === undefined ? t.body_unknown : t.body(number(after - input.amount), number(after)),
			action: t.confirm(amount),
			isDanger: input.amount < 0,
			hasNoPreview: true,
			change: adjust,
			input,
		})
	}
	return (
		<Form
			key={made}
			label={t.title}
			onSubmit={(form) => void submit(form)}
			refusal={trial.refusal}
			actions={
				<Button kind="primary" submit isBusy={trial.isRunning}>
					{t.action}
				</Button>
			}
		>
			<TextField name="amount" label={terms.credits} hint={t.amount_hint} inputMode="numeric" />
			<LongTextField name="note" label={terms.note} hint={t.note_hint} rows={2} />
		</Form>
	)
}

import { type ReactNode, useState } from 'react'
import { Refusal } from '../api.ts'
import type { Change } from '../change/change.ts'
import { Preview } from '../change/preview.tsx'
import { usePlans } from '../plans/read.tsx'
import { common } from '../text/en/common.ts'
import { subscriptions } from '../text/en/subscriptions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { SelectField } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'

const t = subscriptions.create

interface ReviewProps<Input> {
	title: string
	submit: string
	change: Change<Input>
	inputOf: (form: Values) => Input
	onClose: () => void
	/** The fields. */
	children: ReactNode
}

/** A form that shows first what would happen: a subscription grants credits, which can't be undone. */
export function Review<Input>({ title, submit, change, inputOf, onClose, children }: ReviewProps<Input>) {
	const [checked, setChecked] = useState<Input>()
	const [refusal, setRefusal] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const check = async (form: Values) => {
		const wanted = inputOf(form)
		setIsChecking(true)
		const refused = await change.simulate(wanted).then(
			() => undefined,
			(error: unknown) => (error instanceof Refusal ? error : new Refusal(0, undefined)),
		)
		setIsChecking(false)
		setRefusal(refused)
		if (!refused) setChecked(wanted)
	}
	return (
		<Dialog title={title} onClose={onClose}>
			<div hidden={checked !== undefined}>
				<DialogForm
					title={title}
					onSubmit={(form) => void check(form)}
					refusal={refusal}
					isBusy={isChecking}
					action={t.check}
					onClose={onClose}
				>
					{children}
				</DialogForm>
			</div>
			{checked !== undefined && (
				<>
					<Preview simulate={() => change.simulate(checked)} />
					{change.refusal && <Failure refusal={change.refusal} isInline />}
					<DialogActions>
						<Button onClick={() => setChecked(undefined)}>{t.back}</Button>
						<Button kind="primary" isBusy={change.isRunning} onClick={() => void change.run(checked)}>
							{submit}
						</Button>
					</DialogActions>
				</>
			)}
		</Dialog>
	)
}

/** Renders the field once its options are loaded; otherwise it would forget which one is chosen. */
export function PlanField({ plan_id, hint }: { plan_id: string | undefined; hint?: string }) {
	const plans = usePlans()
	if (!plans) return <p>{common.loading}…</p>
	return (
		<SelectField
			name="plan_id"
			label={t.plan}
			hint={plans.length === 0 ? t.no_plans : hint}
			defaultValue={plan_id}
			options={[
				{ value: '', label: t.plan_none },
				...plans.map(({ id, display_name }) => ({ value: id, label: display_name })),
			]}
		/>
	)
}

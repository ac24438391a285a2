import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Preview } from '../change/preview.tsx'
import { OrgField } from '../orgs/org-field.tsx'
import { usePlans } from '../plans/read.tsx'
import { common } from '../text/en/common.ts'
import { subscriptions } from '../text/en/subscriptions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { SelectField } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { MomentField, momentOf } from '../ui/moment-field.tsx'
import { Segments } from '../ui/segments.tsx'

const t = subscriptions.create

type Wanted = Schema<'CreateSubscription'>

interface CreateProps {
	/** The org if it's known, and its previous plan. */
	org?: { value: string; label: string }
	plan_id?: string
	onClose: () => void
}

/** Subscribes an org. That grants credits, which can't be undone, so it shows first what would happen. */
export function CreateSubscription({ org, plan_id, onClose }: CreateProps) {
	const navigate = useNavigate()
	const [checked, setChecked] = useState<Wanted>()
	const [refusal, setRefusal] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const create = useChange({
		send: (body: Wanted, headers) => api.POST('/v1/subscriptions', { body, headers }),
		done: t.done,
		onDone: ({ id }) => {
			onClose()
			void navigate({ to: '/subscriptions/$id', params: { id } })
		},
	})
	const check = async (form: Values) => {
		const wanted = {
			org_id: form.text('org_id'),
			plan_id: form.text('plan_id'),
			current_period_start: momentOf(form.text('current_period_start')) ?? '',
			current_period_end: momentOf(form.text('current_period_end')) ?? '',
		}
		setIsChecking(true)
		const refused = await create.simulate(wanted).then(
			() => undefined,
			(error: unknown) => (error instanceof Refusal ? error : new Refusal(0, undefined)),
		)
		setIsChecking(false)
		setRefusal(refused)
		if (!refused) setChecked(wanted)
	}
	return (
		<Dialog title={t.title} onClose={onClose}>
			<div hidden={checked !== undefined}>
				<DialogForm
					title={t.title}
					onSubmit={(form) => void check(form)}
					refusal={refusal}
					isBusy={isChecking}
					action={t.check}
					onClose={onClose}
				>
					<OrgField name="org_id" label={t.org} hint={t.org_hint} chosen={org} />
					<PlanField plan_id={plan_id} />
					<Period />
				</DialogForm>
			</div>
			{checked && (
				<>
					<Preview simulate={() => create.simulate(checked)} />
					{create.refusal && <Failure refusal={create.refusal} isInline />}
					<DialogActions>
						<Button onClick={() => setChecked(undefined)}>{t.back}</Button>
						<Button kind="primary" isBusy={create.isRunning} onClick={() => void create.run(checked)}>
							{t.submit}
						</Button>
					</DialogActions>
				</>
			)}
		</Dialog>
	)
}

/** Renders the field once its options are loaded; otherwise it would forget which one is chosen. */
function PlanField({ plan_id }: { plan_id: string | undefined }) {
	const plans = usePlans()
	if (!plans) return <p>{common.loading}…</p>
	return (
		<SelectField
			name="plan_id"
			label={t.plan}
			hint={plans.length === 0 ? t.no_plans : undefined}
			defaultValue={plan_id}
			options={[
				{ value: '', label: t.plan_none },
				...plans.map(({ id, display_name }) => ({ value: id, label: display_name })),
			]}
		/>
	)
}

const MONTHS = { month: 1, year: 12 }

/** The start and the end. Choosing a length sets the end. */
function Period() {
	const [length, setLength] = useState<keyof typeof MONTHS>('month')
	const [start] = useState(() => new Date())
	const end = new Date(start)
	end.setMonth(end.getMonth() + MONTHS[length])
	return (
		<>
			<Segments
				label={t.length}
				value={length}
				options={[
					{ value: 'month', label: t.month },
					{ value: 'year', label: t.year },
				]}
				onChoose={setLength}
			/>
			<MomentField name="current_period_start" label={t.start} defaultValue={start.toISOString()} />
			<MomentField
				key={length}
				name="current_period_end"
				label={t.end}
				hint={t.end_hint}
				defaultValue={end.toISOString()}
			/>
		</>
	)
}

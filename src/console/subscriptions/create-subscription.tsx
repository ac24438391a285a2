import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Review } from '../change/review.tsx'
import { OrgField } from '../names/org-field.tsx'
import { subscriptions } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'
import { Segments } from '../ui/segments.tsx'
import { PlanField } from './plan-field.tsx'

const t = subscriptions.create

interface CreateProps {
	/** The org if it's known, and its previous plan. */
	org?: { value: string; label: string }
	plan_id?: string
	onClose: () => void
}

/** Subscribes an org, now or later. */
export function CreateSubscription({ org, plan_id, onClose }: CreateProps) {
	const navigate = useNavigate()
	const create = useChange({
		send: (body: Schema<'CreateSubscription'>, headers) => api.POST('/v1/subscriptions', { body, headers }),
		done: t.done,
		onDone: ({ id }) => {
			onClose()
			void navigate({ to: '/subscriptions/$id', params: { id } })
		},
	})
	return (
		<Review
			title={t.title}
			submit={t.submit}
			change={create}
			inputOf={(form) => ({
				org_id: form.text('org_id'),
				plan_id: form.text('plan_id'),
				current_period_start: typedMoment(form.text('current_period_start')) ?? '',
				current_period_end: typedMoment(form.text('current_period_end')) ?? '',
			})}
			onClose={onClose}
		>
			<OrgField name="org_id" label={terms.org} hint={terms.search_by_name} chosen={org} />
			<PlanField plan_id={plan_id} />
			<Period />
		</Review>
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

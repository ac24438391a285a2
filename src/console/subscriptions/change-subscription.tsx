import { api, type Schema, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { Review } from '../change/review.tsx'
import { subscriptions } from '../text/en/subscriptions.ts'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'
import { PlanField } from './plan-field.tsx'

const t = subscriptions.change

interface ChangeProps {
	subscription: Tagged<Schema<'Subscription'>>
	onClose: () => void
}

/** Changes the plan of a subscription, or when it ends. */
export function ChangeSubscription({ subscription: { value, etag }, onClose }: ChangeProps) {
	const { id, plan_id, current_period_end } = value
	const change = useChange({
		send: (body: Schema<'UpdateSubscription'>, headers) =>
			api.PATCH('/v1/subscriptions/{id}', { params: { path: { id } }, body, headers }),
		etag,
		done: t.done,
		onDone: onClose,
	})
	/** The field shows minutes, so an end that wasn't touched stays exactly as it is. */
	const endOf = (text: string) => {
		const end = typedMoment(text) ?? ''
		return end.slice(0, 16) === current_period_end.slice(0, 16) ? current_period_end : end
	}
	return (
		<Review
			title={t.title}
			submit={t.submit}
			change={change}
			inputOf={(form) =>
				changed(value, {
					plan_id: form.text('plan_id'),
					current_period_end: endOf(form.text('current_period_end')),
				})
			}
			onClose={onClose}
		>
			<PlanField plan_id={plan_id} hint={t.plan_hint} />
			<MomentField
				name="current_period_end"
				label={subscriptions.create.end}
				hint={t.end_hint}
				defaultValue={current_period_end}
			/>
		</Review>
	)
}

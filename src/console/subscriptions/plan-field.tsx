import { usePlans } from '../plans/read.tsx'
import { common } from '../text/en/common.ts'
import { subscriptions } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField } from '../ui/field.tsx'

const t = subscriptions.create

/** Renders the field once its options are loaded; otherwise it would forget which one is chosen. */
export function PlanField({ plan_id, hint }: { plan_id: string | undefined; hint?: string }) {
	const plans = usePlans()
	if (!plans) return <p>{common.loading}…</p>
	return (
		<SelectField
			name="plan_id"
			label={terms.plan}
			hint={plans.length === 0 ? t.no_plans : hint}
			defaultValue={plan_id}
			options={[
				{ value: '', label: t.plan_none },
				...plans.map(({ id, display_name }) => ({ value: id, label: display_name })),
			]}
		/>
	)
}

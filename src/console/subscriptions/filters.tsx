import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { IdFilter } from '../names/id-filter.tsx'
import { OrgFilterField } from '../names/org-field.tsx'
import { lists } from '../text/en/list.ts'
import { subscriptions } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { MoreFilters } from '../ui/more-filters.tsx'
import { SelectFilter } from '../ui/select-filter.tsx'
import { STATUSES } from './search.ts'

const t = subscriptions.filters

/** By status, plan and org. */
export function Filters() {
	const { org_id } = useSearch({ from: '/subscriptions' })
	const { data: plans = [] } = useQuery({
		queryKey: ['plans', 'pick'],
		queryFn: () => data(api.GET('/v1/plans', { params: { query: { limit: 200 } } })),
	})
	return (
		<>
			<SelectFilter
				name="status"
				label={terms.status}
				options={[
					{ value: undefined, label: t.any_status },
					...STATUSES.map((status) => ({ value: status, label: subscriptions.status[status] })),
				]}
			/>
			<SelectFilter
				name="plan_id"
				label={terms.plan}
				options={[
					{ value: undefined, label: t.any_plan },
					...plans.map(({ id, display_name }) => ({ value: id, label: display_name })),
				]}
			/>
			<MoreFilters form={More}>{org_id && <IdFilter name="org_id" id={org_id} label={terms.org} />}</MoreFilters>
		</>
	)
}

function More({ onClose }: { onClose: () => void }) {
	const { org_id } = useSearch({ from: '/subscriptions' })
	const navigate = useNavigate({ from: '/subscriptions' })
	const submit = (form: Values) => {
		onClose()
		void navigate({ search: (old) => ({ ...old, org_id: form.text('org_id') || undefined, cursor: undefined }) })
	}
	return (
		<FormDialog title={lists.filters.more} isTransient onSubmit={submit} action={lists.filters.apply} onClose={onClose}>
			<OrgFilterField org_id={org_id} />
		</FormDialog>
	)
}

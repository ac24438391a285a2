import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, data } from '../api.ts'
import { IdFilter } from '../names/id-filter.tsx'
import { OrgField } from '../names/org-field.tsx'
import { subscriptions } from '../text/en/subscriptions.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { SelectFilter } from '../ui/select-filter.tsx'
import { STATUSES } from './search.ts'

const t = subscriptions.filters

/** By status, plan and org. */
export function Filters() {
	const { org_id } = useSearch({ from: '/subscriptions' })
	const [isPicking, setIsPicking] = useState(false)
	const { data: plans = [] } = useQuery({
		queryKey: ['plans', 'pick'],
		queryFn: () => data(api.GET('/v1/plans', { params: { query: { limit: 200 } } })),
	})
	return (
		<>
			<SelectFilter
				name="status"
				label={t.status}
				options={[
					{ value: undefined, label: t.any_status },
					...STATUSES.map((status) => ({ value: status, label: subscriptions.status[status] })),
				]}
			/>
			<SelectFilter
				name="plan_id"
				label={t.plan}
				options={[
					{ value: undefined, label: t.any_plan },
					...plans.map(({ id, display_name }) => ({ value: id, label: display_name })),
				]}
			/>
			{org_id ? (
				<IdFilter name="org_id" id={org_id} label={t.of} clear={t.clear} />
			) : (
				<Button icon="filter" onClick={() => setIsPicking(true)}>
					{t.pick_org}
				</Button>
			)}
			{isPicking && <PickOrg onClose={() => setIsPicking(false)} />}
		</>
	)
}

function PickOrg({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate({ from: '/subscriptions' })
	const submit = (form: Values) => {
		onClose()
		const org_id = form.text('org_id') || undefined
		void navigate({ search: (old) => ({ ...old, org_id, cursor: undefined }) })
	}
	return (
		<FormDialog title={t.pick_org} isTransient onSubmit={submit} action={t.apply} onClose={onClose}>
			<OrgField name="org_id" label={t.org} hint={t.org_hint} />
		</FormDialog>
	)
}

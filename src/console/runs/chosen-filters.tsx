import { useSearch } from '@tanstack/react-router'
import { IdFilter } from '../names/id-filter.tsx'
import { useScope } from '../session/scope.ts'
import { runs } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { isExact } from '../ui/exact.ts'
import { exactOf, momentOf } from '../ui/format.ts'
import { Chosen } from '../ui/more-filters.tsx'

const t = runs.filters

/** The filters that are set, and that the toolbar has no control for. */
export function ChosenFilters() {
	const isOfPlatform = useScope() === 'platform'
	const { org_id, model, user_id, agent_id, from, to } = useSearch({ from: '/runs' })
	return (
		<>
			{isOfPlatform && org_id && <IdFilter name="org_id" label={terms.org} id={org_id} />}
			{model && <Chosen of="model" label={terms.model} value={model} />}
			{user_id && <IdFilter name="user_id" label={terms.user} id={user_id} />}
			{agent_id && <Chosen of="agent_id" label={terms.agent} value={agent_id} />}
			{from && <Chosen of="from" label={t.from} value={momentText(from)} />}
			{to && <Chosen of="to" label={t.to} value={momentText(to)} />}
		</>
	)
}

const momentText = (iso: string) => (isExact() ? exactOf(iso) : momentOf(iso))

import { useQuery } from '@tanstack/react-query'
import { useRunLink } from '../dashboard/links.ts'
import { ModelsPanel, UsagePanel } from '../dashboard/usage-panels.tsx'
import { Columns } from '../ui/page.tsx'
import { periodOf } from '../usage/period.ts'
import { usageOf } from '../usage/usage.ts'

/** What an org uses in 30 days, by day and by model. */
export function OrgUsage({ org_id }: { org_id: string }) {
	const period = periodOf('30')
	const linkTo = useRunLink(org_id, period.days)
	const { data: usage, error } = useQuery({
		queryKey: ['usage', org_id, period],
		queryFn: () => usageOf(org_id, period),
	})
	return (
		<Columns kind="wide-first">
			<UsagePanel usage={usage} error={error} period={period} linkTo={linkTo} />
			<ModelsPanel org_id={org_id} period={period} linkTo={linkTo} />
		</Columns>
	)
}

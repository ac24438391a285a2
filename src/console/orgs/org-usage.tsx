import { useQuery } from '@tanstack/react-query'
import { CostBy } from '../dashboard/cost-by.tsx'
import { useRunLink } from '../dashboard/links.ts'
import { UsagePanel } from '../dashboard/usage-panel.tsx'
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
			<CostBy org_id={org_id} period={period} linkTo={linkTo} />
		</Columns>
	)
}

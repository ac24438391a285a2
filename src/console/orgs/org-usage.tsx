import { useQuery } from '@tanstack/react-query'
import { ModelsPanel, UsagePanel } from '../dashboard/usage-panels.tsx'
import { dailyUsage } from '../dashboard/usage.ts'
import { Columns } from '../ui/page.tsx'

const DAYS = 30

/** What an org uses, by day and by model. */
export function OrgUsage({ org_id }: { org_id: string }) {
	const { data: usage, error } = useQuery({
		queryKey: ['usage', org_id, String(DAYS)],
		queryFn: () => dailyUsage(org_id, DAYS),
	})
	return (
		<Columns kind="wide-first">
			<UsagePanel usage={usage} error={error} />
			<ModelsPanel org_id={org_id} />
		</Columns>
	)
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runsOfOrg } from '../runs/read.ts'
import { RunTable } from '../runs/run-table.tsx'
import { useIsOperator } from '../session/session.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { runs } from '../text/en/runs.ts'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'

const NEWEST = 6

/** The newest runs of an org, for its admins. */
export function LatestRuns({ org_id }: { org_id: string }) {
	const isOperator = useIsOperator()
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'of', org_id],
		queryFn: () => runsOfOrg(org_id, {}, NEWEST),
	})
	return (
		<Panel
			title={t.runs.title}
			noPadding
			actions={
				<Link to="/agents" search={isOperator ? { org_id } : {}}>
					{t.runs.agents}
				</Link>
			}
			hint={
				<Link to="/runs" search={isOperator ? { org_id } : {}}>
					{t.runs.all}
				</Link>
			}
		>
			<RunTable
				label={t.runs.title}
				rows={data?.rows}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				empty={<Notice icon="run" title={runs.empty_org} hint={runs.empty_org_hint} />}
			/>
		</Panel>
	)
}

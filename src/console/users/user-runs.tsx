import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { RunTable } from '../runs/run-table.tsx'
import { users } from '../text/en/users.ts'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'

const t = users.runs

const NEWEST = 6

/** The newest runs of a user, in every org. */
export function UserRuns({ user_id }: { user_id: string }) {
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'of', user_id],
		queryFn: () => page(api.GET('/v1/admin/runs', { params: { query: { user_id, limit: NEWEST } } })),
	})
	return (
		<Panel
			title={t.title}
			noPadding
			hint={
				<Link to="/runs" search={{ user_id }}>
					{t.all}
				</Link>
			}
		>
			<RunTable
				label={t.title}
				rows={data?.rows}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				empty={<Notice icon="run" title={t.empty} />}
			/>
		</Panel>
	)
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page, type Page, type Schema } from '../api.ts'
import { HISTORY_COLUMNS } from '../audit-logs/history.tsx'
import { ahead } from '../text/en/ahead.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { DAY_MS } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

const t = ahead.changes

const NEWEST = 6
/** What was changed in the last 24 hours, the newest first. */
export function SinceYesterday({ org_id }: { org_id: string | undefined }) {
	const { data, error, refetch } = useQuery({
		queryKey: ['audit-logs', 'since-yesterday', org_id],
		queryFn: (): Promise<Page<Schema<'OrgAuditLog'>>> => {
			const query = { from: new Date(Date.now() - DAY_MS).toISOString(), limit: NEWEST }
			return org_id === undefined
				? page(api.GET('/v1/admin/audit-logs', { params: { query } }))
				: page(api.GET('/v1/orgs/{org_id}/audit-logs', { params: { path: { org_id }, query } }))
		},
	})
	const all =
		org_id === undefined ? (
			<Link to="/audit-logs">{terms.show_all}</Link>
		) : (
			<Link to="/your-org" search={{ tab: 'log' }}>
				{terms.show_all}
			</Link>
		)
	return (
		<Panel title={t.title} actions={all} noPadding>
			<Table
				label={t.title}
				columns={HISTORY_COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				isDense
				empty={<Notice icon="check" title={t.none} />}
			/>
		</Panel>
	)
}

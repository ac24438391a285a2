import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { Name } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { actionText } from '../text/en/actions.ts'
import { auditLogs as t } from '../text/en/audit-logs.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { timesOf } from '../ui/period-filter.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ChangeCell } from './change-cell.tsx'
import { Detail } from './detail.tsx'
import { Filters } from './filters.tsx'

type Row = Schema<'AuditLog'>

const COLUMNS: Column<Row>[] = [
	{
		title: t.columns.action,
		cell: (row) => <ChangeCell row={row} />,
		isLong: true,
	},
	{
		title: terms.by,
		cell: ({ actor_user_id, actor_service_account_id }) => {
			const id = actor_user_id ?? actor_service_account_id
			// People who deploy have no id.
			return id?.includes('_') ? <Name id={id} /> : (id ?? t.system)
		},
		from: 'medium',
	},
	{ title: terms.org, cell: ({ org_id }) => (org_id ? <OrgName org_id={org_id} /> : terms.platform), from: 'medium' },
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

export function AuditLogs() {
	const { row: row_id, of: _, ...search } = useSearch({ from: '/audit-logs' })
	const navigate = useNavigate({ from: '/audit-logs' })
	const read = useQuery({
		queryKey: ['audit-logs', search],
		queryFn: () =>
			page(
				api.GET('/v1/admin/audit-logs', { params: { query: { ...search, ...timesOf(search), limit: rowsPerPage() } } }),
			),
		placeholderData: (old) => old,
	})
	const { data } = read
	const shown = data?.rows.find(({ id }) => id === row_id)
	const close = () => void navigate({ search: (old) => ({ ...old, row: undefined }) })
	return (
		<Page isWide hint={t.hint}>
			<Filters actions={[...new Set(data?.rows.map(({ action }) => action))]} />
			<ListPanel
				read={read}
				label={shell.places.audit_logs}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				linkOf={({ id }) => ({ to: '/audit-logs', search: { ...search, row: id } })}
				expected={25}
				empty={{ icon: 'audit', title: t.empty, hint: t.empty_hint }}
			/>
			{row_id && data && (
				<Dialog title={shown ? actionText(shown.action) : t.detail.missing} kind="side" onClose={close}>
					{shown ? <Detail row={shown} /> : <p>{t.detail.missing_hint}</p>}
				</Dialog>
			)}
		</Page>
	)
}

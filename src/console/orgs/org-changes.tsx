import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ChangeCell } from '../audit-logs/change-cell.tsx'
import { ListPanel } from '../lists/list.tsx'
import { Name } from '../names/name.tsx'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = orgs.changes

const COLUMNS: Column<Schema<'AuditLog'>>[] = [
	{ title: t.action, cell: (row) => <ChangeCell row={row} />, isLong: true },
	{
		title: terms.by,
		cell: ({ actor_user_id, actor_service_account_id }) => {
			const id = actor_user_id ?? actor_service_account_id
			return id ? <Name id={id} /> : t.system
		},
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** The audit log of an org. */
export function OrgChanges({ org_id }: { org_id: string }) {
	const { cursor } = useSearch({ from: '/orgs/$org_id' })
	const read = useQuery({
		queryKey: ['audit-logs', 'of', org_id, cursor],
		queryFn: () =>
			page(api.GET('/v1/admin/audit-logs', { params: { query: { org_id, cursor, limit: rowsPerPage() } } })),
	})
	return (
		<ListPanel
			title={terms.changes}
			hint={
				<Link to="/audit-logs" search={{ org_id }}>
					{t.all}
				</Link>
			}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/audit-logs', search: { org_id, row: id } })}
			isDense
			empty={{ icon: 'audit', title: t.empty }}
		/>
	)
}

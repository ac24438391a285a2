import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { Name } from '../names/name.tsx'
import { orgDeletions } from '../text/en/org-deletions.ts'
import { terms } from '../text/en/terms.ts'
import { Id } from '../ui/copy.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { Restore } from './restore.tsx'

const t = orgDeletions.list

type Deletion = Schema<'OrgDeletion'>

const nameOf = ({ name, erased_at }: Deletion) => name ?? (erased_at ? t.nameless : t.with_user)

const COLUMNS: Column<Deletion>[] = [
	{ title: terms.org, cell: (deletion) => <Person name={nameOf(deletion)} /> },
	{ title: terms.id, cell: ({ org_id }) => <Id text={org_id} />, from: 'wide' },
	{
		title: t.columns.by,
		cell: ({ deleted_by_user_id: by }) => (by ? <Name id={by} /> : t.with_their_user),
		from: 'medium',
	},
	{ title: t.columns.deleted, cell: ({ deleted_at }) => <Ago time={deleted_at} />, from: 'medium', align: 'end' },
	{
		title: t.columns.erase,
		cell: ({ erased_at, erase_at }) => <Ago time={erased_at ?? erase_at} />,
		from: 'medium',
		align: 'end',
	},
	actionsColumn((deletion) => <Restore deletion={deletion} />),
]

/** The orgs that were deleted, which operators can restore for 30 days. */
export function DeletedOrgs() {
	const { cursor } = useSearch({ from: '/orgs/deleted' })
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['org-deletions', { cursor }],
				queryFn: () =>
					page(api.GET('/v1/admin/org-deletions', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ org_id }) => org_id}
			expected={4}
			empty={{ icon: 'trash', title: t.empty }}
		/>
	)
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { Name } from '../names.tsx'
import { orgs } from '../text/en/orgs.ts'
import { Notice } from '../ui/failure.tsx'
import { titleOf } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { UserLink } from '../users/user-name.tsx'

const t = orgs.changes

const COLUMNS: Column<Schema<'AuditLog'>>[] = [
	{ title: t.action, cell: ({ action }) => titleOf(action) },
	{ title: t.target, cell: ({ target_id }) => <Name id={target_id} />, from: 'medium' },
	{
		title: t.actor,
		cell: ({ actor_user_id }) => (actor_user_id ? <UserLink user_id={actor_user_id} /> : t.system),
		from: 'medium',
	},
	{ title: t.when, cell: ({ created_at }) => <Ago time={created_at} />, isAtEnd: true },
]

/** What the audit log has of an org. */
export function OrgChanges({ org_id }: { org_id: string }) {
	const { cursor } = useSearch({ from: '/orgs/$org_id' })
	const { data, error, refetch } = useQuery({
		queryKey: ['audit-logs', 'of', org_id, cursor],
		queryFn: () => page(api.GET('/v1/admin/audit-logs', { params: { query: { org_id, cursor, limit: 25 } } })),
	})
	return (
		<Panel title={t.title} hint={t.hint} isFlush>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				error={error}
				onRetry={() => void refetch()}
				isDense
				empty={<Notice icon="audit" title={t.empty} />}
			/>
			<Paging next={data?.next} />
		</Panel>
	)
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { accessLog as t } from '../text/en/access-log.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { type Entry, REQUEST } from './log-table.tsx'

const COLUMNS: Column<Entry>[] = [
	...REQUEST,
	{ title: t.columns.time, cell: ({ timestamp }) => <Ago time={timestamp} />, from: 'medium', align: 'end' },
]

const NEWEST = 15

interface RequestsOfProps {
	of: { user_id: string } | { org_id: string } | { status_class: '4xx' | '5xx' }
	title?: string
}

/** The newest requests of a user or an org, or with a class of status. The log has the others. */
export function RequestsOf({ of, title = t.of.title }: RequestsOfProps) {
	const read = useQuery({
		queryKey: ['access-log', 'of', of],
		queryFn: async () => ({
			...(await page(api.GET('/v1/admin/access-log', { params: { query: { ...of, limit: NEWEST } } }))),
			next: undefined,
		}),
	})
	return (
		<ListPanel
			title={title}
			hint={
				<Link to="/access-log" search={{ ...of, console: 'shown' }}>
					{t.of.all}
				</Link>
			}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ trace_id }) => ({ to: '/trace/$trace_id', params: { trace_id } })}
			expected={5}
			isDense
			empty={{ icon: 'activity', title: t.of.empty }}
		/>
	)
}

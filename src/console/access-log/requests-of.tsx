import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { accessLog as t } from '../text/en/access-log.ts'
import { terms } from '../text/en/terms.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { type Entry, StatusBadge } from './log-table.tsx'
import styles from './access-log.module.css'

const COLUMNS: Column<Entry>[] = [
	{
		title: terms.request,
		cell: ({ method, path }) => (
			<code className={styles.request} title={path}>
				<span>{method}</span> {path}
			</code>
		),
	},
	{ title: terms.status, cell: ({ status_code }) => <StatusBadge status_code={status_code} /> },
	{ title: t.columns.why, cell: ({ error, reason }) => error && <code>{reason ?? error}</code>, from: 'medium' },
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

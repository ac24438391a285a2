import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api, data, type Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { ActorName } from '../names/people.tsx'
import { useIsOperator, useMay, useMe } from '../session/session.ts'
import { actionText } from '../text/en/actions.ts'
import { auditLogs } from '../text/en/audit-logs.ts'
import { terms } from '../text/en/terms.ts'
import { laterOf } from '../ui/loading.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = auditLogs.history

type Row = Schema<'OrgAuditLog'>

// The page has something else to show first.
const Sentence = laterOf(async () => (await import('../change/sentences/use-sentences.tsx')).Sentence)

const NEWEST = 5

/** Who changed a thing lately, for those who may read the audit log of the platform or of their org. */
export function History({ target_id }: { target_id: string }) {
	const isOperator = useIsOperator()
	const mayRead = useMay('platform.read', 'org.settings')
	const { org_id } = useMe()
	const query = { target_id, limit: NEWEST }
	const { data: rows } = useQuery({
		queryKey: ['audit-logs', 'history', target_id],
		queryFn: (): Promise<Row[]> =>
			isOperator
				? data(api.GET('/v1/admin/audit-logs', { params: { query } }))
				: data(api.GET('/v1/orgs/{org_id}/audit-logs', { params: { path: { org_id }, query } })),
		enabled: mayRead,
	})
	// What was made before the log goes back has no changes.
	if (!rows || rows.length === 0) return null
	const all = isOperator ? (
		<Link to="/audit-logs" search={{ target_id }}>
			{terms.show_all}
		</Link>
	) : (
		<Link to="/your-org" search={{ tab: 'log', target_id }}>
			{terms.show_all}
		</Link>
	)
	return (
		<Panel title={t.title} actions={all} noPadding>
			<Table label={t.title} columns={HISTORY_COLUMNS} rows={rows} keyOf={({ id }) => id} isDense empty={null} />
		</Panel>
	)
}

/** A change as a sentence, who made it and when. */
export const HISTORY_COLUMNS: Column<Row>[] = [
	{
		title: auditLogs.columns.action,
		cell: (row) => (
			<Suspense fallback={actionText(row.action)}>
				<Sentence change={row} />
			</Suspense>
		),
		isLong: true,
	},
	{
		title: terms.by,
		cell: ({ actor_user_id, actor_service_account_id }) => <Actor id={actor_user_id ?? actor_service_account_id} />,
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** Operators read all names, and an org those of its members. */
function Actor({ id }: { id: string | null }) {
	const isOperator = useIsOperator()
	const { org_id } = useMe()
	if (id === null) return auditLogs.system
	return isOperator ? <Name id={id} /> : <ActorName org_id={org_id} id={id} />
}

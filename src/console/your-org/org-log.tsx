import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { actionGroups } from '../audit-logs/actions.ts'
import { ChangeCell } from '../audit-logs/change-cell.tsx'
import { Detail } from '../audit-logs/detail.tsx'
import { BY_ORG } from '../audit-logs/revert.tsx'
import { ListPanel } from '../lists/list.tsx'
import { IdFilter } from '../names/id-filter.tsx'
import { useMembers } from '../names/members.ts'
import { ActorName, AskOwners } from '../names/people.tsx'
import { useMay } from '../session/session.ts'
import { actionText } from '../text/en/actions.ts'
import { auditLogs } from '../text/en/audit-logs.ts'
import { orgLog as t } from '../text/en/org-log.ts'
import { terms } from '../text/en/terms.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel, Toolbar } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { PeriodFilter, timesOf } from '../ui/period-filter.tsx'
import { PickFilter } from '../ui/pick-filter.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

type Row = Schema<'OrgAuditLog'>

/** What an org configures itself. The API decides, and says more in the preview. */
const OWN = new Set([...BY_ORG, 'config_entries', 'configuration_revisions'])

/** Why an org can't revert a change of its log, and what to do instead; undefined if it may. */
const whyNot = ({ target_type }: Row) =>
	OWN.has(target_type) ? undefined : (t.not_revertible[target_type] ?? t.by_platform)

const columnsOf = (org_id: string): Column<Row>[] => [
	{
		title: auditLogs.columns.action,
		cell: (row) => <ChangeCell row={row} />,
		isLong: true,
	},
	{
		title: terms.by,
		cell: ({ actor_user_id, actor_service_account_id }) => {
			const actor = actor_user_id ?? actor_service_account_id
			return actor ? <ActorName org_id={org_id} id={actor} /> : auditLogs.system
		},
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** What happened in the org, for those who run it. */
export function OrgLog({ org_id }: { org_id: string }) {
	const mayRead = useMay('org.settings')
	if (mayRead) return <Log org_id={org_id} />
	return (
		<Panel>
			<Notice icon="audit" title={t.for_managers} hint={<AskOwners />} />
		</Panel>
	)
}

function Log({ org_id }: { org_id: string }) {
	const { row: row_id, tab: _, org_id: __, of: ___, ...search } = useSearch({ from: '/your-org' })
	const navigate = useNavigate({ from: '/your-org' })
	const members = useMembers(org_id)
	const read = useQuery({
		queryKey: ['audit-logs', 'own', org_id, search],
		queryFn: () =>
			page(
				api.GET('/v1/orgs/{org_id}/audit-logs', {
					params: { path: { org_id }, query: { ...search, ...timesOf(search), limit: rowsPerPage() } },
				}),
			),
		placeholderData: keepPreviousData,
	})
	const shown = read.data?.rows.find(({ id }) => id === row_id)
	const { actor_user_id, target_id } = search
	const who = (id: string) => <ActorName org_id={org_id} id={id} />
	const nameOf = (id: string) => members?.find(({ user_id }) => user_id === id)?.username
	return (
		<>
			<Toolbar>
				<PickFilter
					name="action"
					label={auditLogs.filters.action}
					any={auditLogs.filters.any_action}
					groups={actionGroups([search.action, ...(read.data?.rows.map(({ action }) => action) ?? [])])}
				/>
				<PeriodFilter from={auditLogs.filters.from} to={auditLogs.filters.to} />
				{actor_user_id && (
					<IdFilter name="actor_user_id" id={actor_user_id} known={nameOf(actor_user_id)} label={terms.by} />
				)}
				{target_id && (
					<IdFilter name="target_id" id={target_id} known={nameOf(target_id)} label={auditLogs.detail.target} />
				)}
			</Toolbar>
			<ListPanel
				title={t.title}
				hint={t.hint}
				read={read}
				columns={columnsOf(org_id)}
				keyOf={({ id }) => id}
				linkOf={({ id }) => ({ to: '/your-org', search: { ...search, tab: 'log', row: id } })}
				expected={10}
				empty={{ icon: 'audit', title: t.empty, hint: t.empty_hint }}
			/>
			{row_id && read.data && (
				<Dialog
					title={shown ? actionText(shown.action) : auditLogs.detail.missing}
					kind="side"
					onClose={() => void navigate({ search: (old) => ({ ...old, row: undefined }) })}
				>
					{shown ? (
						<Detail
							row={shown}
							org_id={org_id}
							listOf={(filter) => ({ to: '/your-org', search: { ...filter, tab: 'log' } })}
							who={who}
							whyNot={whyNot(shown)}
						/>
					) : (
						<p>{auditLogs.detail.missing_hint}</p>
					)}
				</Dialog>
			)}
		</>
	)
}

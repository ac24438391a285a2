import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useChange } from '../change/change.ts'
import { ListPanel } from '../lists/list.tsx'
import { Name } from '../names/name.tsx'
import { orgExports as t } from '../text/en/org-exports.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago, MomentOf } from '../ui/time.tsx'
import { bytes } from './bytes.ts'
import { Files } from './files.tsx'
import { type OrgExport, useExport, useExports } from './read.ts'
import { Status } from './status.tsx'
import { Summary } from './summary.tsx'

const COLUMNS: Column<OrgExport>[] = [
	{ title: terms.started, cell: ({ created_at }) => <Ago time={created_at} /> },
	{ title: terms.status, cell: (one) => <Status of={one} /> },
	{ title: t.facts.by, cell: ({ created_by }) => created_by && <Name id={created_by} />, from: 'wide' },
	{ title: t.facts.rows, cell: ({ row_count }) => number(row_count), from: 'medium', align: 'end' },
	{ title: t.facts.size, cell: ({ byte_count }) => bytes(byte_count), from: 'medium', align: 'end' },
	{
		title: t.facts.until,
		cell: ({ status, expires_at }) => (status === 'completed' && expires_at ? <MomentOf time={expires_at} /> : '–'),
		from: 'medium',
		align: 'end',
	},
]

/** The exports of an org. The newest one is open, or the one that the address names. */
export function Exports({ org_id, mayStart }: { org_id: string; mayStart: boolean }) {
	const { cursor, export_id } = useSearch({ strict: false })
	const navigate = useNavigate()
	const read = useExports(org_id, cursor)
	const rows = read.data?.rows
	const shown = useExport(org_id, export_id ?? rows?.[0]?.id)
	const start = useChange({
		send: (_: null, headers) => api.POST('/v1/orgs/{org_id}/exports', { params: { path: { org_id } }, headers }),
		done: t.started,
		onDone: () =>
			void navigate({
				to: '.',
				search: (search: object) => ({ ...search, export_id: undefined, cursor: undefined }),
			}),
	})
	const isOneRunning = rows?.some(({ status }) => status === 'running') ?? true
	const error = read.error ?? shown.error
	return (
		<>
			<Panel
				title={t.title}
				hint={t.hint}
				actions={
					mayStart ? (
						<Button
							kind="primary"
							icon="down"
							disabled={isOneRunning}
							isBusy={start.isRunning}
							onClick={() => start.runOrTell(null)}
						>
							{t.start}
						</Button>
					) : (
						t.may_not_start
					)
				}
			>
				{shown.data ? (
					<Summary of={shown.data} />
				) : rows?.length === 0 ? (
					<Notice icon="document" title={t.empty} hint={t.empty_hint} />
				) : error ? (
					<Failure refusal={error} onRetry={() => void (read.error ? read : shown).refetch()} />
				) : (
					<PanelSkeleton />
				)}
			</Panel>
			{shown.data?.manifest && <Files of={shown.data} />}
			{rows && rows.length > 0 && (
				<ListPanel
					title={t.all}
					read={read}
					columns={COLUMNS}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '.', search: (search: object) => ({ ...search, export_id: id }) })}
					empty={{ icon: 'document', title: t.empty }}
				/>
			)}
		</>
	)
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { UserName } from '../names/user-name.tsx'
import { useScope } from '../session/scope.ts'
import { useMay, useMe } from '../session/session.ts'
import { pauses as t } from '../text/en/pauses.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { LiftPause } from './lift-pause.tsx'
import { PauseForm } from './pause-form.tsx'
import { Subject } from './subject.tsx'

type Pause = Schema<'Pause'>

const COLUMNS: Column<Pause>[] = [
	{ title: t.columns.what, cell: (pause) => <Subject pause={pause} /> },
	{ title: terms.reason, cell: ({ reason }) => reason, isLong: true, from: 'medium' },
	{ title: terms.by, cell: ({ set_by_user_id }) => <UserName user_id={set_by_user_id} />, from: 'wide' },
	{ title: terms.since, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', align: 'end' },
	{
		title: terms.until,
		cell: ({ until }) => (until ? <Ago time={until} /> : t.forever),
		from: 'medium',
		align: 'end',
	},
]

const ACTIONS: Column<Pause> = actionsColumn((pause) => (
	<RowActions>
		<LiftPause pause={pause} />
	</RowActions>
))

interface FormProps {
	onClose: () => void
}

const PauseOfPlatform = ({ onClose }: FormProps) => <PauseForm org_id={null} onClose={onClose} />
const PauseOfOrg = ({ onClose }: FormProps) => <PauseForm org_id={useMe().org_id} onClose={onClose} />

/** What the platform or the org has paused. Operators see both, one at a time. */
export function Pauses() {
	const { cursor, scope, subject } = useSearch({ from: '/pauses' })
	const navigate = useNavigate()
	const { org_id } = useMe()
	const owner = useScope() === 'platform' ? null : org_id
	const needed = owner === null ? 'platform.write' : 'org.settings'
	const mayChange = useMay(needed)
	const query = { params: { query: { cursor, limit: rowsPerPage() } } }
	return (
		<>
			<List
				hint={t.hint}
				query={{
					queryKey: ['pauses', owner, { cursor }],
					queryFn: () =>
						page(
							owner === null
								? api.GET('/v1/admin/pauses', query)
								: api.GET('/v1/orgs/{org_id}/pauses', { params: { ...query.params, path: { org_id: owner } } }),
						),
				}}
				columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
				keyOf={(pause) => `${pause.scope} ${pause.subject}`}
				expected={3}
				empty={{ icon: 'pause', title: t.empty, hint: t.empty_hint }}
				create={{ label: t.form.action, form: owner === null ? PauseOfPlatform : PauseOfOrg, needs: [needed] }}
			/>
			{mayChange && scope && subject && (
				<PauseForm
					org_id={owner}
					wanted={{ scope, subject }}
					onClose={() => void navigate({ to: '/pauses', replace: true })}
				/>
			)}
		</>
	)
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { UserName } from '../names/user-name.tsx'
import { configuration } from '../text/en/configuration.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { callsOf } from './owner.ts'

const t = configuration.revisions

type Revision = Schema<'ConfigurationRevision'>

const COLUMNS: Column<Revision>[] = [
	{ title: t.number, cell: (revision) => revision.number },
	{ title: terms.type, cell: (revision) => <Kind revision={revision} /> },
	{
		title: terms.changes,
		cell: ({ change_count }) => (change_count === null ? '–' : number(change_count)),
		from: 'medium',
		align: 'end',
	},
	{
		title: terms.by,
		cell: ({ actor_user_id }) => (actor_user_id ? <UserName user_id={actor_user_id} /> : t.system),
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** What created a revision. */
export const Kind = ({ revision: { kind, restored_from } }: { revision: Revision }) => (
	<span title={kind === 'found' ? t.found_hint : undefined}>
		<Badge tone={kind === 'found' ? 'neutral' : 'accent'}>{t.kinds[kind]}</Badge>{' '}
		{restored_from !== null && t.restored_from(restored_from)}
	</span>
)

export function Revisions({ org_id }: { org_id: string | undefined }) {
	const { owner, cursor } = useSearch({ from: '/configuration' })
	const read = useQuery({
		queryKey: ['configuration', 'revisions', org_id, cursor],
		queryFn: () => page(callsOf(org_id).revisions(cursor)),
	})
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			read={read}
			columns={COLUMNS}
			keyOf={(revision) => String(revision.number)}
			linkOf={(revision) => ({
				to: '/configuration/revisions/$number',
				params: { number: String(revision.number) },
				search: { owner },
			})}
			expected={5}
			empty={{ icon: 'document', title: t.empty, hint: t.empty_hint }}
		/>
	)
}

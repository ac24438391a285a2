import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { useKnownKeys } from '../plans/known-keys.tsx'
import { configEntries as t } from '../text/en/config-entries.ts'
import { entitlementKeys } from '../text/en/entitlement-keys.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Said } from '../ui/said.tsx'
import type { Column } from '../ui/table.tsx'
import { CreateEntry } from './create-entry.tsx'
import { Defaults } from './defaults.tsx'

const COLUMNS: Column<Schema<'ConfigEntry'>>[] = [
	{ title: terms.key, cell: ({ key }) => <code title={key}>{key}</code> },
	{
		title: terms.value,
		cell: ({ value, is_valid }) => (
			<>
				{value === null ? <Badge>{t.secret}</Badge> : <code>{value}</code>}{' '}
				{!is_valid && <Badge tone="warn">{entitlementKeys.misfit}</Badge>}
			</>
		),
		align: 'end',
	},
	{ title: t.columns.meaning, cell: ({ key }) => <Meaning of={key} />, isLong: true, from: 'medium' },
]

/** What the platform does with a key, if it reads that itself. */
const Meaning = ({ of }: { of: string }) => (
	<Said text={useKnownKeys().find(({ key }) => key === of)?.description ?? '–'} />
)

export function ConfigEntries() {
	const { cursor } = useSearch({ from: '/config-entries' })
	const query = {
		queryKey: ['config-entries', { cursor }],
		queryFn: () => page(api.GET('/v1/admin/config-entries', { params: { query: { cursor, limit: 50 } } })),
	}
	// The list reads the same, so this isn't another call.
	const { data: found } = useQuery(query)
	const isWhole = found && !cursor && !found.next
	return (
		<List
			hint={t.hint}
			query={query}
			columns={COLUMNS}
			keyOf={({ key }) => key}
			linkOf={({ key }) => ({ to: '/config-entries/$key', params: { key } })}
			expected={4}
			empty={{ icon: 'settings', title: t.empty, hint: t.empty_hint }}
			create={{ label: t.create.action, form: CreateEntry, needs: ['platform_admin'] }}
		>
			{isWhole && <Defaults set={found.rows.map(({ key }) => key)} />}
		</List>
	)
}

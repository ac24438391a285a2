import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { configEntries } from '../text/en/config-entries.ts'
import { terms } from '../text/en/terms.ts'
import { Panel } from '../ui/page.tsx'
import { Said } from '../ui/said.tsx'
import { type Column, Table } from '../ui/table.tsx'

const t = configEntries.defaults

type Key = Schema<'EntitlementKey'>

const COLUMNS: Column<Key>[] = [
	{ title: terms.key, cell: ({ key }) => <code title={key}>{key}</code> },
	{ title: terms.default_value, cell: ({ default: value }) => <code>{value}</code>, align: 'end' },
	{
		title: configEntries.columns.meaning,
		cell: ({ description }) => <Said text={description} />,
		isLong: true,
		from: 'medium',
	},
]

/** The settings that the platform reads and that no entry sets. `set` are the keys of all entries. */
export function Defaults({ set }: { set: string[] }) {
	const { data: keys } = useQuery({
		queryKey: ['entitlement-keys'],
		queryFn: () => data(api.GET('/v1/entitlement-keys')),
	})
	const rows = keys?.filter(({ key }) => !set.includes(key))
	if (!rows || rows.length === 0) return null
	return (
		<Panel title={t.title} hint={t.hint} noPadding>
			<Table label={t.title} columns={COLUMNS} rows={rows} keyOf={({ key }) => key} isDense empty={null} />
		</Panel>
	)
}

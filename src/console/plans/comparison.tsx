import { useQuery } from '@tanstack/react-query'
import type { Page, Schema } from '../api.ts'
import { plans as t } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { EntitlementName, EntitlementValue } from './entitlement-value.tsx'

type Plan = Schema<'Plan'>

interface Row {
	key: string
	/** What each plan grants under this key, by its ID. */
	of: Map<string, Plan['entitlements'][number]>
}

const KEY: Column<Row> = {
	title: terms.entitlement,
	cell: EntitlementName,
}

const columnOf = ({ id, display_name }: Plan): Column<Row> => ({
	title: display_name,
	cell: ({ of }) => {
		const granted = of.get(id)
		return granted ? EntitlementValue(granted) : '–'
	},
	align: 'end',
})

/** More plans take the whole width. */
const MOST_CLOSE = 4

interface ComparisonProps {
	/** The query of the list above, so this isn't another call. */
	query: { queryKey: readonly unknown[]; queryFn: () => Promise<Page<Plan>> }
}

/** What the plans of the list grant, next to each other. */
export function Comparison({ query }: ComparisonProps) {
	const { data } = useQuery(query)
	const compared = data?.rows ?? []
	if (compared.length < 2) return null
	const keys = [...new Set(compared.flatMap(({ entitlements }) => entitlements.map(({ key }) => key)))].toSorted()
	const rows = keys.map((key): Row => ({
		key,
		of: new Map(
			compared.flatMap(({ id, entitlements }) => {
				const granted = entitlements.find((one) => one.key === key)
				return granted ? [[id, granted]] : []
			}),
		),
	}))
	return (
		<Panel title={t.comparison} noPadding>
			<Table
				label={t.comparison}
				columns={[KEY, ...compared.map(columnOf)]}
				rows={rows}
				keyOf={({ key }) => key}
				isDense
				isClose={compared.length <= MOST_CLOSE}
				isScrolled
				empty={null}
			/>
		</Panel>
	)
}

import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { featureFlags as t } from '../text/en/feature-flags.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateFlag } from './create-flag.tsx'
import { ValueBadge } from './value-badge.tsx'

const COLUMNS: Column<Schema<'FeatureFlag'>>[] = [
	{ title: t.columns.key, cell: ({ key }) => <code>{key}</code> },
	{ title: terms.description, cell: ({ description }) => description || '–', from: 'medium', isLong: true },
	{ title: terms.default_value, cell: ({ default_value }) => <ValueBadge isOn={default_value} /> },
	{ title: terms.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', align: 'end' },
]

export function FeatureFlags() {
	const { cursor } = useSearch({ from: '/feature-flags' })
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['feature-flags', { cursor }],
				queryFn: () => page(api.GET('/v1/feature-flags', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ key }) => ({ to: '/feature-flags/$key', params: { key } })}
			empty={{ icon: 'flag', title: t.empty, hint: t.empty_hint }}
			create={{ label: t.create.action, form: CreateFlag, needs: ['platform.write'] }}
		/>
	)
}

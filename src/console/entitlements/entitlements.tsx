import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { entitlementName } from '../change/entitlement-name.ts'
import { EntitlementName } from '../plans/entitlement-value.tsx'
import { valueText } from '../plans/value.ts'
import { useMay } from '../session/session.ts'
import { entitlements as t } from '../text/en/entitlements.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { laterOf } from '../ui/loading.ts'
import { Panel } from '../ui/page.tsx'
import { actionsColumn, type Column, RowActions, Table } from '../ui/table.tsx'

// The dashboard shows the table. An admin's form doesn't have to load with the first visit.
const SetOverride = laterOf(async () => (await import('../entitlement-overrides/set-override.tsx')).SetOverride)

type Entitlement = Schema<'EffectiveEntitlement'>

const TONES = { override: 'accent', plan: 'neutral', default: 'normal' } as const

const COLUMNS: Column<Entitlement>[] = [
	{ title: terms.entitlement, cell: EntitlementName },
	{ title: terms.value, cell: (row) => (row.unlimited ? t.unlimited : valueText(row)), align: 'end' },
	{
		title: t.columns.source,
		cell: ({ source }) => <Badge tone={TONES[source]}>{t.sources[source]}</Badge>,
		align: 'end',
		from: 'medium',
	},
]

const actionsOf = (org_id: string): Column<Entitlement> => actionsColumn((row) => <Actions org_id={org_id} row={row} />)

function Actions({ org_id, row }: { org_id: string; row: Entitlement }) {
	const [isSetting, setIsSetting] = useState(false)
	return (
		<RowActions>
			<IconButton icon="edit" label={t.override(entitlementName(row.key))} onClick={() => setIsSetting(true)} />
			<Suspense>
				{isSetting && <SetOverride org_id={org_id} entitlement={row} onClose={() => setIsSetting(false)} />}
			</Suspense>
		</RowActions>
	)
}

interface EntitlementsProps {
	org_id: string
	/** Without the values that every org has. */
	isShort?: boolean
}

/** What an org may use, and where each value comes from. Operators who may can set a value for this org. */
export function Entitlements({ org_id, isShort = false }: EntitlementsProps) {
	const maySet = useMay('people.write', 'money.write')
	const {
		data: rows,
		error,
		refetch,
	} = useQuery({
		queryKey: ['entitlements', org_id],
		queryFn: () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } })),
	})
	return (
		<Panel
			title={t.title}
			hint={isShort ? undefined : t.hint}
			actions={
				isShort && (
					<Link to="/your-org" search={{ tab: 'plan' }}>
						{terms.show_all}
					</Link>
				)
			}
			noPadding
		>
			<Table
				label={t.title}
				columns={maySet ? [...COLUMNS, actionsOf(org_id)] : COLUMNS}
				rows={isShort ? rows?.filter(({ source }) => source !== 'default') : rows}
				keyOf={({ key }) => key}
				error={error}
				onRetry={() => void refetch()}
				isDense
				isClose
				empty={<Notice icon="plan" title={isShort ? t.usual : t.empty} />}
			/>
		</Panel>
	)
}

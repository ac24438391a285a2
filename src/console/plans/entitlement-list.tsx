import type { Schema } from '../api.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { EntitlementName, EntitlementValue } from './entitlement-value.tsx'

type Entitlement = Schema<'Entitlement'>

const COLUMNS: Column<Entitlement>[] = [
	{ title: terms.entitlement, cell: EntitlementName },
	{ title: terms.value, cell: EntitlementValue, align: 'end' },
]

interface EntitlementListProps {
	label: string
	/** Undefined while they load. */
	entitlements: Entitlement[] | undefined
	empty: string
}

/** What a plan grants. */
export const EntitlementList = ({ label, entitlements, empty }: EntitlementListProps) => (
	<Table
		label={label}
		columns={COLUMNS}
		rows={entitlements}
		keyOf={({ key }) => key}
		expected={4}
		isDense
		empty={<Notice icon="plan" title={empty} />}
	/>
)

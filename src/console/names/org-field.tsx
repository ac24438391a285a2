import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { type Pick, PickField } from '../ui/pick-field.tsx'

type Org = Schema<'ListedOrg'>

interface OrgFieldProps {
	name: string
	label: string
	hint?: string
	/** The org that's chosen initially. */
	chosen?: Pick | undefined
	onChoose?: (org_id: string | null) => void
}

/** Finds an org by part of its name. The form gets its ID. */
export function OrgField({ name, label, hint, chosen, onChoose }: OrgFieldProps) {
	const [q, setQ] = useState('')
	const { data: orgs = [] } = useQuery({
		queryKey: ['orgs', 'pick', q],
		queryFn: () => data(api.GET('/v1/admin/orgs', { params: { query: { q: q || undefined, limit: 20 } } })),
		placeholderData: (old: Org[] | undefined) => old,
	})
	return (
		<PickField
			name={name}
			label={label}
			hint={hint}
			chosen={chosen}
			items={orgs.map((org) => ({ value: org.id, label: org.name }))}
			onType={setQ}
			onChoose={onChoose}
			empty={t.none}
		/>
	)
}

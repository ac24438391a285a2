import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { type Pick, PickField } from '../ui/pick-field.tsx'
import { useName } from './name.tsx'

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

/** The org in a list's filters. The address has its ID. */
export function OrgFilterField({ org_id }: { org_id: string | undefined }) {
	const name = useName(org_id ?? '')
	const chosen = org_id ? { value: org_id, label: name ?? org_id } : undefined
	return <OrgField name="org_id" label={terms.org} hint={terms.search_by_name} chosen={chosen} />
}

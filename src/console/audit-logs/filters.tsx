import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFoundUsers } from '../names/found-users.ts'
import { IdFilter } from '../names/id-filter.tsx'
import { useName } from '../names/name.tsx'
import { OrgFilterField } from '../names/org-field.tsx'
import { auditLogs } from '../text/en/audit-logs.ts'
import { lists } from '../text/en/list.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { MoreFilters } from '../ui/more-filters.tsx'
import { Toolbar } from '../ui/page.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { PickField } from '../ui/pick-field.tsx'
import { PickFilter } from '../ui/pick-filter.tsx'
import { actionGroups } from './actions.ts'

const t = auditLogs.filters

/** The list's filters. `actions` are those of the rows. */
export function Filters({ actions }: { actions: string[] }) {
	const { action, actor_user_id, org_id, target_id } = useSearch({ from: '/audit-logs' })
	return (
		<Toolbar>
			<PickFilter name="action" label={t.action} any={t.any_action} groups={actionGroups([action, ...actions])} />
			<MoreFilters form={More}>
				{actor_user_id && <IdFilter name="actor_user_id" id={actor_user_id} label={terms.by} />}
				{org_id && <IdFilter name="org_id" id={org_id} label={t.in} />}
				{target_id && <IdFilter name="target_id" id={target_id} label={t.target} />}
			</MoreFilters>
			<PeriodFilter from={t.from} to={t.to} />
		</Toolbar>
	)
}

function More({ onClose }: { onClose: () => void }) {
	const { actor_user_id, org_id, target_id } = useSearch({ from: '/audit-logs' })
	const navigate = useNavigate({ from: '/audit-logs' })
	const submit = (form: Values) => {
		onClose()
		const named = ['actor_user_id', 'org_id', 'target_id'].map((name) => [name, form.text(name) || undefined])
		void navigate({ search: (old) => ({ ...old, ...Object.fromEntries(named), cursor: undefined }) })
	}
	return (
		<FormDialog title={lists.filters.more} isTransient onSubmit={submit} action={lists.filters.apply} onClose={onClose}>
			<UserField name="actor_user_id" id={actor_user_id} />
			<OrgFilterField org_id={org_id} />
			<TextField name="target_id" label={t.target} hint={t.target_hint} defaultValue={target_id} />
		</FormDialog>
	)
}

function UserField({ name, id }: { name: string; id: string | undefined }) {
	const [q, setQ] = useState('')
	const users = useFoundUsers(q)
	const known = useName(id ?? '')
	return (
		<PickField
			name={name}
			label={t.actor}
			hint={t.actor_hint}
			chosen={id ? { value: id, label: known ?? id } : undefined}
			items={users.map(({ id: value, username, login }) => ({ value, label: `${username} (${login})` }))}
			onType={setQ}
			empty={t.nobody}
		/>
	)
}

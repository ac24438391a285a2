import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFoundUsers } from '../names/found-users.ts'
import { IdFilter } from '../names/id-filter.tsx'
import { OrgField } from '../names/org-field.tsx'
import { auditLogs } from '../text/en/audit-logs.ts'
import { Button } from '../ui/button.tsx'
import { SearchBox } from '../ui/filters.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { Toolbar } from '../ui/page.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { PickField } from '../ui/pick-field.tsx'
import { SelectFilter } from '../ui/select-filter.tsx'
import { actionOptions } from './actions.ts'
import styles from './audit-logs.module.css'

const t = auditLogs.filters

/** The list's filters. `actions` are those of the rows. */
export function Filters({ actions }: { actions: string[] }) {
	const { action, actor_user_id, org_id } = useSearch({ from: '/audit-logs' })
	const [isPicking, setIsPicking] = useState(false)
	return (
		<Toolbar>
			<span className={styles.box}>
				<SelectFilter name="action" label={t.action} options={actionOptions(t.any_action, [action, ...actions])} />
			</span>
			<span className={styles.box}>
				<SearchBox name="target_id" label={t.target} />
			</span>
			<PeriodFilter from={t.from} to={t.to} />
			{actor_user_id && <IdFilter name="actor_user_id" id={actor_user_id} label={t.by} clear={t.clear} />}
			{org_id && <IdFilter name="org_id" id={org_id} label={t.in} clear={t.clear} />}
			{!(actor_user_id && org_id) && (
				<Button icon="filter" onClick={() => setIsPicking(true)}>
					{t.more}
				</Button>
			)}
			{isPicking && <Picking onClose={() => setIsPicking(false)} />}
		</Toolbar>
	)
}

function Picking({ onClose }: { onClose: () => void }) {
	const chosen = useSearch({ from: '/audit-logs' })
	const navigate = useNavigate({ from: '/audit-logs' })
	const submit = (form: Values) => {
		onClose()
		void navigate({
			search: (old) => ({
				...old,
				actor_user_id: chosen.actor_user_id ?? (form.text('actor_user_id') || undefined),
				org_id: chosen.org_id ?? (form.text('org_id') || undefined),
				cursor: undefined,
			}),
		})
	}
	return (
		<FormDialog title={t.title} isTransient onSubmit={submit} action={t.apply} onClose={onClose}>
			{!chosen.actor_user_id && <UserField name="actor_user_id" />}
			{!chosen.org_id && <OrgField name="org_id" label={t.org} hint={t.org_hint} />}
		</FormDialog>
	)
}

function UserField({ name }: { name: string }) {
	const [q, setQ] = useState('')
	const users = useFoundUsers(q)
	return (
		<PickField
			name={name}
			label={t.actor}
			hint={t.actor_hint}
			items={users.map(({ id, username, login }) => ({ value: id, label: `${username} (${login})` }))}
			onType={setQ}
			empty={t.nobody}
		/>
	)
}

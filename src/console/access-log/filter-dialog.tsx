import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../api.ts'
import { accessLog } from '../text/en/access-log.ts'
import { lists } from '../text/en/list.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { localOf, utcOfLocal } from './clock.tsx'
import { entriesQuery } from './entries.tsx'
import { FILTERS, type Filters, STATUS_CLASSES, UA_TYPES } from './filters.ts'
import styles from './access-log.module.css'

const t = accessLog.filters
const labels = accessLog.fields
const { classes } = accessLog.charts

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const optionsOf = (values: readonly string[], labelOf = (value: string) => value) => [
	{ value: '', label: t.any },
	...values.map((value) => ({ value, label: labelOf(value) })),
]

/** All filters. The API checks them before they go into the address, so an invalid one shows at its field. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
	const search = useSearch({ from: '/access-log' })
	const navigate = useNavigate({ from: '/access-log' })
	const queries = useQueryClient()
	const [refusal, setRefusal] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const apply = async (form: Values) => {
		const filters: Filters = {
			...Object.fromEntries(FILTERS.map((name) => [name, form.textOrNull(name) ?? undefined])),
			from: utcOfLocal(form.textOrNull('from')),
			to: utcOfLocal(form.textOrNull('to')),
			console: search.console,
		}
		setIsChecking(true)
		try {
			await queries.fetchQuery(entriesQuery(filters, undefined))
			void navigate({ search: { view: search.view, ...filters } })
			onClose()
		} catch (error) {
			setRefusal(Refusal.of(error))
			setIsChecking(false)
		}
	}
	return (
		<FormDialog
			isTransient
			title={lists.filters.more}
			kind="side"
			hint={t.hint}
			onSubmit={(form) => void apply(form)}
			refusal={refusal}
			isBusy={isChecking}
			action={lists.filters.apply}
			onClose={onClose}
		>
			<TextField name="path" label={labels.path} hint={t.path_hint} defaultValue={search.path} />
			<div className={styles.pair}>
				<SelectField
					name="status_class"
					label={labels.status_class}
					options={optionsOf(STATUS_CLASSES, (value) => classes[value] ?? value)}
					defaultValue={search.status_class ?? ''}
				/>
				<TextField
					name="status_code"
					label={labels.status_code}
					inputMode="numeric"
					placeholder="403"
					defaultValue={search.status_code}
				/>
			</div>
			<div className={styles.pair}>
				<TextField name="error" label={labels.error} placeholder="auth.forbidden" defaultValue={search.error} />
				<TextField name="reason" label={labels.reason} placeholder="ip.blocked" defaultValue={search.reason} />
			</div>
			<TextField
				name="decided_by"
				label={labels.decided_by}
				placeholder="permission:data.secrets"
				defaultValue={search.decided_by}
			/>
			<div className={styles.pair}>
				<SelectField
					name="method"
					label={labels.method}
					options={optionsOf(METHODS)}
					defaultValue={search.method ?? ''}
				/>
				<SelectField
					name="ua_type"
					label={labels.ua_type}
					options={optionsOf(UA_TYPES)}
					defaultValue={search.ua_type ?? ''}
				/>
			</div>
			<div className={styles.pair}>
				<TextField name="ip" label={labels.ip} placeholder="203.0.113.7" defaultValue={search.ip} />
				<TextField
					name="country"
					label={labels.country}
					hint={t.country_hint}
					maxLength={2}
					defaultValue={search.country}
				/>
			</div>
			<TextField
				name="risk_min"
				label={labels.risk_min}
				hint={t.risk_hint}
				inputMode="decimal"
				defaultValue={search.risk_min}
			/>
			<div className={styles.pair}>
				<TextField
					name="from"
					label={labels.from}
					hint={t.time_hint}
					type="datetime-local"
					defaultValue={localOf(search.from)}
				/>
				<TextField name="to" label={labels.to} type="datetime-local" defaultValue={localOf(search.to)} />
			</div>
			<TextField name="trace_id" label={labels.trace_id} defaultValue={search.trace_id} />
			<TextField name="user_id" label={labels.user_id} placeholder="usr_…" defaultValue={search.user_id} />
			<TextField name="org_id" label={labels.org_id} placeholder="org_…" defaultValue={search.org_id} />
		</FormDialog>
	)
}

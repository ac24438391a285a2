import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Refusal, type Schema, type Tagged, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { useEdit } from '../change/edit.ts'
import { Only, OnlyForm } from '../change/only.tsx'
import { refusalOfZero } from '../plans/unlimited.tsx'
import { configEntries as t } from '../text/en/config-entries.ts'
import { entitlementKeys } from '../text/en/entitlement-keys.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useDetail } from '../ui/detail.tsx'
import type { Values } from '../ui/form.tsx'
import { Columns, Page, Panel } from '../ui/page.tsx'
import { ValueField } from './value-field.tsx'

export function ConfigEntry() {
	const { key } = useParams({ from: '/config-entries/$key' })
	const ask = useAsk()
	const navigate = useNavigate()
	const params = { path: { key } }
	const [entry, instead] = useDetail({
		queryKey: ['config-entries', key],
		queryFn: () => tagged(api.GET('/v1/admin/config-entries/{key}', { params })),
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/admin/config-entries/{key}', { params, headers }),
		etag: entry?.etag,
		done: terms.deleted(key),
		canUndo: true,
		onDone: () => void navigate({ to: '/config-entries', ignoreBlocker: true }),
	})
	if (!entry) return instead
	const askToRemove = () => ask({ ...danger(t.remove, key), change: remove })
	return (
		<Page
			title={key}
			mark={
				entry.value.value === null ? (
					<Badge>{t.secret}</Badge>
				) : (
					!entry.value.is_valid && <Badge tone="warn">{entitlementKeys.misfit}</Badge>
				)
			}
			actions={
				<Only needs={['platform_admin']}>
					<Button icon="trash" onClick={askToRemove}>
						{terms.delete}
					</Button>
				</Only>
			}
		>
			<Columns>
				<Panel title={t.edit.title}>
					<ValueForm entry={entry} />
				</Panel>
				<History target_id={key} />
			</Columns>
		</Page>
	)
}

/** Replaces the value. A secret can be written but not read. */
function ValueForm({ entry }: { entry: Tagged<Schema<'ConfigEntry'>> }) {
	const ask = useAsk()
	const edit = useEdit(entry)
	const { key, value, is_valid } = edit.value
	const put = useChange({
		send: (body: { value: string }, headers) =>
			api.PUT('/v1/admin/config-entries/{key}', { params: { path: { key } }, body, headers }),
		edit,
		done: t.edit.done(key),
		canUndo: true,
	})
	const [wrong, setWrong] = useState<Refusal>()
	const submit = (form: Values) => {
		const found = refusalOfZero(form)
		setWrong(found)
		if (found) return
		ask({
			title: t.edit.ask(key),
			body: t.edit.body,
			action: t.edit.action,
			change: put,
			input: { value: form.exact('value') },
		})
	}
	return (
		<OnlyForm
			needs={['platform_admin']}
			label={t.edit.title}
			edit={edit}
			onSubmit={submit}
			refusal={wrong ?? put.refusal}
			actions={
				<Button kind="primary" submit isBusy={put.isRunning}>
					{t.edit.action}
				</Button>
			}
		>
			<Conflict edit={edit} labels={value === null ? {} : t.fields} />
			<ValueField config_key={key} value={value} {...(!is_valid && { hint: entitlementKeys.misfit_hint })} />
		</OnlyForm>
	)
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../api.ts'
import { AgentField } from '../names/agent-field.tsx'
import { OrgFilterField } from '../names/org-field.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { lists } from '../text/en/list.ts'
import { runs } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'

const t = runs.filters

/** The API would return an empty list. */
const REVERSED = new Refusal(400, { details: { fields: [{ path: 'to', message: t.reversed }] } })

/** The filters that need more than a click. They go into the address. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
	const { org_id, model, user_id, agent_id, from, to } = useSearch({ from: '/runs' })
	const isOfPlatform = useScope() === 'platform'
	const { org_id: mine } = useMe()
	const navigate = useNavigate()
	const [isReversed, setIsReversed] = useState(false)
	const submit = (form: Values) => {
		const period = { from: typedMoment(form.text('from')), to: typedMoment(form.text('to')) }
		const isWrong = period.from !== undefined && period.to !== undefined && period.from >= period.to
		setIsReversed(isWrong)
		if (isWrong) return
		void navigate({
			from: '/runs',
			to: '.',
			search: ({ status }) => ({
				status,
				org_id: form.textOrNull('org_id') ?? undefined,
				model: form.textOrNull('model') ?? undefined,
				user_id: form.textOrNull('user_id') ?? undefined,
				agent_id: form.textOrNull('agent_id') ?? undefined,
				...period,
			}),
		})
		onClose()
	}
	return (
		<FormDialog
			isTransient
			title={lists.filters.more}
			onSubmit={submit}
			refusal={isReversed ? REVERSED : undefined}
			action={lists.filters.apply}
			onClose={onClose}
		>
			{isOfPlatform && <OrgFilterField org_id={org_id} />}
			<TextField name="model" label={terms.model} hint={t.model_hint} defaultValue={model} />
			<TextField name="user_id" label={terms.user} hint={t.user_hint} defaultValue={user_id} />
			<AgentField
				name="agent_id"
				label={terms.agent}
				hint={t.agent_hint}
				defaultValue={agent_id}
				org_id={isOfPlatform ? org_id || undefined : mine}
			/>
			<MomentField name="from" label={t.from} defaultValue={from} />
			<MomentField name="to" label={t.to} defaultValue={to} />
		</FormDialog>
	)
}

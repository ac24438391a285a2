import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { Asked } from '../change/asked.tsx'
import { useChange } from '../change/change.ts'
import { useTrial } from '../change/trial.ts'
import { AgentField } from '../names/agent-field.tsx'
import { useName } from '../names/name.tsx'
import { OrgField } from '../names/org-field.tsx'
import { pauses } from '../text/en/pauses.ts'
import { terms } from '../text/en/terms.ts'
import { LongTextField, SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'
import { type Scope, usePausedName } from './named.ts'

const t = pauses.form

const OF_PLATFORM: readonly Scope[] = ['agent', 'user', 'org', 'model', 'provider', 'api_key', 'platform']
const OF_ORG: readonly Scope[] = ['agent', 'user', 'model', 'api_key', 'org']

interface Wanted {
	scope: Scope
	subject: string
}

type Draft = Wanted & Schema<'PutPause'>

interface PauseFormProps {
	/** The org that pauses; null for the platform. */
	org_id: string | null
	/** What to pause, if the screen before has said so. */
	wanted?: Wanted
	onClose: () => void
}

/** Asks what to pause and why, then shows what it would do. Going back a step keeps the draft. */
export function PauseForm({ org_id, wanted, onClose }: PauseFormProps) {
	const scopes = org_id === null ? OF_PLATFORM : OF_ORG
	const [draft, setDraft] = useState<Draft>({
		scope: scopes[0] ?? 'org',
		subject: '',
		reason: '',
		until: null,
		...wanted,
	})
	const [isReviewed, setIsReviewed] = useState(false)
	const what = usePausedName(draft)
	const name = useName(draft.subject)
	const [isBack, setIsBack] = useState(false)
	const goBack = () => {
		setIsReviewed(false)
		setIsBack(true)
	}
	const set = useChange({
		send: ({ scope, subject, ...body }: Draft, headers) =>
			org_id === null
				? api.PUT('/v1/admin/pauses/{scope}/{subject}', { params: { path: { scope, subject } }, body, headers })
				: api.PUT('/v1/orgs/{org_id}/pauses/{scope}/{subject}', {
						params: { path: { org_id, scope, subject } },
						body,
						headers,
					}),
		done: pauses.done(what),
		canUndo: true,
		onDone: onClose,
	})
	const trial = useTrial(set)
	const { scope } = draft
	const review = async (form: Values) => {
		const subject = scope === 'platform' ? 'all' : scope === 'org' && org_id !== null ? org_id : form.text('subject')
		const next = { scope, subject, reason: form.text('reason'), until: typedMoment(form.text('until')) ?? null }
		setDraft(next)
		if (await trial.run(next)) setIsReviewed(true)
	}
	if (isReviewed)
		return (
			<Asked
				question={{
					title: pauses.ask(what),
					body: pauses.ask_body,
					...warningOf(scope, org_id),
					action: pauses.action,
					isDanger: true,
					canGuard: true,
					change: set,
					input: draft,
				}}
				held={{ label: t.title, values: { subject: draft.subject, reason: draft.reason } }}
				onClose={goBack}
			/>
		)
	return (
		<FormDialog
			title={t.title}
			onSubmit={(form) => void review(form)}
			refusal={trial.refusal}
			isBusy={trial.isRunning}
			action={terms.preview}
			{...(isBack && { isDraft: () => true })}
			onClose={onClose}
		>
			<SelectField
				name="scope"
				label={t.scope}
				options={scopes.map((value) => ({ value, label: pauses.scopes[value] }))}
				value={scope}
				onChange={({ target: { value } }) => setDraft({ ...draft, scope: value as Scope, subject: '' })}
			/>
			{scope === 'org' && org_id === null ? (
				<OrgField
					name="subject"
					label={terms.org}
					key={name}
					chosen={draft.subject ? { value: draft.subject, label: name ?? draft.subject } : undefined}
				/>
			) : scope === 'platform' || scope === 'org' ? null : scope === 'agent' ? (
				<AgentField
					name="subject"
					label={t.subject.agent}
					hint={t.subject_hint}
					defaultValue={draft.subject}
					org_id={org_id ?? undefined}
				/>
			) : (
				<TextField
					key={scope}
					name="subject"
					label={t.subject[scope]}
					hint={name ? t.subject_named(name) : t.subject_hint}
					defaultValue={draft.subject}
					maxLength={scope === 'model' ? 256 : 128}
				/>
			)}
			<LongTextField
				name="reason"
				label={terms.reason}
				hint={t.reason_hint}
				rows={2}
				maxLength={500}
				defaultValue={draft.reason}
			/>
			<MomentField name="until" label={terms.until} hint={t.until_hint} defaultValue={draft.until ?? undefined} />
		</FormDialog>
	)
}

/** Agents are texts, and two orgs may use the same one. */
function warningOf(scope: Scope, org_id: string | null): { warning?: string } {
	if (scope === 'platform') return { warning: pauses.all }
	return scope === 'agent' && org_id === null ? { warning: pauses.every_org } : {}
}

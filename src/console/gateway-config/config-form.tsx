import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Refusal, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import { Button } from '../ui/button.tsx'
import { Warning } from '../ui/failure.tsx'
import { LongTextField, SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { atFields, type Config, configOf, type Draft, draftOf, MODES, warningsOf } from './draft.ts'
import { Rehearsal } from './rehearsal.tsx'

/** Replaces the whole document, after the reader has seen what it would have refused. */
export function ConfigForm({ config: { value: config, etag } }: { config: Tagged<Config> }) {
	const ask = useAsk()
	const queries = useQueryClient()
	const [draft, setDraft] = useState(() => draftOf(config))
	const [wrong, setWrong] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	const set = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }))
	const put = useChange({
		send: (body: Config, headers) => api.PUT('/v1/admin/gateway-config', { body, headers }),
		etag,
		refreshes: ['gateway-config'],
		done: t.saved,
		canUndo: true,
		onDone: (saved) => setDraft(draftOf(saved)),
	})
	const warnings = warningsOf(draft)
	const review = async () => {
		const input = configOf(draft)
		setIsChecking(true)
		const refused = await put.rehearse(input).then(
			() => undefined,
			(error: unknown) => (error instanceof Refusal ? error : new Refusal(0, undefined)),
		)
		setIsChecking(false)
		setWrong(refused && atFields(refused, draft))
		// Somebody else has changed it. The form compares theirs with the draft.
		if (refused?.status === 412) await queries.invalidateQueries({ queryKey: ['gateway-config'] })
		if (refused) return
		ask({
			title: t.ask,
			body: t.body,
			...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
			details: <Rehearsal config={input} />,
			action: t.save,
			canGuard: true,
			isGuarded: warnings.length > 0,
			change: put,
			input,
		})
	}
	const refusal = wrong ?? (put.refusal?.status === 412 ? put.refusal : undefined)
	return (
		<Form
			label={t.form}
			onSubmit={() => void review()}
			refusal={refusal}
			actions={
				<Button kind="primary" submit isBusy={isChecking}>
					{t.review}
				</Button>
			}
		>
			<Conflict refusal={refusal} current={draftOf(config)} draft={draftOf(configOf(draft))} labels={t.fields} />
			<SelectField
				name="ip_mode"
				label={t.fields.ip_mode}
				hint={t.mode_hints[draft.ip_mode]}
				options={MODES.map((value) => ({ value, label: t.modes[value] }))}
				value={draft.ip_mode}
				onChange={({ target }) => set({ ip_mode: MODES.find((mode) => mode === target.value) ?? 'direct' })}
			/>
			<LongTextField
				name="trusted_cidrs"
				label={t.fields.trusted_cidrs}
				hint={t.cidrs_hint}
				rows={6}
				spellCheck={false}
				value={draft.trusted_cidrs}
				onChange={({ target }) => set({ trusted_cidrs: target.value })}
			/>
			<TextField
				name="risk_reject_threshold"
				label={t.fields.risk_reject_threshold}
				hint={t.threshold_hint}
				inputMode="decimal"
				value={draft.risk_reject_threshold}
				onChange={({ target }) => set({ risk_reject_threshold: target.value })}
			/>
			{warnings.map((text) => (
				<Warning key={text} text={text} />
			))}
		</Form>
	)
}

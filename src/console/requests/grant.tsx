import { useState } from 'react'
import type { Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { requests } from '../text/en/requests.ts'
import { terms } from '../text/en/terms.ts'
import { LongTextField, SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { number } from '../ui/format.ts'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'
import { grantRequest, type Owner, type Request } from './read.ts'
import { amountsOf, Proposed, type Spend, titleOf, UNITS } from './words.tsx'

const t = requests.grant

type Grant = Schema<'GrantRequest'>

const FOR = ['run', 'window'] as const

const useGranting = (request: Request, owner: Owner, onDone?: () => void) =>
	useChange({
		send: (body: Grant, headers) => grantRequest(owner, request.id, body, headers),
		done: t.done,
		canUndo: true,
		...(onDone && { onDone }),
	})

/** Asks whether to grant all that a run asks for, to this run. */
export function useGrant(request: Request, owner: Owner): () => void {
	const ask = useAsk()
	const change = useGranting(request, owner)
	const { spend, hash } = request
	return () => {
		if (hash === null) return
		if (!spend)
			return ask({
				title: t.change_title,
				body: titleOf(request),
				details: (
					<>
						<Proposed request={request} />
						<p>{t.change_hint}</p>
					</>
				),
				action: t.action,
				// Only what was shown can happen: its hash holds the grant to it.
				hasNoPreview: true,
				startsAtAction: true,
				change,
				input: { hash },
			})
		ask({
			title: t.title,
			body: titleOf(request),
			means: [t.means.run(amountsOf(spend))],
			action: t.action,
			startsAtAction: true,
			change,
			input: { hash, for: 'run' },
		})
	}
}

interface PartProps {
	request: Request & { spend: Spend }
	owner: Owner
	onClose: () => void
}

/** Grants less, or to everybody whom the budgets limit. */
export function GrantPart({ request, owner, onClose }: PartProps) {
	const { spend, hash } = request
	const change = useGranting(request, owner, onClose)
	const [whom, setWhom] = useState<(typeof FOR)[number]>('run')
	const isOfTotal = spend.budgets.some(({ window, scope }) => window === 'total' && scope !== 'run')
	const submit = (form: Values) =>
		void change.run({
			hash: hash ?? '',
			for: whom,
			...Object.fromEntries(UNITS.map((unit) => [unit, spend[unit] > 0 ? form.number(unit) : 0])),
			until: typedMoment(form.text('until')) ?? null,
			reason: form.textOrNull('reason'),
		})
	return (
		<FormDialog
			title={t.part_title}
			hint={titleOf(request)}
			change={change}
			onSubmit={submit}
			action={t.action}
			onClose={onClose}
		>
			{UNITS.filter((unit) => spend[unit] > 0).map((unit) => (
				<TextField
					key={unit}
					name={unit}
					label={t.units[unit]}
					hint={t.most(number(spend[unit]))}
					inputMode="numeric"
					defaultValue={spend[unit]}
				/>
			))}
			<SelectField
				name="for"
				label={t.whom}
				hint={t.whom_hint[whom]}
				options={FOR.map((value) => ({ value, label: t.for[value] }))}
				value={whom}
				onChange={(event) => setWhom(event.target.value as typeof whom)}
			/>
			{whom === 'window' && isOfTotal && <MomentField name="until" label={terms.until} hint={t.until_hint} />}
			<LongTextField name="reason" label={requests.reason} hint={requests.reason_hint} rows={2} maxLength={500} />
		</FormDialog>
	)
}

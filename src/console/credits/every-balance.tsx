import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { OnlyForm } from '../change/only.tsx'
import { useTrial } from '../change/trial.ts'
import { credits } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { LongTextField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { number } from '../ui/format.ts'
import { Columns, Page, Panel, Stack } from '../ui/page.tsx'
import { type Forecast, ForecastPanel } from './forecast.tsx'
import { totalsAfter } from './totals.ts'

const t = credits.every

/** On a phone the forecast is below both forms. Its button is next for those who use the keyboard. */
const reveal = (panel: HTMLElement | null) => panel?.focus()

/** Changes all balances at once. The form simulates the change; the button below the forecast makes it. */
export function EveryBalance() {
	const navigate = useNavigate()
	const [forecast, setForecast] = useState<Forecast>()
	const [counted, setCounted] = useState<number>()
	const options = {
		done: ({ affected }: Schema<'Affected'>) => t.done(number(affected)),
		onDone: () => void navigate({ to: '/credits' }),
	}
	const add = useChange({
		...options,
		send: (body: Schema<'BulkAdjustCredits'>, headers) => api.POST('/v1/admin/credits/bulk-adjust', { body, headers }),
	})
	const reset = useChange({
		...options,
		send: (body: Schema<'ResetCredits'>, headers) => api.POST('/v1/admin/credits/reset-all', { body, headers }),
	})
	const adding = useTrial(add)
	const resetting = useTrial(reset)

	/** Adds the totals to the API's dry run. */
	const show = async (found: Omit<Forecast, 'totals'>) => {
		setForecast(undefined)
		setCounted(0)
		const totals = await totalsAfter(found.amount, setCounted).catch(() => undefined)
		setCounted(undefined)
		setForecast({ ...found, totals })
	}
	const simulateAdd = async (form: Values) => {
		const input = { amount: form.number('amount'), note: form.textOrNull('note') }
		const found = await adding.run(input)
		if (found)
			await show({
				amount: input.amount,
				simulation: found,
				ask: (ask, question) => ask({ ...question, change: add, input }),
			})
	}
	const simulateReset = async (form: Values) => {
		const input = { note: form.textOrNull('note') }
		const found = await resetting.run(input)
		if (found)
			await show({
				amount: null,
				simulation: found,
				ask: (ask, question) => ask({ ...question, change: reset, input }),
			})
	}
	const isCounting = counted !== undefined
	return (
		<Page title={t.title} hint={t.hint}>
			<Columns>
				<Stack>
					<Panel title={t.add} hint={t.add_hint}>
						<OnlyForm
							needs={['money.write']}
							label={t.add}
							onSubmit={(form) => void simulateAdd(form)}
							refusal={adding.refusal}
							actions={
								<Button submit isBusy={adding.isRunning} disabled={isCounting}>
									{terms.preview}
								</Button>
							}
						>
							<TextField name="amount" label={terms.credits} hint={credits.adjust.amount_hint} inputMode="numeric" />
							<LongTextField name="note" label={terms.note} hint={credits.adjust.note_hint} rows={2} />
						</OnlyForm>
					</Panel>
					<Panel title={t.reset} hint={t.reset_hint}>
						<OnlyForm
							needs={['money.write']}
							label={t.reset}
							onSubmit={(form) => void simulateReset(form)}
							refusal={resetting.refusal}
							actions={
								<Button submit isBusy={resetting.isRunning} disabled={isCounting}>
									{terms.preview}
								</Button>
							}
						>
							<LongTextField name="note" label={terms.note} hint={credits.adjust.note_hint} rows={2} />
						</OnlyForm>
					</Panel>
				</Stack>
				{forecast ? (
					<div ref={reveal} tabIndex={-1}>
						<ForecastPanel forecast={forecast} />
					</div>
				) : (
					<Panel title={terms.preview}>
						<Notice
							icon="credits"
							title={isCounting ? t.adding(number(counted)) : t.preview_empty}
							hint={isCounting ? undefined : t.preview_empty_hint}
						/>
					</Panel>
				)}
			</Columns>
		</Page>
	)
}

import type { Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import type { Question } from '../change/asked.tsx'
import type { Simulation } from '../change/change.ts'
import { credits } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { signed } from './ledger.ts'
import { MOST_ORGS, type Totals } from './totals.ts'

const t = credits.every

type Asked = Omit<Question<never>, 'change' | 'input'>

/** A change of every balance that was simulated but not made. */
export interface Forecast {
	/** Null sets every balance to 0. */
	amount: number | null
	simulation: Simulation
	/** Undefined if there are too many orgs to add up. */
	totals: Totals | undefined
	ask: (ask: ReturnType<typeof useAsk>, question: Asked) => void
}

/** What a change of every balance would do, and the button that makes it. */
export function ForecastPanel({ forecast: { amount, simulation, totals, ask } }: { forecast: Forecast }) {
	const question = useAsk()
	const affected = (simulation.body as Partial<Schema<'Affected'>> | undefined)?.affected ?? totals?.org_count ?? 0
	const what = amount === null ? t.what_reset : t.what_add(signed(amount))
	const count = number(affected)
	if (affected === 0)
		return (
			<Panel title={terms.preview} hint={t.preview_hint(what)}>
				<Notice icon="check" title={t.nothing} hint={t.nothing_hint} />
			</Panel>
		)
	const start = () =>
		ask(question, {
			title: amount === null ? t.reset_title : t.add_title(signed(amount)),
			body: `${totals ? t.body(number(totals.before), number(totals.after)) : ''} ${t.body_unknown}`.trim(),
			action: amount === null ? t.reset_action(count) : t.add_action(count),
			isDanger: true,
			typed: t.typed(affected),
			hasNoPreview: true,
		})
	return (
		<Panel title={terms.preview} hint={t.preview_hint(what)}>
			<Figures>
				<Figure label={t.orgs} value={count} hint={totals && t.orgs_hint(number(totals.org_count))} />
				{totals && (
					<>
						<Figure label={t.before} value={number(totals.before)} hint={credits.balance_hint} />
						<Figure
							label={t.after}
							value={number(totals.after)}
							hint={t.difference(signed(totals.after - totals.before))}
						/>
						{amount !== null && amount < 0 && (
							<Figure label={t.stopped} value={number(totals.stopped)} hint={t.stopped_hint} />
						)}
					</>
				)}
			</Figures>
			{!totals && <p>{t.too_many(number(MOST_ORGS))}</p>}
			{simulation.effects.map((effect) => (
				<p key={effect}>{effect}</p>
			))}
			<DialogActions>
				<Button kind="danger" onClick={start}>
					{amount === null ? t.reset_action(count) : t.add_action(count)}…
				</Button>
			</DialogActions>
		</Panel>
	)
}

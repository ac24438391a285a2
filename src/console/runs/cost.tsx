import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schema } from '../api.ts'
import { runs } from '../text/en/runs.ts'
import { Badge } from '../ui/badge.tsx'
import { usd } from '../ui/format.ts'
import { Facts, Panel } from '../ui/page.tsx'

const t = runs.cost

type Run = Schema<'Run'>

/** What counted of a run's cost, what its runtime reported, and what Plinth made of its tokens. */
export function CostPanel({ run }: { run: Run }) {
	const { total_cost_usd, reported_cost_usd, priced_cost_usd, cost_source, model_scope } = run
	// Of runs that ended before Plinth priced them, only what counted is known.
	if (cost_source === null && run.completed_at !== null) return null
	const isUncounted = cost_source === 'none' && run.total_input_tokens + run.total_output_tokens > 0
	const facts: [string, ReactNode][] = [
		[
			t.counted,
			<span key="counted">
				{usd(total_cost_usd)}{' '}
				{cost_source && <Badge tone={isUncounted ? 'warn' : 'normal'}>{t.sources[cost_source]}</Badge>}
			</span>,
		],
		[t.reported, reported_cost_usd === null ? t.not_reported : usd(reported_cost_usd)],
		[t.priced, priced_cost_usd === null ? t.no_price : usd(priced_cost_usd)],
		[t.model, model_scope === null ? t.models.unknown : t.models[model_scope]],
	]
	return (
		<Panel title={t.title} hint={cost_source ? t.hints[cost_source] : t.open}>
			<Facts facts={facts} />
			{isUncounted && (
				<p>
					{t.uncounted} <Link to="/llm-providers">{t.set_price}</Link>
				</p>
			)}
		</Panel>
	)
}

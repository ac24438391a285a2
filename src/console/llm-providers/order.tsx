import type { Schema } from '../api.ts'
import { playground } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { conditionOf } from './model-text.ts'
import type { Ranked } from './ranked.ts'

const t = playground.order

type Decision = keyof typeof t.decisions

interface Candidate extends Ranked {
	decision: Decision
}

const TONES: Record<Decision, Tone> = { chosen: 'accent', skipped: 'warn', later: 'neutral', unnamed: 'neutral' }

const COLUMNS: Column<Candidate>[] = [
	{ title: terms.model, cell: ({ name }) => <span title={name}>{name}</span> },
	{ title: t.priority, cell: ({ priority }) => priority, align: 'end', from: 'medium' },
	{
		title: terms.condition,
		cell: ({ when }) => <span title={conditionOf(when)}>{conditionOf(when)}</span>,
		from: 'medium',
	},
	{
		title: terms.result,
		cell: ({ decision }) => <Badge tone={TONES[decision]}>{t.decisions[decision]}</Badge>,
		align: 'end',
	},
]

interface OrderProps {
	models: Ranked[] | undefined
	error: unknown
	/** Undefined if no model fits. */
	resolved: Schema<'ResolvedModel'> | undefined
}

/** Every model that a run could get, in the order Plinth tries them, and what happened to each. */
export const Order = ({ models, error, resolved }: OrderProps) => (
	<Panel title={t.title} hint={t.hint} noPadding>
		<Table
			label={t.title}
			columns={COLUMNS}
			rows={models?.map((model) => ({ ...model, decision: decisionOf(model, resolved) }))}
			keyOf={({ name, scope }) => `${scope} ${name}`}
			error={error}
			expected={3}
			isDense
			empty={<Notice icon="models" title={t.empty} />}
		/>
	</Panel>
)

const selectorOf = ({ provider_name, model }: { provider_name: string; model: string | null }) =>
	`${provider_name}^${model}`

function decisionOf({ name, scope }: Ranked, resolved: Schema<'ResolvedModel'> | undefined): Decision {
	if (resolved && resolved.scope === scope && selectorOf(resolved) === name) return 'chosen'
	if (resolved?.skipped.some((one) => selectorOf(one) === name)) return 'skipped'
	return resolved?.reason === 'selector' ? 'unnamed' : 'later'
}

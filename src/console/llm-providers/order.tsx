import type { Schema } from '../api.ts'
import { playground } from '../text/en/llm-providers.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { conditionOf } from './model-text.ts'

const t = playground.order

type Decision = keyof typeof t.decisions

interface Candidate {
	id: string
	name: string
	priority: number
	when: object
	decision: Decision
}

const TONES: Record<Decision, Tone> = { chosen: 'accent', skipped: 'warn', later: 'neutral', unnamed: 'neutral' }

const COLUMNS: Column<Candidate>[] = [
	{ title: t.model, cell: ({ name }) => <span title={name}>{name}</span> },
	{ title: t.priority, cell: ({ priority }) => priority, align: 'end', from: 'medium' },
	{ title: t.when, cell: ({ when }) => <span title={conditionOf(when)}>{conditionOf(when)}</span>, from: 'medium' },
	{
		title: t.decision,
		cell: ({ decision }) => <Badge tone={TONES[decision]}>{t.decisions[decision]}</Badge>,
		align: 'end',
	},
]

interface OrderProps {
	providers: Schema<'LlmProvider'>[] | undefined
	error: unknown
	/** Undefined if no model fits. */
	resolved: Schema<'ResolvedModel'> | undefined
}

/** Every model of the org in the order Plinth tries them, and what happened to each. */
export const Order = ({ providers, error, resolved }: OrderProps) => (
	<Panel title={t.title} hint={t.hint} noPadding>
		<Table
			label={t.title}
			columns={COLUMNS}
			rows={providers && candidatesOf(providers, resolved)}
			keyOf={({ id }) => id}
			error={error}
			expected={3}
			isDense
			empty={<Notice icon="models" title={t.empty} />}
		/>
	</Panel>
)

const isPlain = ({ when }: { when: object }) => Number(Object.keys(when).length === 0)

function candidatesOf(providers: Schema<'LlmProvider'>[], resolved: Schema<'ResolvedModel'> | undefined): Candidate[] {
	const skipped = new Set(resolved?.skipped.map(({ provider_name, model }) => `${provider_name}^${model}`))
	return providers
		.flatMap(({ name: provider, models }) => models.map((model) => ({ ...model, name: `${provider}^${model.model}` })))
		.sort(
			(a, b) =>
				isPlain(a) - isPlain(b) ||
				b.priority - a.priority ||
				Number(b.is_default) - Number(a.is_default) ||
				(a.id < b.id ? -1 : 1),
		)
		.map(({ id, name, priority, when }) => ({
			id,
			name,
			priority,
			when,
			decision:
				id === resolved?.model_id
					? 'chosen'
					: skipped.has(name)
						? 'skipped'
						: resolved?.reason === 'selector'
							? 'unnamed'
							: 'later',
		}))
}

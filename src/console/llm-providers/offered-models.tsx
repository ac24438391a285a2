import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, Refusal, type Schema } from '../api.ts'
import type { Scope } from '../session/scope.ts'
import { common } from '../text/en/common.ts'
import { llmModels } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { actionsColumn, type Column, RowActions, Table } from '../ui/table.tsx'

const t = llmModels.offered

type Offered = Schema<'AvailableModel'>

const columnsWith = (onAdd: (model: string) => void): Column<Offered>[] => [
	{ title: terms.model, cell: ({ id, name }) => <span title={id}>{name}</span> },
	actionsColumn(({ id, configured }) =>
		configured ? <Badge tone="good">{t.added}</Badge> : <Add id={id} onAdd={onAdd} />,
	),
]

const Add = ({ id, onAdd }: { id: string; onAdd: (model: string) => void }) => (
	<RowActions>
		<Button kind="quiet" icon="plus" aria-label={t.add(id)} onClick={() => onAdd(id)}>
			{t.add_short}
		</Button>
	</RowActions>
)

interface OfferedModelsProps {
	provider: Schema<'LlmProvider'>
	scope: Scope
	onClose: () => void
	/** Starts creating a model with this name. */
	onAdd: (model: string) => void
}

/** The models that the vendor offers to a provider's account. */
export function OfferedModels({ provider: { id, name }, scope, onClose, onAdd }: OfferedModelsProps) {
	const [q, setQ] = useState('')
	const {
		data: offered,
		error,
		refetch,
	} = useQuery({
		queryKey: ['llm-providers', id, 'available-models', scope],
		queryFn: async () => {
			const params = { path: { provider_id: id }, query: { scope } }
			return (await data(api.GET('/v1/llm-providers/{provider_id}/available-models', { params }))).models
		},
		retry: false,
		gcTime: 0,
	})
	const rows = offered?.filter((model) => `${model.id} ${model.name}`.toLowerCase().includes(q.trim().toLowerCase()))
	const cause = error instanceof Refusal && error.reason ? t.failures[error.reason] : undefined
	return (
		<Dialog title={t.title(name)} hint={t.hint} kind="side" onClose={onClose}>
			{cause && (
				<Notice icon="alert" title={cause} isAlert>
					<Button icon="refresh" onClick={() => void refetch()}>
						{common.retry}
					</Button>
				</Notice>
			)}
			{error && !cause && <Failure refusal={error} onRetry={() => void refetch()} />}
			{!error && (
				<>
					<TextField name="q" label={t.search} value={q} onChange={(event) => setQ(event.target.value)} />
					<Table
						label={t.title(name)}
						columns={columnsWith(onAdd)}
						rows={rows}
						keyOf={(model) => model.id}
						isDense
						empty={<Notice icon="models" title={offered?.length === 0 ? t.none : t.no_match} />}
					/>
				</>
			)}
		</Dialog>
	)
}

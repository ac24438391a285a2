import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { SoldWith } from '../plans/sold-with.tsx'
import { neededIn, type Scope } from '../session/scope.ts'
import { useMay } from '../session/session.ts'
import { layers } from '../text/en/layers.ts'
import { llmModels as t } from '../text/en/llm-providers.ts'
import { models } from '../text/en/models.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Panel } from '../ui/page.tsx'
import { actionsColumn, type Column, RowActions, Table } from '../ui/table.tsx'
import { EditModel } from './edit-model.tsx'
import { conditionOf } from './model-text.ts'
import { NewModel } from './new-model.tsx'
import { OfferedModels } from './offered-models.tsx'
import { hasPrice, pricesOf } from './prices.ts'

type Model = Schema<'LlmModel'>

const COLUMNS: Column<Model>[] = [
	{
		title: terms.model,
		cell: ({ model, is_default, tags }) => (
			<>
				{model} {is_default && <Badge tone="accent">{t.default}</Badge>}{' '}
				{tags.map((tag) => (
					<Badge key={tag} isCode>
						{tag}
					</Badge>
				))}
			</>
		),
	},
	{ title: t.columns.priority, cell: ({ priority }) => priority, from: 'medium', align: 'end' },
	{
		title: terms.condition,
		cell: ({ when }) => <span title={conditionOf(when)}>{conditionOf(when)}</span>,
		from: 'medium',
	},
]

/** What a model costs, and in which plans a model of the platform is. */
const priceIn = (scope: Scope): Column<Model>[] => [
	{
		title: t.columns.cost,
		cell: (model) => (hasPrice(model, scope) ? pricesOf(model) : <Badge tone="warn">{models.no_price}</Badge>),
		from: 'medium',
		align: 'end',
	},
	...(scope === 'platform'
		? [
				{
					title: layers.sold,
					cell: ({ entitlement }: Model) => <SoldWith entitlement={entitlement} />,
					from: 'wide',
				} as const,
			]
		: []),
]

const actionsWith = (scope: Scope, onEdit: (model: Model) => void): Column<Model> =>
	actionsColumn((model) => <Actions model={model} scope={scope} onEdit={() => onEdit(model)} />)

/** A provider's models, in the order Plinth tries them. */
export function Models({ provider, scope }: { provider: Schema<'LlmProvider'>; scope: Scope }) {
	const needs = neededIn(scope)
	const mayEdit = useMay(...needs)
	const [isOffered, setIsOffered] = useState(false)
	/** The initial name of a new model. */
	const [fresh, setFresh] = useState<string>()
	const [edited, setEdited] = useState<Model>()
	const rows = provider.models.toSorted(
		(a, b) => b.priority - a.priority || Number(b.is_default) - Number(a.is_default),
	)
	return (
		<Panel
			title={shell.places.llm_providers}
			actions={
				<Only needs={needs}>
					<Button icon="search" onClick={() => setIsOffered(true)}>
						{t.offered.action}
					</Button>
					<Button icon="plus" onClick={() => setFresh('')}>
						{t.create.action}
					</Button>
				</Only>
			}
			noPadding
		>
			<Table
				label={shell.places.llm_providers}
				columns={[...COLUMNS, ...priceIn(scope), ...(mayEdit ? [actionsWith(scope, setEdited)] : [])]}
				rows={rows}
				keyOf={({ id }) => id}
				empty={<Notice icon="models" title={t.empty} hint={t.empty_hint} />}
			/>
			{isOffered && (
				<OfferedModels
					provider={provider}
					scope={scope}
					onClose={() => setIsOffered(false)}
					onAdd={(model) => {
						setIsOffered(false)
						setFresh(model)
					}}
				/>
			)}
			{fresh !== undefined && (
				<NewModel provider={provider} scope={scope} model={fresh} onClose={() => setFresh(undefined)} />
			)}
			{edited && <EditModel model={edited} scope={scope} onClose={() => setEdited(undefined)} />}
		</Panel>
	)
}

interface ActionsProps {
	model: Model
	scope: Scope
	onEdit: () => void
}

function Actions({ model: { id, provider_id, model, is_default }, scope, onEdit }: ActionsProps) {
	const ask = useAsk()
	const params = { path: { provider_id, model_id: id }, query: { scope } }
	const makeDefault = useChange({
		send: (body: { is_default: boolean }, headers) =>
			api.PATCH('/v1/llm-providers/{provider_id}/models/{model_id}', { params, body, headers }),
		done: t.make_default.done(model),
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/llm-providers/{provider_id}/models/{model_id}', { params, headers }),
		done: terms.deleted(model),
		canUndo: true,
	})
	return (
		<RowActions>
			<Menu trigger={<IconButton icon="more" label={t.actions_of(model)} />}>
				<MenuItem icon="edit" onClick={onEdit}>
					{t.edit.action}
				</MenuItem>
				<MenuItem
					icon="check"
					disabled={is_default}
					onClick={() =>
						ask({
							title: t.make_default.title(model),
							body: t.make_default.body,
							action: t.make_default.action,
							change: makeDefault,
							input: { is_default: true },
						})
					}
				>
					{t.make_default.action}
				</MenuItem>
				<MenuSeparator />
				<MenuItem icon="trash" isDanger onClick={() => ask({ ...danger(t.remove, model), change: remove })}>
					{terms.delete}
				</MenuItem>
			</Menu>
		</RowActions>
	)
}

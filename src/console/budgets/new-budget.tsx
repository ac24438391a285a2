import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useEdit } from '../change/edit.ts'
import { OnlyForm } from '../change/only.tsx'
import { UNNAMED } from '../change/sentences/values.ts'
import { AgentField } from '../names/agent-field.tsx'
import { useName } from '../names/name.tsx'
import { OrgField } from '../names/org-field.tsx'
import { useMe } from '../session/session.ts'
import { budgets } from '../text/en/budgets.ts'
import { common } from '../text/en/common.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FieldRow, Values } from '../ui/form.tsx'
import { Columns, Page, Panel } from '../ui/page.tsx'
import { DraftPreview } from './draft-preview.tsx'
import { ChangeableFields, changeableIn } from './fields.tsx'
import { neededFor, useOwner, useUp } from './owner.ts'
import { type Budget, createBudget } from './read.ts'
import { SimulationPanel } from './simulation.tsx'

const t = budgets.create
const fields = budgets.fields

type Draft = Schema<'CreatePlatformBudget'>

const SCOPES = ['org', 'user', 'agent', 'model', 'api_key', 'run'] as const
const UNITS = ['credits', 'tokens', 'runs'] as const
const WINDOWS = ['hour', 'day', 'week', 'month', 'total'] as const

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
	values.map((value) => ({ value, label: labels[value] }))

/** The form's values. A budget of runs has no subject and no window, whatever its fields had before. */
function draftOf(form: Values): Draft {
	const scope = form.text('scope') as Budget['scope']
	return {
		...changeableIn(form),
		scope,
		subject: scope === 'run' ? null : form.textOrNull('subject'),
		unit: form.text('unit') as Budget['unit'],
		window: scope === 'run' ? 'total' : (form.text('window') as Budget['window']),
		org_id: form.textOrNull('org_id'),
	}
}

/** A draft with a limit can be tried before it has a name. */
const previewed = (draft: Draft | undefined) =>
	draft && Number.isInteger(draft.limit) ? { ...draft, name: draft.name || UNNAMED } : undefined

/** What the form starts from. */
const NOTHING = { value: {}, etag: undefined }

/** Makes a budget, with what it would have stopped beside the form. */
export function NewBudget() {
	const { org_id, only, agent } = useSearch({ from: '/budgets/new' })
	const owner = useOwner(org_id)
	const up = useUp(owner)
	const { org_id: mine } = useMe()
	const onlyName = useName(only ?? mine)
	const navigate = useNavigate()
	const [draft, setDraft] = useState<Draft>()
	const edit = useEdit(NOTHING)
	const create = useChange({
		send: (body: Draft, headers) => createBudget(owner, body, headers),
		edit,
		done: ({ name }) => terms.created_it(name),
		canUndo: true,
		onDone: ({ id }) =>
			void navigate({
				to: '/budgets/$budget_id',
				params: { budget_id: id },
				search: { org_id: owner },
				ignoreBlocker: true,
			}),
	})
	const [scope, setScope] = useState<Budget['scope']>(agent === undefined ? 'user' : 'agent')
	const look = () => {
		if (edit.form.current) setDraft(draftOf(new Values(new FormData(edit.form.current))))
	}
	/** The org that a budget of the platform is for. */
	const [chosen, setChosen] = useState(only)
	const choose = (one: string | null) => {
		setChosen(one ?? undefined)
		setDraft((old) => old && { ...old, org_id: one })
	}
	return (
		<Page title={terms.new_budget} hint={t.hint} up={up}>
			<Columns>
				<Panel title={terms.budget}>
					<div onInput={look}>
						<OnlyForm
							needs={neededFor(owner)}
							label={terms.budget}
							edit={edit}
							onSubmit={(form) => void create.run(draftOf(form))}
							refusal={create.refusal}
							actions={
								<Button kind="primary" submit isBusy={create.isRunning}>
									{common.create}
								</Button>
							}
						>
							<TextField name="name" label={fields.name} />
							{owner === undefined && (
								<OrgField
									key={onlyName}
									name="org_id"
									label={fields.org}
									hint={fields.org_hint}
									chosen={only ? { value: only, label: onlyName ?? only } : undefined}
									onChoose={choose}
								/>
							)}
							<FieldRow>
								<SelectField
									name="scope"
									label={fields.scope}
									options={optionsOf(
										SCOPES,
										owner === undefined ? budgets.each : { ...budgets.each, org: budgets.whole_org },
									)}
									value={scope}
									onChange={(event) => setScope(event.target.value as Budget['scope'])}
								/>
								{scope === 'agent' ? (
									<AgentField
										name="subject"
										label={fields.subject.agent}
										hint={fields.subject_hint.agent}
										defaultValue={agent}
										org_id={owner ?? chosen}
									/>
								) : (
									scope !== 'run' &&
									scope !== 'org' && (
										<TextField name="subject" label={fields.subject[scope]} hint={fields.subject_hint[scope]} />
									)
								)}
							</FieldRow>
							<FieldRow>
								<SelectField name="unit" label={fields.unit} options={optionsOf(UNITS, fields.units)} />
								{scope !== 'run' && (
									<SelectField
										name="window"
										label={fields.window}
										hint={fields.window_hint}
										options={optionsOf(WINDOWS, fields.windows)}
										defaultValue="day"
									/>
								)}
							</FieldRow>
							<ChangeableFields stored={undefined} />
						</OnlyForm>
					</div>
				</Panel>
				<SimulationPanel owner={owner} budget={draft}>
					<DraftPreview change={create} input={previewed(draft)} />
				</SimulationPanel>
			</Columns>
		</Page>
	)
}

import { useState } from 'react'
import type { Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { budgets } from '../text/en/budgets.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import { Values } from '../ui/form.tsx'
import { DraftPreview } from './draft-preview.tsx'
import { ChangeableFields, changeableIn } from './fields.tsx'
import type { Owner } from './owner.ts'
import { type Budget, updateBudget } from './read.ts'

const t = budgets.change
const { name, limit, mode, alerts, expires } = budgets.fields

interface BudgetFormProps {
	budget: Tagged<Budget>
	owner: Owner
	/** Gets the budget with what's typed so far. */
	onDraft: (draft: Budget) => void
	onClose: () => void
}

/** Changes what can change in a budget. */
export function BudgetForm({ budget: read, owner, onDraft, onClose }: BudgetFormProps) {
	const edit = useEdit(read)
	const budget = edit.value
	const save = useChange({
		send: (body: Partial<Budget>, headers) => updateBudget(owner, budget.id, body, headers),
		edit,
		done: (stored) => terms.saved_it(stored.name),
		canUndo: true,
		onDone: onClose,
	})
	const [draft, setDraft] = useState<Partial<Budget>>()
	const look = () => {
		if (!edit.form.current) return
		const typed = changeableIn(new Values(new FormData(edit.form.current)))
		onDraft({ ...budget, ...typed })
		setDraft(Number.isInteger(typed.limit) ? changed(budget, typed) : undefined)
	}
	return (
		<div onInput={look}>
			<p>{t.hint}</p>
			<EditForm
				title={terms.settings}
				edit={edit}
				labels={{ name, limit, mode, alerts, expires_at: expires }}
				onSubmit={(form) => void save.run(changed(budget, changeableIn(form)))}
				change={save}
				onClose={onClose}
			>
				<TextField name="name" label={name} defaultValue={budget.name} />
				<ChangeableFields stored={budget} />
				<DraftPreview change={save} input={draft && Object.keys(draft).length > 0 ? draft : undefined} />
			</EditForm>
		</div>
	)
}

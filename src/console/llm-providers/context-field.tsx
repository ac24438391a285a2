import { llmModels, playground } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { IconButton } from '../ui/button.tsx'
import { isSame, useDraft } from '../ui/draft.ts'
import { TextField, useFieldError } from '../ui/field.tsx'
import { literalIn, textOf } from './condition.ts'
import { Lines } from './lines.tsx'
import styles from './condition-field.module.css'

const t = llmModels.condition

interface Row {
	/** Stays the same when rows above are removed. */
	id: string
	/** Null in a new line, until somebody types: it offers a field that a condition asks for. */
	field: string | null
	value: string
}

const rowsOf = (context: object): Row[] =>
	Object.entries(context).map(([field, value]) => ({ id: field, field, value: textOf(value) }))

/** The rows, with the fields that the new ones offer. The conditions may be read after the line was added. */
function offered(rows: Row[], known: readonly string[]) {
	const free = known.filter((field) => !rows.some((row) => row.field === field))
	return rows.map(({ field, ...row }) => ({ ...row, field: field ?? free.shift() ?? '' }))
}

const contextOf = (rows: ReturnType<typeof offered>) =>
	Object.fromEntries(
		rows.filter(({ field }) => field.trim() !== '').map(({ field, value }) => [field.trim(), literalIn(value)]),
	)

interface ContextFieldProps {
	context: object
	/** The fields that some model's condition asks for. */
	known: readonly string[]
}

/** What a run says about its request, by lines. The form gets it as JSON, empty if there's no line. */
export function ContextField({ context, known }: ContextFieldProps) {
	const [written, setRows] = useDraft(rowsOf(context))
	const rows = offered(written, known)
	const error = useFieldError('context')
	// A context that nobody touched stays as it was written.
	const value = isSame(written, rowsOf(context)) ? context : contextOf(rows)
	const add = () => setRows([...written, { id: crypto.randomUUID(), field: null, value: '' }])
	return (
		<Lines title={playground.context} hint={playground.context_hint} error={error} onAdd={add}>
			<input type="hidden" name="context" value={Object.keys(value).length === 0 ? '' : JSON.stringify(value)} />
			<datalist id="fields">
				{known.map((field) => (
					<option key={field}>{field}</option>
				))}
			</datalist>
			{rows.map((row, index) => (
				<div key={row.id} className={styles.row}>
					<TextField
						name={`context.${index}.field`}
						label={t.field}
						list="fields"
						value={row.field}
						onChange={({ target }) => setRows(rows.with(index, { ...row, field: target.value }))}
					/>
					<TextField
						name={`context.${index}.value`}
						label={terms.value}
						value={row.value}
						onChange={({ target }) => setRows(rows.with(index, { ...row, value: target.value }))}
					/>
					<IconButton
						icon="trash"
						label={t.remove(row.field)}
						onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
					/>
				</div>
			))}
		</Lines>
	)
}

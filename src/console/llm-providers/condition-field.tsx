import { punctuation } from '../text/en/language.ts'
import { llmModels } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { IconButton } from '../ui/button.tsx'
import { isSame, useDraft } from '../ui/draft.ts'
import { SelectField, TextField, useFieldError } from '../ui/field.tsx'
import { Said } from '../ui/said.tsx'
import { type Operator, OPERATORS, type Test, testsOf, whenOf } from './condition.ts'
import { Lines } from './lines.tsx'
import styles from './condition-field.module.css'

const t = llmModels.condition

interface Row extends Test {
	/** Stays the same when rows above are removed. */
	id: string
}

const rowsOf = (when: object): Row[] => testsOf(when).map((test) => ({ ...test, id: `${test.field} ${test.operator}` }))

const testOf = ({ field, operator, value }: Row): Test => ({ field, operator, value })

/** Where the API finds the value of a line in a condition. */
const pathOf = ({ field, operator }: Test) => (operator === 'eq' ? field : `${field}.${operator}`)

/** When a model is chosen: lines that all have to hold. The form gets the condition as JSON. */
export function ConditionField({ when }: { when: object }) {
	const [rows, setRows] = useDraft(rowsOf(when))
	const error = useFieldError('when')
	const isAtLine = rows.some((row) => error?.startsWith(pathOf(row) + punctuation.colon))
	// A condition that nobody touched stays as it was written.
	const value = isSame(rows, rowsOf(when)) ? when : whenOf(rows.map(testOf))
	const add = () => setRows([...rows, { id: crypto.randomUUID(), field: '', operator: 'eq', value: '' }])
	return (
		<Lines
			title={terms.condition}
			hint={<Said text={rows.length === 0 ? t.none : t.hint} />}
			error={isAtLine ? undefined : error}
			onAdd={add}
		>
			<input type="hidden" name="when" value={JSON.stringify(value)} />
			{rows.map((row, index) => (
				<Line
					key={row.id}
					row={row}
					index={index}
					onChange={(next) => setRows(rows.with(index, next))}
					onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
				/>
			))}
		</Lines>
	)
}

interface LineProps {
	row: Row
	index: number
	onChange: (row: Row) => void
	onRemove: () => void
}

const Line = ({ row, index, onChange, onRemove }: LineProps) => (
	<div className={styles.row}>
		<TextField
			name={`condition.${index}.field`}
			label={t.field}
			value={row.field}
			onChange={({ target }) => onChange({ ...row, field: target.value })}
		/>
		<SelectField
			name={`condition.${index}.operator`}
			label={t.is}
			value={row.operator}
			options={OPERATORS.map((one) => ({ value: one, label: t.operators[one] }))}
			onChange={({ target }) => {
				const operator = target.value as Operator
				onChange({ ...row, operator, value: valueFor(operator, row) })
			}}
		/>
		{row.operator === 'exists' ? (
			<SelectField
				name={`condition.${index}.value`}
				label={terms.value}
				value={row.value}
				options={[
					{ value: 'true', label: t.there },
					{ value: 'false', label: t.missing },
				]}
				onChange={({ target }) => onChange({ ...row, value: target.value })}
			/>
		) : (
			<TextField
				name={`when.${pathOf(row)}`}
				label={terms.value}
				value={row.value}
				onChange={({ target }) => onChange({ ...row, value: target.value })}
			/>
		)}
		<IconButton icon="trash" label={t.remove(row.field)} onClick={onRemove} />
	</div>
)

const valueFor = (operator: Operator, { operator: old, value }: Row) =>
	operator === 'exists' ? 'true' : old === 'exists' ? '' : value

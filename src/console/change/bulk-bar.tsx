import { useState } from 'react'
import { bulk as t } from '../text/en/bulk.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import type { Selection } from '../ui/selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { useBulkRun } from './bulk-run.ts'
import type { Bulk, BulkAction, Outcome } from './bulk.ts'
import styles from './bulk.module.css'

interface BulkBarProps<Row> {
	bulk: Bulk<Row>
	/** The selected rows. */
	rows: readonly Row[]
	keyOf: (row: Row) => string
	selection: Selection
}

/** How many rows are selected, and what can be done with them. */
export default function BulkBar<Row>({ bulk, rows, keyOf, selection }: BulkBarProps<Row>) {
	return (
		// Its dialogs stay open when what they changed leaves the list.
		<div className={styles.bar} role="group" aria-label={t.bar} hidden={rows.length === 0}>
			<span className={styles.count} role="status">
				{t.count(number(rows.length))}
			</span>
			{bulk.actions.map((action) => (
				<Act
					key={action.label}
					action={action}
					nameOf={bulk.nameOf}
					rows={rows}
					onLeft={(left) => selection.keep(left.map(keyOf))}
				/>
			))}
			<IconButton icon="close" label={t.clear} onClick={() => selection.keep([])} />
		</div>
	)
}

interface ActProps<Row> {
	action: BulkAction<Row>
	nameOf: (row: Row) => string
	rows: readonly Row[]
	/** Gets the rows that stay selected afterwards. */
	onLeft: (rows: readonly Row[]) => void
}

/** The button of an action, and its dialog. The dialog keeps the rows from when it opened. */
function Act<Row>({ action, nameOf, rows, onLeft }: ActProps<Row>) {
	const run = useBulkRun(action)
	const [asked, setAsked] = useState<{ rows: readonly Row[]; rest: number; outcomes?: Outcome<Row>[] }>()
	const meant = rows.filter((row) => action.takes?.(row) ?? true)
	const rest = rows.length - meant.length
	const start = async () => {
		if (action.ask) return setAsked({ rows: meant, rest })
		const outcomes = await run.run(meant)
		const isWhole = outcomes.every(({ refusal }) => !refusal)
		return isWhole ? onLeft([]) : setAsked({ rows: meant, rest, outcomes })
	}
	return (
		<>
			<Button disabled={meant.length === 0} isBusy={run.done !== undefined && !asked} onClick={() => void start()}>
				{action.label}
			</Button>
			{asked && (
				<BulkDialog
					action={action}
					nameOf={nameOf}
					rows={asked.rows}
					rest={asked.rest}
					before={asked.outcomes}
					run={run}
					onClose={(left) => {
						setAsked(undefined)
						onLeft(left)
					}}
				/>
			)}
		</>
	)
}

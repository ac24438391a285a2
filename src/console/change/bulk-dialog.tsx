import { useState } from 'react'
import { bulk as t } from '../text/en/bulk.ts'
import { common } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { sentenceOf, Trace } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import type { Run } from './bulk-run.ts'
import type { Bulk, BulkAction, Outcome } from './bulk.ts'
import styles from './bulk.module.css'

/** The most names in a question. The rest is a number. */
const NAMED = 5

interface BulkDialogProps<Row> {
	action: BulkAction<Row>
	nameOf: Bulk<Row>['nameOf']
	/** The rows it's for. */
	rows: readonly Row[]
	/** How many selected rows it isn't for. */
	rest: number
	run: Run<Row>
	/** What became of rows before, if it needed no question. */
	before: Outcome<Row>[] | undefined
	/** Gets the rows that were refused or not tried. */
	onClose: (left: readonly Row[]) => void
}

/** The question before an action on several rows, its progress, and what was refused. */
export function BulkDialog<Row>({ action, nameOf, rows, rest, run, before, onClose }: BulkDialogProps<Row>) {
	const [outcomes, setOutcomes] = useState(before)
	const [running, setRunning] = useState(0)
	const leftOf = (of: Outcome<Row>[] | undefined) =>
		rows.filter((row) => !of?.some((outcome) => outcome.row === row && !outcome.refusal))
	const left = leftOf(outcomes)
	const start = async () => {
		setRunning(left.length)
		const made = (outcomes ?? []).filter(({ refusal }) => !refusal)
		const all = [...made, ...(await run.run(left))]
		if (leftOf(all).length === 0) onClose([])
		else setOutcomes(all)
	}
	const title = action.ask?.title(rows.length) ?? action.label
	if (run.done !== undefined)
		return (
			<Dialog title={title} onClose={run.stop}>
				<ProgressBar
					label={t.progress}
					total={running}
					done={run.done}
					text={t.running(number(run.done), number(running))}
				/>
				<DialogActions>
					<Button onClick={run.stop}>{t.stop}</Button>
				</DialogActions>
			</Dialog>
		)
	if (outcomes)
		return (
			<Dialog title={title} onClose={() => onClose(left)}>
				<Refused outcomes={outcomes} nameOf={nameOf} all={rows.length} />
				<DialogActions>
					<Button onClick={() => onClose(left)}>{common.close}</Button>
					<Button kind="primary" onClick={() => void start()}>
						{t.again}
					</Button>
				</DialogActions>
			</Dialog>
		)
	return (
		<Dialog title={title} hint={action.ask?.body} onClose={() => onClose(rows)}>
			<ul className={styles.names}>
				{rows.slice(0, NAMED).map((row, index) => (
					// oxlint-disable-next-line react/no-array-index-key -- two rows may have one name, and the rows don't change
					<li key={index}>{nameOf(row)}</li>
				))}
				{rows.length > NAMED && <li className={styles.more}>{t.more(number(rows.length - NAMED))}</li>}
			</ul>
			{rest > 0 && <p className={styles.more}>{t.rest(number(rest))}</p>}
			<DialogActions>
				<Button onClick={() => onClose(rows)}>{common.cancel}</Button>
				<Button kind={action.isDanger ? 'danger' : 'primary'} onClick={() => void start()}>
					{action.label}
				</Button>
			</DialogActions>
		</Dialog>
	)
}

interface RefusedProps<Row> {
	outcomes: Outcome<Row>[]
	nameOf: (row: Row) => string
	all: number
}

/** How many went well, and for each other row why not. */
function Refused<Row>({ outcomes, nameOf, all }: RefusedProps<Row>) {
	const refused = outcomes.flatMap(({ row, refusal }) => (refusal ? [{ name: nameOf(row), refusal }] : []))
	const untried = all - outcomes.length
	return (
		<div role="alert" className={styles.outcome}>
			<p>
				{t.outcome(number(outcomes.length - refused.length), number(refused.length))}
				{untried > 0 && `${punctuation.comma}${t.left(number(untried))}`}
			</p>
			<ul className={styles.refused}>
				{refused.map(({ name, refusal }, index) => (
					// oxlint-disable-next-line react/no-array-index-key -- two rows may have one name, and the rows don't change
					<li key={index}>
						<strong>{name}</strong>
						<span>{sentenceOf(refusal)}</span>
						{refusal.trace_id && <Trace id={refusal.trace_id} />}
					</li>
				))}
			</ul>
		</div>
	)
}

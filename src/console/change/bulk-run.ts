import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useToast } from '../ui/toasts.tsx'
import { type BulkAction, type Outcome, runEach } from './bulk.ts'
import { refresh } from './refresh.ts'

export interface Run<Row> {
	/** Does it for these rows, and returns what became of each. */
	run: (rows: readonly Row[]) => Promise<Outcome<Row>[]>
	/** No more calls begin. */
	stop: () => void
	/** How many rows have their outcome; undefined while nothing runs. */
	done: number | undefined
}

/** Runs an action for rows, and says how many went well. */
export function useBulkRun<Row>(action: BulkAction<Row>): Run<Row> {
	const queries = useQueryClient()
	const toast = useToast()
	const [done, setDone] = useState<number>()
	// A row that was refused keeps its key when it's tried again. One that went well gets a new one.
	const keys = useRef(new Map<Row, string>())
	const stopping = useRef<AbortController>(undefined)
	const keyOf = (row: Row) => {
		const key = keys.current.get(row) ?? crypto.randomUUID()
		keys.current.set(row, key)
		return key
	}
	return {
		done,
		stop: () => stopping.current?.abort(),
		async run(rows) {
			const outcomes: Outcome<Row>[] = []
			const note = (outcome: Outcome<Row>) => {
				if (!outcome.refusal) keys.current.delete(outcome.row)
				setDone(outcomes.push(outcome))
			}
			stopping.current = new AbortController()
			setDone(0)
			await runEach(rows, (row) => action.send(row, { 'Idempotency-Key': keyOf(row) }), note, stopping.current.signal)
			await refresh(queries, action.refreshes)
			setDone(undefined)
			const made = outcomes.filter(({ refusal }) => !refusal).length
			if (made > 0) toast({ text: action.done(made) })
			return outcomes
		},
	}
}

import { broadcasts } from '../text/en/broadcasts.ts'
import { number } from '../ui/format.ts'
import type { Broadcast } from './status.tsx'
import styles from './progress.module.css'

const t = broadcasts.one

/** A broadcast's progress. */
export function Progress({ broadcast }: { broadcast: Broadcast }) {
	const { status, sent_count, recipient_count } = broadcast
	const isPlanned = recipient_count !== null
	return (
		<div className={styles.progress}>
			{(isPlanned || status === 'pending') && (
				<progress
					aria-label={t.label}
					data-status={status}
					max={isPlanned ? Math.max(recipient_count, 1) : undefined}
					value={isPlanned ? (recipient_count === 0 ? 1 : sent_count) : undefined}
				/>
			)}
			<p aria-live="polite">{sentenceOf(broadcast)}</p>
		</div>
	)
}

const SENTENCES: Record<Broadcast['status'], (sent: string, all: string) => string> = {
	pending: () => t.pending,
	sending: t.sending,
	completed: t.completed,
	failed: t.failed,
	cancelled: t.cancelled,
}

const sentenceOf = ({ status, sent_count, recipient_count }: Broadcast) =>
	SENTENCES[status](number(sent_count), recipient_count === null ? '…' : number(recipient_count))

import { broadcasts } from '../text/en/broadcasts.ts'
import { number } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import type { Broadcast } from './status.tsx'

const t = broadcasts.one

/** A broadcast's progress. */
export function Progress({ broadcast }: { broadcast: Broadcast }) {
	const { status, sent_count, recipient_count } = broadcast
	return (
		<ProgressBar
			label={t.label}
			total={recipient_count ?? undefined}
			done={sent_count}
			text={sentenceOf(broadcast)}
			hasNoBar={recipient_count === null && status !== 'pending'}
		/>
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

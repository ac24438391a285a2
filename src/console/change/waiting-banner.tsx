import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Refusal } from '../api.ts'
import { changes as t } from '../text/en/changes.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { toastOf, useToast } from '../ui/toasts.tsx'
import { refresh } from './refresh.ts'
import { Sentence } from './sentences/use-sentences.tsx'
import { endChange, forget, keepChange, statusOf, type Waiting } from './waiting.ts'

/** How often it checks what happened to a change whose time is up. */
const POLL_MS = 1_500

/** Counts down until a change is rolled back, and offers to keep it. */
export default function WaitingBanner({ change: { id, due_at, row } }: { change: Waiting }) {
	const toast = useToast()
	const queries = useQueryClient()
	const [now, setNow] = useState(() => Date.now())
	const [isRunning, setIsRunning] = useState(false)
	const left_s = Math.ceil((due_at - now) / 1000)
	const isOver = left_s <= 0
	const what = row === null ? t.guard.change : <Sentence change={row} />
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 500)
		return () => clearInterval(timer)
	}, [])
	const { data: status } = useQuery({
		queryKey: ['changes', id],
		queryFn: async () => (await statusOf(id)) ?? 'reverted',
		enabled: isOver,
		refetchInterval: POLL_MS,
	})
	useEffect(() => {
		if (!status || status === 'pending') return
		forget(id)
		toast({ text: ENDS[status], tone: status === 'failed' ? 'bad' : 'good' })
		void refresh(queries)
	}, [status, id, toast, queries])
	const decide = async (call: (id: string) => Promise<void>, text: string) => {
		setIsRunning(true)
		try {
			await call(id)
			toast({ text })
			void refresh(queries)
		} catch (error) {
			toast(toastOf(Refusal.of(error)))
		}
		setIsRunning(false)
	}
	if (isOver)
		return (
			<Banner icon="clock" role="status">
				<p>
					{t.guard.ending} {what}
				</p>
			</Banner>
		)
	return (
		<Banner icon="clock" role="alert">
			<p>
				{t.guard.pending} {what} {t.guard.rolls} {/* A timer is not read out at each second. */}
				<span role="timer">{t.guard.seconds(left_s)}</span> {t.guard.unless}
			</p>
			<Button isBusy={isRunning} onClick={() => void decide(endChange, t.guard.setBack)}>
				{t.guard.end}
			</Button>
			<Button kind="primary" isBusy={isRunning} onClick={() => void decide(keepChange, t.guard.kept)}>
				{t.guard.keep}
			</Button>
		</Banner>
	)
}

const ENDS = { confirmed: t.guard.kept, reverted: t.guard.setBack, failed: t.guard.stays } as const

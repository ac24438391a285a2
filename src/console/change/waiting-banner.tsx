import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Refusal } from '../api.ts'
import { useMe } from '../session/session.ts'
import { changes as t } from '../text/en/common.ts'
import { Button } from '../ui/button.tsx'
import { sentenceOf } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { useToast } from '../ui/toasts.tsx'
import { forget, keepChange, loadWaiting, onWaiting, type Waiting, waitingChanges } from './waiting.ts'
import styles from './waiting-banner.module.css'

/** Counts down to the moment at which a change is set back, and offers to keep it. */
export function WaitingBanner() {
	const waiting = useSyncExternalStore(onWaiting, waitingChanges)
	const { id: user_id } = useMe()
	useEffect(() => void loadWaiting(user_id).catch(() => undefined), [user_id])
	return waiting.map((change) => <One key={change.id} change={change} />)
}

/** The API sets a change back a moment after its time. */
const GRACE_MS = 3_000

function One({ change: { id, due_at } }: { change: Waiting }) {
	const toast = useToast()
	const queries = useQueryClient()
	const [now, setNow] = useState(() => Date.now())
	const [isRunning, setIsRunning] = useState(false)
	const isOver = now >= due_at + GRACE_MS
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 500)
		return () => clearInterval(timer)
	}, [])
	useEffect(() => {
		if (!isOver) return
		forget(id)
		toast({ text: t.guard.setBack })
		void queries.invalidateQueries()
	}, [isOver, id, toast, queries])
	const keep = async () => {
		setIsRunning(true)
		try {
			await keepChange(id)
			toast({ text: t.guard.kept })
		} catch (error) {
			toast({ text: sentenceOf(error instanceof Refusal ? error : new Refusal(0, undefined)), tone: 'bad' })
		}
		setIsRunning(false)
	}
	return (
		<div className={styles.banner} role="alert">
			<Icon name="clock" />
			<p>{t.guard.pending(Math.max(0, Math.ceil((due_at - now) / 1000)))}</p>
			<Button kind="primary" isBusy={isRunning} onClick={() => void keep()}>
				{t.guard.keep}
			</Button>
		</div>
	)
}

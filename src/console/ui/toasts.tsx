import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Refusal } from '../api.ts'
import { common as t } from '../text/en/common.ts'
import { IconButton } from './button.tsx'
import { sentenceOf, Trace } from './failure.tsx'
import { catchFocus } from './focus.ts'
import { Icon } from './icon.tsx'
import { Said } from './said.tsx'
import styles from './toasts.module.css'

interface Toast {
	text: string
	/** More, in a second line. */
	detail?: ReactNode
	tone?: 'good' | 'bad'
	action?: { label: string; run: () => void }
	/** The trace of the failed request. */
	trace_id?: string | undefined
}

type Shown = Toast & { id: number }

/** With an action a toast stays long enough to read it, and to reach the action. */
const STAYS_MS = 5_000
const STAYS_WITH_ACTION_MS = 20_000

const Context = createContext<(toast: Toast) => void>(() => undefined)

/** A refusal that no form and no dialog shows. */
export const toastOf = (refusal: Refusal): Toast => ({
	text: sentenceOf(refusal),
	tone: 'bad',
	trace_id: refusal.trace_id,
})

/** Shows a short message in the corner: `toast({ text, action })`. */
export const useToast = () => useContext(Context)

export function Toasts({ children }: { children: ReactNode }) {
	const [shown, setShown] = useState<Shown[]>([])
	const show = useCallback(
		(toast: Toast) => setShown((old) => [...old.slice(-2), { ...toast, id: Date.now() + Math.random() }]),
		[],
	)
	const hide = useCallback((id: number) => setShown((old) => old.filter((toast) => toast.id !== id)), [])
	const newest = shown.findLast(({ action }) => action)
	useEffect(() => {
		if (!newest) return undefined
		// A toast is the last stop of Tab on a page. This reaches what it offers from anywhere, except where a field has its own.
		const onKey = (event: KeyboardEvent) => {
			const { key, target, ctrlKey, metaKey, shiftKey } = event
			const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]')
			if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || isTyping) return
			event.preventDefault()
			hide(newest.id)
			newest.action?.run()
		}
		addEventListener('keydown', onKey)
		return () => removeEventListener('keydown', onKey)
	}, [newest, hide])
	return (
		<Context value={show}>
			{children}
			<div className={styles.toasts} role="status" aria-live="polite">
				{shown.map((toast) => (
					<One key={toast.id} toast={toast} onEnd={hide} />
				))}
			</div>
		</Context>
	)
}

function One({ toast, onEnd }: { toast: Shown; onEnd: (id: number) => void }) {
	const { id, text, detail, tone = 'good', action, trace_id } = toast
	const [isHeld, setIsHeld] = useState(false)
	const stays = action || trace_id ? STAYS_WITH_ACTION_MS : STAYS_MS
	const held = useMemo(() => ({ hold: () => setIsHeld(true), release: () => setIsHeld(false) }), [])
	useEffect(() => {
		if (isHeld) return undefined
		const timer = setTimeout(() => onEnd(id), stays)
		return () => clearTimeout(timer)
	}, [id, isHeld, stays, onEnd])
	return (
		<div
			className={styles.toast}
			data-tone={tone}
			onPointerEnter={held.hold}
			onPointerLeave={held.release}
			onFocus={held.hold}
			onBlur={held.release}
		>
			<Icon name={tone === 'good' ? 'check' : 'alert'} />
			<div>
				<p>
					<Said text={text} />
				</p>
				{detail && (
					<Suspense>
						<div className={styles.detail}>{detail}</div>
					</Suspense>
				)}
				{trace_id && <Trace id={trace_id} />}
			</div>
			{action && (
				<button
					type="button"
					className={styles.action}
					aria-keyshortcuts="Control+Z"
					onClick={() => {
						onEnd(id)
						action.run()
						catchFocus()
					}}
				>
					{action.label}
				</button>
			)}
			<IconButton
				icon="close"
				label={t.dismiss}
				onClick={() => {
					onEnd(id)
					catchFocus()
				}}
			/>
		</div>
	)
}

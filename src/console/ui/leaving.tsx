import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { leaving as t } from '../text/en/common.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { isSame } from './draft.ts'
import { hasDrafts } from './drafts.ts'

type Run = () => unknown

const Context = createContext<(run: Run) => void>((run) => void run())

/** Asks before something that loses drafts without going anywhere, such as signing out: `leave(() => …)`. */
export const useLeave = () => useContext(Context)

export const LeaveOf = Context.Provider

/** Asks before a draft is lost: when the user goes to another screen, signs out, and when they close the tab. */
export function useLeaving(): { leave: (run: Run) => void; question: ReactNode } {
	const [asked, setAsked] = useState<{ run: Run }>()
	const { status, proceed, reset } = useBlocker({
		shouldBlockFn: ({ current, next }) => !isSame(placeOf(current), placeOf(next)) && hasDrafts(),
		enableBeforeUnload: () => hasDrafts(),
		withResolver: true,
	})
	const leave = (run: Run) => (hasDrafts() ? setAsked({ run }) : void run())
	const go = () => {
		setAsked(undefined)
		asked?.run()
	}
	if (asked) return { leave, question: <Question onStay={() => setAsked(undefined)} onLeave={go} /> }
	return { leave, question: status === 'blocked' ? <Question onStay={reset} onLeave={proceed} /> : null }
}

const Question = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
	<Dialog title={t.title} hint={t.hint} onClose={onStay} isAbove>
		<DialogActions>
			<Button onClick={onStay}>{t.stay}</Button>
			<Button kind="danger" onClick={onLeave}>
				{t.leave}
			</Button>
		</DialogActions>
	</Dialog>
)

/** The parts of an address that lead to other forms. Filters and pages of a list leave a form where it is. */
function placeOf({ pathname, search }: { pathname: string; search: object }) {
	const { tab, owner } = search as { tab?: string; owner?: string }
	return [pathname, tab, owner]
}

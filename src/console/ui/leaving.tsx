import { useBlocker } from '@tanstack/react-router'
import { leaving as t } from '../text/en/common.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { isSame } from './draft.ts'

/** Asks before a draft is lost: when the user goes to another screen, and when they close the tab. */
export function Leaving({ isDraft }: { isDraft: () => boolean }) {
	const { status, proceed, reset } = useBlocker({
		shouldBlockFn: ({ current, next }) => !isSame(placeOf(current), placeOf(next)) && isDraft(),
		enableBeforeUnload: isDraft,
		withResolver: true,
	})
	if (status !== 'blocked') return null
	return (
		<Dialog title={t.title} hint={t.hint} onClose={reset}>
			<DialogActions>
				<Button onClick={reset}>{t.stay}</Button>
				<Button kind="danger" onClick={proceed}>
					{t.leave}
				</Button>
			</DialogActions>
		</Dialog>
	)
}

/** The parts of an address that lead to other forms. Filters and pages of a list leave a form where it is. */
function placeOf({ pathname, search }: { pathname: string; search: object }) {
	const { tab, owner } = search as { tab?: string; owner?: string }
	return [pathname, tab, owner]
}

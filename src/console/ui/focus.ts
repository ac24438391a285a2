// The focus follows what somebody did. A heading that gets it is announced, so no live region has to repeat it.

/** A dialog returns the focus in the next frame. By then it has. */
const RETURNED_MS = 100

/** Focuses the heading of the screen once it's there, unless somebody went elsewhere meanwhile. Returns how to stop waiting. */
export function focusHeading(): () => void {
	const main = document.querySelector('main')
	if (!main) return () => undefined
	if (hasDialog()) return afterDialog(main)
	if (goTo(main)) return () => undefined
	// Tab continues from the start of the screen while it loads.
	main.focus({ preventScroll: true })
	const waiting = new MutationObserver(() => {
		const isElsewhere = document.activeElement !== main && document.activeElement !== document.body
		if (isElsewhere || goTo(main)) waiting.disconnect()
	})
	waiting.observe(main, { childList: true, subtree: true })
	return () => waiting.disconnect()
}

const hasDialog = () => document.querySelector('[role="dialog"]') !== null

/** The palette goes elsewhere while it closes, and a dialog returns the focus to where it was. */
function afterDialog(main: HTMLElement): () => void {
	let late: ReturnType<typeof setTimeout> | undefined
	const waiting = new MutationObserver(() => {
		if (hasDialog()) return
		waiting.disconnect()
		late = setTimeout(() => main.contains(document.activeElement) || focusHeading(), RETURNED_MS)
	})
	waiting.observe(document.body, { childList: true, subtree: true })
	return () => {
		waiting.disconnect()
		clearTimeout(late)
	}
}

function goTo(main: HTMLElement): boolean {
	const heading = main.querySelector<HTMLElement>('h1')
	if (!heading) return false
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
	return true
}

/** After a dialog, the button that opened it may be gone with its row. */
export function catchFocus() {
	setTimeout(() => document.activeElement === document.body && focusHeading(), RETURNED_MS)
}

/** What says that it's first, or the first field, button or link in an element that Tab reaches, if there is one. */
export function firstControl(content: HTMLElement | null): HTMLElement | undefined {
	const controls = content?.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, textarea') ?? []
	const marked = content?.querySelector<HTMLElement>('[data-first]')
	if (marked) return marked
	return [...controls].find(
		(control) => control.tabIndex >= 0 && control.checkVisibility() && !control.matches(':disabled, [type="hidden"]'),
	)
}

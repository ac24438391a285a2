import type { SessionState } from '../calls/token.ts'
import { fill } from '../ui/typed.ts'

// On a slow line the console's scripts take seconds. Meanwhile the page has a form of its own, which
// `public/console/language.js` shows where nobody is known to be signed in. The sign-in continues from what it holds.

/** Where `language.js` looks for somebody who is signed in. */
const SIGNED_IN = 'plinth.signed-in'

const firstForm = () => document.getElementById('first-form')

/** Remembers for the next visit whether this browser has a session. */
export function followSession(state: SessionState) {
	if (state === 'out') {
		localStorage.removeItem(SIGNED_IN)
		const first = firstForm()
		if (first) first.hidden = false
	} else {
		localStorage.setItem(SIGNED_IN, 'yes')
		firstForm()?.remove()
	}
}

/** Where a sign-in continues elsewhere and comes back with a session, which the next page then waits for. */
export const expectSession = () => localStorage.setItem(SIGNED_IN, 'yes')

const isTouched = () =>
	[...(firstForm()?.querySelectorAll('input') ?? [])].some(
		(field) => field.value !== '' || field === document.activeElement,
	)

/** Hides a form that nobody has touched, while the console finds out who is signed in: it may be somebody already. */
export const hideUntouched = () => !isTouched() && hideFirstForm()

/** Whether somebody reads or fills the form, in place of what loads. */
export const isFirstFormShown = () => firstForm()?.hidden === false && isTouched()

/** Makes room for what is more important, and keeps what was typed. */
export function hideFirstForm() {
	const first = firstForm()
	if (first) first.hidden = true
}

/** Moves what somebody typed into the form of the sign-in, with the cursor, and sends it if they already did. */
export function continueFirstForm(page: HTMLElement) {
	const first = firstForm()
	const form = page.querySelector('form')
	const typed = [...(first?.querySelectorAll('input') ?? [])]
	if (form) fill(form, Object.fromEntries(typed.map(({ name, value }) => [name, value])), true)
	const focused = typed.find((field) => field === document.activeElement)
	const field = focused && form?.elements.namedItem(focused.name)
	if (field instanceof HTMLInputElement) {
		field.focus()
		field.setSelectionRange(focused?.selectionStart ?? null, focused?.selectionEnd ?? null)
	}
	// Anyone who left a field there left it here too: the providers that are offered depend on the login.
	for (const { name, value } of typed) {
		const left = value !== '' && name !== focused?.name && form?.elements.namedItem(name)
		if (left instanceof HTMLInputElement) left.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
	}
	const isSent = first?.querySelector('[aria-busy]') != null
	first?.remove()
	if (isSent) form?.requestSubmit()
}

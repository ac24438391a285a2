import { current, isTheme, setTheme } from '../shell/theme.ts'
import { scrollTo } from '../ui/scroll.ts'

/** The theme is the one of the console, and the choice here is also made there. */
export function startTheme() {
	const field = document.querySelector<HTMLSelectElement>('#theme')
	if (!field) return
	field.value = current()
	field.addEventListener('change', () => isTheme(field.value) && setTheme(field.value))
	addEventListener('storage', () => {
		field.value = current()
	})
}

/** On a phone the table of contents opens by a button. */
export function startMenu() {
	const button = document.querySelector<HTMLButtonElement>('#menu')
	const contents = document.querySelector<HTMLElement>('#contents')
	if (!button || !contents) return
	const show = (isOpen: boolean) => {
		contents.toggleAttribute('data-open', isOpen)
		button.setAttribute('aria-expanded', String(isOpen))
	}
	button.addEventListener('click', () => show(!contents.hasAttribute('data-open')))
	contents.addEventListener('click', ({ target }) => target instanceof HTMLAnchorElement && show(false))
	const current = contents.querySelector('[aria-current]')
	if (current) scrollTo(contents, current)
}

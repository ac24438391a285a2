import { CHOSEN } from '../session/languages.ts'
import { scrollTo } from '../ui/scroll.ts'
import { current, isTheme, setTheme } from '../ui/theme.ts'
import { tag } from './texts.ts'

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

/** The language is the one of the console. Texts are in the page in both, attributes only in English with the Chinese beside. */
export function startLanguage() {
	const field = document.querySelector<HTMLSelectElement>('#language')
	if (!field) return
	field.value = tag.slice(0, 2)
	field.addEventListener('change', () => {
		localStorage.setItem(CHOSEN, field.value)
		location.reload()
	})
	if (field.value !== 'zh') return
	for (const element of document.querySelectorAll<HTMLElement>('[data-zh]:not(script)')) {
		const text = element.dataset.zh ?? ''
		if (!element.hasAttribute('aria-label')) element.textContent = text
		else element.setAttribute('aria-label', text)
		if (element.hasAttribute('placeholder')) element.setAttribute('placeholder', text)
	}
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

import { reference as t } from '../text/en/reference.ts'

interface Entry {
	parts: HTMLElement[]
	words: string
	is_operation: boolean
}

/** Shows only what has all words of the search, in the page and its table of contents. The search is in the address. */
export function startSearch(field: HTMLInputElement, count: HTMLElement) {
	const links = new Map(
		[...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')].map((link) => [link.hash, link]),
	)
	const sections = [...document.querySelectorAll<HTMLElement>('main > section')]
	const entries = sections.flatMap((section) =>
		[...section.querySelectorAll('details')].map((card) => entryOf(section, card)),
	)
	const all = entries.filter(({ is_operation }) => is_operation).length

	function entryOf(section: HTMLElement, card: HTMLElement): Entry {
		const link = links.get(`#${card.id}`)
		const words =
			`${section.querySelector('h2')?.textContent} ${card.querySelector('summary')?.textContent}`.toLowerCase()
		return { parts: link ? [card, link] : [card], words, is_operation: card.hasAttribute('data-operation') }
	}

	function search(text: string) {
		const words = text.toLowerCase().split(/\s+/).filter(Boolean)
		let found = 0
		for (const { parts, words: own, is_operation } of entries) {
			const isFound = words.every((word) => own.includes(word))
			if (isFound && is_operation) found += 1
			for (const part of parts) part.hidden = !isFound
		}
		for (const section of sections)
			section.hidden = words.length > 0 && section.querySelector('details:not([hidden])') === null
		for (const [hash, link] of links)
			if (document.getElementById(hash.slice(1))?.matches('section')) link.hidden = words.length > 0
		for (const group of document.querySelectorAll<HTMLElement>('nav > div'))
			group.hidden = group.querySelector('a:not([hidden])') === null
		count.textContent = found === 0 ? t.none : words.length === 0 ? t.all(all) : t.found(found, all)
	}

	function change(text: string) {
		search(text)
		const url = new URL(location.href)
		if (text) url.searchParams.set('q', text)
		else url.searchParams.delete('q')
		history.replaceState(null, '', url)
	}

	field.addEventListener('input', () => change(field.value))
	addEventListener('keydown', (event) => {
		const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
		if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
		event.preventDefault()
		field.focus()
	})
	field.value = new URL(location.href).searchParams.get('q') ?? ''
	search(field.value)

	/** Ends the search if it hides this one. */
	return (card: HTMLElement) => {
		if (!card.hidden) return
		field.value = ''
		change('')
	}
}

import { hasSingleKeys } from '../ui/single-keys.ts'
import { element } from './dom.ts'
import { excerptOf, type Found, pieces, ranked, wordsOf } from './ranking.ts'
import { language, t } from './texts.ts'

const MAX_SHOWN = 50

let loading: Promise<Found[]> | undefined

/** Loads with the first focus of the field, because most readers of a page don't search. */
function index(): Promise<Found[]> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}

async function load() {
	const response = await fetch(`/console/reference-${language}.json`)
	if (!response.ok) throw new Error(`The search's index answered ${response.status}`)
	return (await response.json()) as Found[]
}

/** Shows what has all words of the search instead of the page. The search is in the address. */
export function startSearch() {
	const field = document.querySelector<HTMLInputElement>('#search')
	const page = document.querySelector<HTMLElement>('#content')
	const results = document.querySelector<HTMLElement>('#results')
	if (field && page && results) searchIn(field, page, results)
}

function searchIn(field: HTMLInputElement, page: HTMLElement, results: HTMLElement) {
	const status = element('p', { role: 'status' })
	const list = element('ul', {})
	results.append(element('h1', {}, t.results), status, list)

	async function search(text: string) {
		const words = wordsOf(text)
		page.hidden = words.length > 0
		results.hidden = words.length === 0
		if (words.length === 0) return
		try {
			const all = await index()
			if (field.value !== text) return
			const found = ranked(all, words)
			status.replaceChildren(found.length === 0 ? t.none : t.found(found.length, all.length))
			list.replaceChildren(...found.slice(0, MAX_SHOWN).map((one) => item(one, words)))
		} catch {
			status.replaceChildren(t.unsearchable)
		}
	}

	function change() {
		const url = new URL(location.href)
		if (field.value) url.searchParams.set('q', field.value)
		else url.searchParams.delete('q')
		history.replaceState(null, '', url)
		void search(field.value)
	}

	function end() {
		field.value = ''
		change()
	}

	/** Moves the focus among the field and the results. */
	function move(event: KeyboardEvent, by: 1 | -1) {
		const stops = [field, ...list.querySelectorAll('a')]
		const at = stops.findIndex((one) => one === document.activeElement)
		event.preventDefault()
		stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
	}

	field.addEventListener('input', change)
	field.addEventListener('focus', () => void index().catch(() => undefined))
	field.addEventListener('keydown', (event) => {
		// An input method takes these keys to choose characters.
		if (event.isComposing) return
		if (event.key === 'Escape') end()
		if (event.key === 'Enter') list.querySelector('a')?.click()
		if (event.key === 'ArrowDown') move(event, 1)
	})
	results.addEventListener('keydown', (event) => {
		if (event.key === 'ArrowDown') move(event, 1)
		if (event.key === 'ArrowUp') move(event, -1)
		if (event.key !== 'Escape') return
		end()
		field.focus()
	})
	// A result on this page only changes the anchor.
	addEventListener('hashchange', () => {
		if (results.hidden) return
		end()
		document.getElementById(location.hash.slice(1))?.scrollIntoView()
	})
	addEventListener('keydown', (event) => {
		const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
		if (event.key !== '/' || isTyping || !hasSingleKeys() || event.ctrlKey || event.metaKey || event.altKey) return
		event.preventDefault()
		field.focus()
	})
	field.value = new URL(location.href).searchParams.get('q') ?? ''
	void search(field.value)
}

const marked = (text: string, words: string[]) =>
	pieces(text, words).map((piece) => (piece.isFound ? element('mark', {}, piece.text) : piece.text))

const item = ([kind, title, detail, href, text]: Found, words: string[]) =>
	element(
		'li',
		{},
		element(
			'a',
			{ href },
			element('span', { class: 'title' }, ...marked(title, words)),
			element('span', { class: 'kind' }, [t.kinds[kind], detail].filter(Boolean).join(' · ')),
			element('span', { class: 'text' }, ...marked(excerptOf(text, words), words)),
		),
	)

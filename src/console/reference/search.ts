import { hasSingleKeys } from '../ui/single-keys.ts'
import { element } from './dom.ts'
import { t, tag } from './texts.ts'

/** What the build writes for the search: a kind, a title, what stands below it, the address, and whose language it's in. */
type Found = [kind: keyof typeof t.kinds, title: string, detail: string, href: string, language?: string]

const MAX_SHOWN = 50

let loading: Promise<Found[]> | undefined

function index(): Promise<Found[]> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}

async function load() {
	const response = await fetch('/console/reference.json')
	if (!response.ok) throw new Error(`The search's index answered ${response.status}`)
	const all = (await response.json()) as Found[]
	return all.filter(([, , , , language]) => language === undefined || tag.startsWith(language))
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
		const words = text.toLowerCase().split(/\s+/).filter(Boolean)
		page.hidden = words.length > 0
		results.hidden = words.length === 0
		if (words.length === 0) return
		try {
			const all = await index()
			if (field.value !== text) return
			const found = all.filter((one) => words.every((word) => one.slice(0, 4).join(' ').toLowerCase().includes(word)))
			status.replaceChildren(found.length === 0 ? t.none : t.found(found.length, all.length))
			list.replaceChildren(...found.slice(0, MAX_SHOWN).map(item))
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

	field.addEventListener('input', change)
	field.addEventListener('focus', () => void index().catch(() => undefined))
	field.addEventListener('keydown', ({ key }) => {
		if (key === 'Escape') end()
		if (key === 'Enter') list.querySelector('a')?.click()
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

const item = ([kind, title, detail, href]: Found) =>
	element(
		'li',
		{},
		element('a', { href }, element('span', {}, title), element('span', { class: 'text' }, detail || t.kinds[kind])),
	)

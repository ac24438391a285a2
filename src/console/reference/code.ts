import { element } from './dom.ts'
import { t, tag } from './texts.ts'

/** Stands for the instance that the reader is on. */
const EXAMPLE = 'https://plinth.example.com'

/** The language of the samples that the reader chose last. */
const KEY = 'plinth.samples'

const COPIED_MS = 2_000

/** Shows one language of each sample, with buttons that choose it for all of them and for the next visit. */
export function startSamples() {
	const groups = [...document.querySelectorAll<HTMLElement>('.code')].map(withTabs)
	const choose = (lang: string) => {
		for (const one of groups) one(lang)
	}
	choose(localStorage.getItem(KEY) ?? 'curl')

	function withTabs(code: HTMLElement) {
		const samples = [...code.querySelectorAll('pre')]
		for (const { firstChild: text } of samples) if (text instanceof Text) replaceIn(text, EXAMPLE, location.origin)
		const tabs = samples.map(({ dataset: { lang = '', name = '' } }) => {
			const tab = element('button', { type: 'button' }, name)
			tab.addEventListener('click', () => {
				localStorage.setItem(KEY, lang)
				const before = tab.getBoundingClientRect().top
				choose(lang)
				// Samples above this one may be longer or shorter in another language.
				scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
			})
			return { lang, tab }
		})
		const copy = copyButton(() => samples.find(({ hidden }) => !hidden)?.textContent ?? '')
		const choices = element(
			'div',
			{ class: 'tabs', role: 'group', 'aria-label': t.language },
			...tabs.map(({ tab }) => tab),
		)
		code.prepend(element('div', { class: 'code-head', lang: tag }, choices, copy))
		return (chosen: string) => {
			const shown = tabs.some(({ lang }) => lang === chosen) ? chosen : 'curl'
			for (const sample of samples) sample.hidden = sample.dataset.lang !== shown
			for (const { lang, tab } of tabs) tab.setAttribute('aria-pressed', String(lang === shown))
		}
	}
}

/** Replaces a piece of a text. The ranges of its colors move along. */
export function replaceIn(text: Text, piece: string, by: string) {
	const at = text.data.indexOf(piece)
	if (at !== -1) text.replaceData(at, piece.length, by)
}

/** Puts a button over every other block that copies it. */
export function startCopying() {
	for (const block of document.querySelectorAll<HTMLElement>('main pre:not(.code pre)')) {
		const frame = element('div', { class: 'copied' })
		block.replaceWith(frame)
		frame.append(
			block,
			copyButton(() => block.textContent ?? ''),
		)
	}
}

function copyButton(source: () => string) {
	const button = element('button', { type: 'button', class: 'copy' }, t.copy)
	button.addEventListener('click', () => {
		void navigator.clipboard.writeText(source()).then(() => {
			button.replaceChildren(t.copied)
			setTimeout(() => button.replaceChildren(t.copy), COPIED_MS)
		})
	})
	return button
}

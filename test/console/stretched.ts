import type { Page } from 'playwright-core'
import { ACCENTED } from './pseudo.ts'

/**
 * What no longer fits the page, its dialogs and its buttons once every text on it is in the pseudo language. Data isn't, and the
 * texts are as before afterwards. Building and opening each screen in that language would take as long as all other checks.
 */
export const misfits = (page: Page): Promise<string[]> =>
	page.evaluate((accents) => {
		const FRAMES = 'button, p, h1, h2, h3, dt, dd, legend, label, section, fieldset, [role="dialog"]'
		const isData = (node: Node) => node.parentElement?.closest('code, pre, time, bdi, script, style, option') !== null
		const texts: { node: Node; before: string }[] = []
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		for (let node = walker.nextNode(); node; node = walker.nextNode())
			if (node.nodeValue?.trim() && !isData(node)) texts.push({ node, before: node.nodeValue })
		for (const { node, before } of texts)
			node.nodeValue = `[${before.replaceAll(/[aceinosuyz]/gi, (letter) => accents[letter] ?? letter)}]`

		const nameOf = (element: Element) =>
			`${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`
		const isClipped = (element: Element): boolean => {
			const parent = element.parentElement
			if (!parent || parent === document.body) return false
			return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent)
		}
		const shown = [...document.querySelectorAll<HTMLElement>('main *, [role="dialog"], [role="dialog"] *')].filter(
			(element) => element.checkVisibility() && !element.closest('.unseen, svg'),
		)
		const found = shown
			.filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isClipped(element))
			.map((element) => `${nameOf(element)} ends at ${Math.round(element.getBoundingClientRect().right)}`)
			.slice(0, 3)
		const cut = shown
			.filter((element) => element.matches(FRAMES) && element.scrollWidth > element.clientWidth + 1)
			.filter(
				(element) => element.matches('button, [role="dialog"]') || getComputedStyle(element).overflowX === 'visible',
			)
			.map((element) => `${nameOf(element)} is cut`)
		for (const { node, before } of texts) node.nodeValue = before
		return [...found, ...cut]
	}, ACCENTED)

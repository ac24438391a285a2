import type { Page } from 'playwright-core'

/** A name that's written from right to left. */
export const HEBREW = 'חברה'

/**
 * What such a name on the page drags along unless it's isolated: digits, and another such name, right after it. Other letters end
 * its direction by themselves.
 */
export const draggedAlong = (page: Page): Promise<string[]> =>
	page.evaluate((name) => {
		/** Where the direction of a text ends: at an isolate, or a box of its own. */
		const endOf = (node: Node): Element => {
			let element = node.parentElement ?? document.body
			for (;;) {
				const { display, unicodeBidi } = getComputedStyle(element)
				const ends = display !== 'inline' && display !== 'contents'
				if (ends || unicodeBidi.startsWith('isolate') || unicodeBidi === 'plaintext') return element
				element = element.parentElement ?? document.body
			}
		}
		const found: string[] = []
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		let open: { end: Element; text: string } | undefined
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			const text = node.textContent ?? ''
			if (!node.parentElement?.checkVisibility() || node.parentElement.closest('script, style, option')) continue
			const end = endOf(node)
			const together = open?.end === end ? open.text + text : text
			const dragged = together.match(new RegExp(`${name}[\\s\\p{P}]*[\\d\\p{Script=Hebrew}].*`, 'u'))?.[0]
			if (dragged !== undefined) found.push(dragged)
			open = together.includes(name) && dragged === undefined ? { end, text: together } : undefined
		}
		return found
	}, HEBREW)

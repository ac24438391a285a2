import type { Page } from 'playwright-core'

/** A name that's written from right to left. Digits and punctuation after it are too, unless it's isolated. */
export const HEBREW = 'חברה'

/** The texts that follow such a name on the page and aren't isolated from it. */
export const turnedAround = (page: Page): Promise<string[]> =>
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
			const follows = text.trim() !== '' && open?.end === endOf(node)
			if (open && follows) found.push(`"${open.text}" turns "${text}" around`)
			if (follows || open?.end.contains(node) !== true) open = undefined
			if (text.includes(name)) open = { end: endOf(node), text }
		}
		return found
	}, HEBREW)

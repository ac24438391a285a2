import type { Page } from 'playwright-core'
import { resize } from './browser.ts'

// What axe doesn't check, and a browser can.

/** 1280 px at 400 %, which is the narrowest page of WCAG 1.4.10. */
const NARROWEST = { width: 320, height: 640 }

/** The spacing of WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
	p { margin-bottom: 2em !important }`

/** How wide the narrowest page is, and what is cut off on it once its texts are spaced widely. Nothing of it stays. */
export async function crowdedOut(page: Page): Promise<string[]> {
	const before = page.viewportSize()
	await resize(page, NARROWEST)
	const found = await page.evaluate(async (css) => {
		// A chart is drawn again for its width.
		for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
		const tooWide = (how: string) =>
			document.documentElement.scrollWidth > innerWidth
				? [`the page is ${document.documentElement.scrollWidth} px wide${how}`]
				: []
		const isCut = (element: Element) => {
			const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
			const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
			const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
			const isTooWide = hides(overflowX) && textOverflow !== 'ellipsis' && scrollWidth > clientWidth + 1
			return clientHeight > 1 && (isTooWide || (hides(overflowY) && scrollHeight > clientHeight + 2))
		}
		const narrow = tooWide('')
		const sheet = new CSSStyleSheet()
		sheet.replaceSync(css)
		document.adoptedStyleSheets = [sheet]
		const spaced = tooWide(' with wide spacing')
		const cut = [...document.querySelectorAll('body *')]
			.filter(
				(element) => element.textContent?.trim() && !element.matches('.unseen, svg *, pre, code, textarea, select'),
			)
			.filter((element) => element.checkVisibility() && isCut(element))
			.map((element) => `wide spacing cuts ${element.outerHTML.slice(0, 120)}`)
		document.adoptedStyleSheets = []
		return [...narrow, ...spaced, ...cut.slice(0, 3)]
	}, SPACING)
	if (before) await resize(page, before)
	return found
}

/** The controls whose name lacks the words on them, which WCAG 2.5.3 asks for: who speaks to a browser says what they see. */
export const misnamed = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('a[aria-label], button[aria-label], [role="button"][aria-label]')]
			.filter((element) => element.checkVisibility())
			.map((element) => [element.innerText.replaceAll(/\s+/g, ' ').trim(), element.ariaLabel ?? ''] as const)
			.filter(([text, name]) => !name.toLowerCase().includes(text.toLowerCase()))
			.map(([text, name]) => `"${text}" is called "${name}"`),
	)

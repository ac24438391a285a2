import type { Page } from 'playwright-core'

/**
 * The fields whose edge stands out from what's around them by less than 3 : 1, which WCAG 1.4.11 asks for and axe doesn't check. An
 * edge is a border, or the fill itself.
 */
export const weakEdges = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		type Color = [number, number, number, number]
		const colorOf = (text: string): Color => {
			const [red = 0, green = 0, blue = 0, alpha = 1] = (/\(([^)]*)\)/.exec(text)?.[1] ?? '')
				.split(/[\s,/]+/)
				.map(Number)
			return [red, green, blue, alpha]
		}
		const over = ([r, g, b, a]: Color, below: Color): Color => [
			r * a + below[0] * (1 - a),
			g * a + below[1] * (1 - a),
			b * a + below[2] * (1 - a),
			1,
		]
		const groundOf = (element: Element | null): Color => {
			if (!element) return [255, 255, 255, 1]
			const own = colorOf(getComputedStyle(element).backgroundColor)
			return own[3] === 1 ? own : over(own, groundOf(element.parentElement))
		}
		const lightOf = ([r, g, b]: Color) => {
			const [red = 0, green = 0, blue = 0] = [r, g, b]
				.map((part) => part / 255)
				.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
			return 0.2126 * red + 0.7152 * green + 0.0722 * blue
		}
		const contrast = (one: Color, other: Color) => {
			const [dark = 0, light = 0] = [lightOf(one), lightOf(other)].toSorted((a, b) => a - b)
			return (light + 0.05) / (dark + 0.05)
		}
		const hasBorder = (element: Element) => {
			const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
			return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
		}
		const isWeak = (field: Element) => {
			// A field can fill a frame that has the border.
			const frame = [field, field.parentElement].find((element) => element && hasBorder(element)) ?? field
			const around = groundOf(frame.parentElement)
			const border = over(colorOf(getComputedStyle(frame).borderTopColor), around)
			const isStrong = hasBorder(frame) && contrast(border, around) >= 3
			// The head of the palette is nothing but its field.
			return (
				!isStrong && contrast(groundOf(field), around) < 3 && (hasBorder(frame) || !field.matches('[role="combobox"]'))
			)
		}
		// A box has the browser's own edge.
		const OWN = '[type="checkbox"], [type="radio"], [type="hidden"], [aria-hidden="true"], :disabled'
		const fields = document.querySelectorAll<HTMLElement>('input, textarea, select')
		return [...fields]
			.filter((field) => !field.matches(OWN) && field.checkVisibility() && isWeak(field))
			.map((field) => `${field.outerHTML.slice(0, 120)}: ${getComputedStyle(field).borderTopColor}`)
	})

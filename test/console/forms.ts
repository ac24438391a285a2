import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './settled.ts'

// Nothing that somebody typed is lost without a question. The walk over all screens holds each form to that.

/** Every form whose draft counts, on the page or in the dialog above it. */
const formsOf = async (page: Page): Promise<Locator> => {
	const dialog = page.getByRole('dialog').last()
	return ((await dialog.isVisible()) ? dialog : page.locator('main')).locator('form:not([data-transient]):visible')
}

/** Changes each field of a form as typing does; what nobody can type into is chosen. Returns how many fields it changed. */
const typeInto = (form: Locator): Promise<number> =>
	form.evaluate((element) => {
		type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
		const SAMPLES: Record<string, string> = {
			number: '7',
			date: '2031-05-06',
			email: 'typed@example.com',
			url: 'https://typed.example.com',
			'datetime-local': '2031-05-06T07:08',
		}
		const put = (field: Field, value: string) => {
			Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
			for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
		}
		const fields = ([...(element as HTMLFormElement).elements] as Field[]).filter(
			(field) =>
				// A picker keeps its value in a field that nobody sees.
				field.matches('input:not([aria-hidden="true"]), textarea, select') &&
				!field.disabled &&
				field.checkVisibility(),
		)
		const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio'
		const texts = fields.filter(
			(field) => !isBox(field) && !field.matches('select, [readonly], [role="combobox"], [type="hidden"]'),
		)
		for (const field of texts) {
			const isNumber = field.inputMode === 'numeric' || field.inputMode === 'decimal'
			put(field, SAMPLES[field.type] ?? (isNumber ? `${field.value}7` : `${field.value} typed`))
		}
		if (texts.length > 0) return texts.length
		const box = fields.find((field) => isBox(field) && !(field as HTMLInputElement).checked) ?? fields.find(isBox)
		box?.click()
		if (box) return 1
		const choice = fields.find((field) => field instanceof HTMLSelectElement && field.options.length > 1)
		const other = [...((choice as HTMLSelectElement | undefined)?.options ?? [])].find(({ selected }) => !selected)
		if (choice && other) put(choice, other.value)
		return other ? 1 : 0
	})

/** Every value of a form, of fields without a name too. */
const contentOf = (form: Locator): Promise<string> =>
	form.evaluate((element) =>
		JSON.stringify(
			([...(element as HTMLFormElement).elements] as HTMLInputElement[])
				.filter((field) => field.matches('input, textarea, select'))
				.map(({ value, checked }) => [value, checked]),
		),
	)

/** Whether closing the tab asks first. */
export const asksToClose = (page: Page): Promise<boolean> =>
	page.evaluate(() => {
		const closing = new Event('beforeunload', { cancelable: true })
		dispatchEvent(closing)
		return closing.defaultPrevented
	})

/** A step of a dialog leads back to the one before, so that as many are open as before. */
const CLOSES_WITHIN_MS = 500

/** Only stops a form that asks nothing. */
const ASKS_WITHIN_MS = 15_000

const stay = (page: Page) => page.getByRole('button', { name: 'Keep editing' })

const goElsewhere = (page: Page) =>
	page.getByRole('navigation', { name: 'Navigation' }).locator('a:not([aria-current]):visible').first().click()

const goBack = (page: Page) => page.evaluate(() => history.back())

interface Entries {
	entries: () => { url: string; sameDocument: boolean }[]
	currentEntry: { index: number }
}

/** Whether Back leads to another screen of this document. */
const canGoBack = (page: Page): Promise<boolean> =>
	page.evaluate(() => {
		const { navigation } = window as unknown as { navigation: Entries }
		const before = navigation.entries()[navigation.currentEntry.index - 1]
		return before !== undefined && before.sameDocument && new URL(before.url).pathname !== location.pathname
	})

/** Leaves, hears the question, stays, and finds everything as it was. */
async function asks(page: Page, form: Locator, exit: string, leave: () => Promise<unknown>) {
	const typed = await contentOf(form)
	const label = await form.getAttribute('aria-label')
	await leave()
	await stay(page)
		.waitFor({ timeout: ASKS_WITHIN_MS })
		.catch(() => expect.fail(`“${label}” is lost by ${exit} without a question`))
	await stay(page).click()
	await stay(page).waitFor({ state: 'detached' })
	expect(await contentOf(form), `“${label}” after ${exit}`).toBe(typed)
}

/**
 * Types into each form of the page that this walk hasn't met yet, and tries to leave it: each way asks, and keeps what was typed.
 * Afterwards the page holds no draft, and no dialog.
 */
export async function leaveForms(page: Page, met: Set<string>): Promise<void> {
	const forms = await formsOf(page)
	const labels = await forms.evaluateAll((all) => all.map((form) => form.ariaLabel ?? location.pathname))
	for (const [index, label] of labels.entries()) {
		if (met.has(label)) continue
		met.add(label)
		const form = forms.nth(index)
		if ((await typeInto(form)) === 0) continue
		expect(await asksToClose(page), `closing the tab asks before “${label}” is lost`).toBe(true)
		const isInDialog = await page.getByRole('dialog').last().isVisible()
		if (await canGoBack(page)) await asks(page, form, 'Back', () => goBack(page))
		if (isInDialog) {
			await asks(page, form, 'Escape', () => page.keyboard.press('Escape'))
			await asks(page, form, 'a click outside', () => page.mouse.click(5, 5))
		} else await asks(page, form, 'a link', () => goElsewhere(page))
	}
	await putAway(page)
}

/** Stays in a form, or with what is shown once. */
const goBackTo = (page: Page) => page.getByRole('button', { name: /^(Keep editing|Go back)$/ })

/** Closes every dialog and gives up every draft, so that the next screen starts as if it were the first. */
async function putAway(page: Page) {
	const dialogs = page.getByRole('dialog')
	for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries += 1) {
		const open = await page.locator('[role="dialog"]').count()
		await page.keyboard.press('Escape')
		// It's gone, or a question is above it.
		await page
			.waitForFunction((before) => document.querySelectorAll('[role="dialog"]').length !== before, open, {
				timeout: CLOSES_WITHIN_MS,
			})
			.catch(() => undefined)
		if (!(await goBackTo(page).isVisible())) continue
		await dialogs.last().getByRole('button', { name: 'Close', exact: true }).last().click()
		await goBackTo(page).waitFor({ state: 'detached' })
	}
	if (!(await asksToClose(page))) return
	await goElsewhere(page)
	await page.getByRole('button', { name: 'Leave', exact: true }).click()
	await stay(page).waitFor({ state: 'detached' })
	// The draft is gone with the screen.
	await settled(page)
}

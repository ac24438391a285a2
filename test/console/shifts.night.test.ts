import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { resize } from './browser.ts'
import { settled } from './settled.ts'
import { test } from './test.ts'

interface Shift extends PerformanceEntry {
	value: number
	hadRecentInput: boolean
	sources: readonly { node: Node | null }[]
}

/** How far a page may move by itself while it loads. https://web.dev/articles/cls calls 0.1 good. */
const MOST = 0.03

/** Adds up, in each document of a page, what moves and what it says there. */
function watchShifts() {
	const seen = { sum: 0, of: [] as string[] }
	Object.assign(window, { shifts: seen })
	new PerformanceObserver((list) => {
		for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
			if (hadRecentInput) continue
			seen.sum += value
			seen.of.push(`${value.toFixed(4)} ${sources[0]?.node?.textContent?.slice(0, 40)}`)
		}
	}).observe({ type: 'layout-shift', buffered: true })
}

test('the screens that people open first stand still while they load, also on a phone', async ({ open }) => {
	const page = await open('/console/health', { isNew: true })
	await page.addInitScript(watchShifts)
	const shifts = () => page.evaluate(() => (window as unknown as { shifts: { sum: number; of: string[] } }).shifts)
	// The line about runs that counted nothing comes last.
	await page.route('**/v1/admin/usage/pricing?*', async (route) => {
		await sleep(500)
		const models = ['unpriced-small', 'unpriced-medium', 'unpriced-large']
		await route.fulfill({ json: models.map((model) => ({ date: '2026-01-02', model, uncounted_run_count: 3 })) })
	})
	const moved: string[] = []
	for (const [width, height] of [
		[1440, 900],
		[390, 844],
	] as const) {
		await resize(page, { width, height })
		for (const path of ['/console/', '/console/runs', '/console/agents', '/console/orgs']) {
			await page.goto(path)
			await settled(page)
			const { sum, of } = await shifts()
			if (sum > MOST) moved.push(`${path} at ${width}: ${of.join('; ')}`)
		}
	}
	expect(moved).toEqual([])
	// The watch sees what moves.
	await page.evaluate(() =>
		document.querySelector('main')?.prepend(Object.assign(document.createElement('textarea'), { rows: 30 })),
	)
	await expect.poll(async () => (await shifts()).sum).toBeGreaterThan(MOST)
})

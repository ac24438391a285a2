import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, nightly, test, unique } from './test.ts'

/** Chooses a file that has this text. */
const choose = (page: Page, text: string) =>
	page
		.getByLabel('Bill as a CSV file')
		.setInputFiles({ name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a bill is read in the browser, and each difference says what to do', async ({ open }) => {
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me')
	const model = unique('gpt')
	await call('POST', '/v1/runtime/runs', {
		run_id: unique('run'),
		org_id,
		status: 'completed',
		model,
		total_cost_usd: 1.25,
		completed_at: '2025-02-03T10:00:00Z',
	})
	const page = await open('/console/llm-providers?tab=compare')
	await page.getByText('Choose a bill').waitFor()
	const line = (name: string, cost: string) => `2025-02-03T00:00:00Z,${cost},usd,"${name}, input"\r\n`
	const head = '\uFEFFstart_time_iso,amount_value,amount_currency,line_item\r\n'
	await choose(page, head + line(`${model}-2024-08-06`, '1.25') + line('elsewhere', '2'))
	await page.getByText('From OpenAI: 2 lines').waitFor()
	const table = page.getByRole('table', { name: 'Differences' })
	await table.getByText('elsewhere').waitFor()
	// The dated name is the model's, because that's how OpenAI bills.
	expect(await table.locator('tbody tr').count()).toBe(1)
	await table.getByText('Look for what else uses the key').waitFor()
	await page.getByText('1 other line is the same on both sides.').waitFor()
	await page.getByRole('checkbox', { name: 'Leave dates out of model names' }).uncheck()
	await table.getByText(`${model}-2024-08-06`).waitFor()
	await table.getByText("The bill doesn't name it").waitFor()
	await choose(page, head + line(model, '1.25'))
	await page.getByText('The bill and Plinth agree').waitFor()
})

nightly('a bill in another currency is refused by its name', async ({ open }) => {
	const page = await open('/console/llm-providers?tab=compare')
	await choose(page, 'date;model;cost;currency\n2025-02-03;m;1,50;EUR\n')
	await page.getByRole('alert').getByText('Line 2 is in EUR.').waitFor()
})

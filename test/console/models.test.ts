import { call, nightly, register, test, unique } from './test.ts'

test('an owner finds the model without a price on a phone, and sets it', async ({ open }) => {
	const owner = await register('vendor')
	const account = { name: unique('main'), provider: 'vendor_a', api_key: 'sk-console-0123456789' }
	const { id } = await call<{ id: string }>('POST', '/v1/llm-providers', account, owner)
	await call('POST', `/v1/llm-providers/${id}/models`, { model: 'large-1' }, owner)
	const page = await open('/console/llm-providers', { as: owner, width: 390, height: 844 })
	const row = page.getByRole('table', { name: 'Prices' }).getByRole('row', { name: /\^large-1/ })
	await row.getByText('no price').waitFor()
	await page.getByRole('link', { name: `Price ${account.name}^large-1` }).focus()
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: 'Actions for large-1' }).click()
	await page.getByRole('menuitem', { name: 'Edit' }).click()
	await page.getByLabel('USD per million input tokens').fill('2')
	await page.getByLabel('USD per million output tokens').fill('10')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Saved large-1.').waitFor()
	await page.getByRole('link', { name: 'Models', exact: true }).first().click()
	await row.getByRole('cell', { name: '2 / 10', exact: true }).waitFor()
})

nightly('the dashboard leads to the runs that counted nothing, by model', async ({ open }) => {
	const owner = await register('uncounted')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const model = unique('free')
	const run = {
		org_id,
		run_id: unique('run'),
		model,
		status: 'completed',
		total_input_tokens: 10,
		total_output_tokens: 5,
	}
	await call('POST', '/v1/runtime/runs', [run])
	const page = await open('/console/', { as: owner })
	await page.getByText('1 run without a cost or a price:').waitFor()
	await page.getByRole('link', { name: `${model} (1)` }).click()
	await page.waitForURL((url) => url.searchParams.get('model') === model)
	await page.getByRole('link', { name: run.run_id }).click()
	await page.getByText('Nothing counts.').waitFor()
})

import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

const KEY = 'sk-console-0123456789'

interface Provider {
	id: string
	models: { model: string; entitlement: string | null; cost_per_1k_output: number }[]
}

test('an operator prices a model of the platform, puts it into a plan, and an org sees what it pays', async ({
	open,
}) => {
	const [name, key] = [unique('sold'), unique('models').replaceAll('-', '.')]
	const plan = await call<{ display_name: string }>('POST', '/v1/plans', {
		name: unique('plan'),
		display_name: unique('Plan'),
		entitlements: [{ key, value: 'true', value_type: 'boolean' }],
	})
	const page = await open('/console/llm-providers', { width: 390, height: 844 })
	await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
	await page.getByRole('button', { name: 'New provider' }).first().click()
	await page.getByRole('dialog').getByLabel('Name').fill(name)
	await page.getByRole('dialog').getByLabel('API key').fill(KEY)
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name }).waitFor()
	const steps = page.getByRole('region', { name: 'Next steps' })
	await steps.getByText('Browse the models of the vendor').waitFor()
	await page.getByRole('button', { name: 'Add model' }).click()
	await page.getByRole('dialog').getByLabel('Model', { exact: true }).fill('large-1')
	await page.getByRole('dialog').getByLabel('Entitlement').fill(key)
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await steps.getByText('Set the prices of each model').waitFor()

	await page.getByRole('link', { name: 'Models', exact: true }).first().click()
	await page.getByRole('link', { name: `Price ${name}^large-1` }).focus()
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: 'Actions for large-1' }).click()
	await page.getByRole('menuitem', { name: 'Edit' }).click()
	await page.getByLabel('USD per million input tokens').fill('2')
	await page.getByLabel('USD per million output tokens').fill('10')
	await page.getByLabel('Price multiplier').fill('1.5')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Saved large-1.').waitFor()
	await steps.waitFor({ state: 'detached' })

	await page.setViewportSize({ width: 1440, height: 900 })
	await page.getByRole('link', { name: 'Models', exact: true }).first().click()
	const row = page.getByRole('table', { name: 'Prices' }).getByRole('row', { name: new RegExp(`${name}\\^large-1`) })
	await row.getByText(plan.display_name).waitFor()
	await row.getByRole('cell', { name: '2.00 / 10.00', exact: true }).waitFor()
	await row.getByRole('cell', { name: '× 1.5', exact: true }).waitFor()
	await row.getByRole('cell', { name: '3,000 / 15,000', exact: true }).waitFor()
	const providers = await call<Provider[]>('GET', '/v1/llm-providers?scope=platform&limit=200')
	expect(providers.flatMap(({ models }) => models)).toContainEqual(
		expect.objectContaining({ model: 'large-1', entitlement: key, cost_per_1k_output: 0.01 }),
	)

	const owner = await register('buyer')
	const theirs = await open('/console/llm-providers', { as: owner })
	const offer = theirs
		.getByRole('table', { name: 'Prices' })
		.getByRole('row', { name: new RegExp(`${name}\\^large-1`) })
	await offer.getByText(`With ${plan.display_name}`).waitFor()
	expect(await theirs.getByText(KEY.slice(0, 5)).count()).toBe(0)
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

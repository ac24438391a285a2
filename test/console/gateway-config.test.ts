import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, test } from './test.ts'

interface Config {
	ip_mode: string
	trusted_cidrs: string[]
	risk_reject_threshold: number
}

const DEFAULT: Config = { ip_mode: 'direct', trusted_cidrs: [], risk_reject_threshold: 0 }

const current = () => call<Config>('GET', '/v1/admin/gateway-config')
const put = (config: Config) => call<Config>('PUT', '/v1/admin/gateway-config', config)

nightly('an invalid document shows errors at its fields, and names the line', async ({ open }) => {
	await put(DEFAULT)
	const page = await open('/console/gateway-config')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Caller IP address').selectOption('proxy')
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.getByText('Must have at least one network, unless the mode is direct').waitFor()
	await page.getByLabel('Trusted networks').fill('203.0.113.0/24\n\nnowhere')
	await page.getByLabel('Risk threshold').fill('1.5')
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.getByText(/^Line 3: /).waitFor()
	expect(await page.locator('[aria-invalid="true"]').count()).toBe(2)
	expect(await current()).toEqual(DEFAULT)
})

nightly(
	'the page says how many recent requests the settings block, and which risk does so on its own',
	async ({ open }) => {
		await put({ ...DEFAULT, risk_reject_threshold: 0.6 })
		const page = await open('/console/gateway-config')
		const blocked = page.getByRole('region', { name: 'Blocked requests' })
		await blocked.getByText(/^[\d,]+ of [\d,]+ recent ones/).waitFor()
		const risks = page.getByRole('list', { name: 'How the risk score is calculated' }).getByRole('listitem')
		await risks.filter({ hasText: 'Tor exit node' }).getByText('blocks on its own').waitFor()
		expect(await risks.getByText('blocks on its own').count()).toBe(1)
		await put(DEFAULT)
	},
)

test('the simulation comes before the change, and a click keeps the change', async ({ open }) => {
	await put(DEFAULT)
	const page = await open('/console/gateway-config')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByRole('region', { name: 'How the gateway sees you' }).getByText('127.0.0.1').waitFor()
	await page.getByLabel('Trusted networks').fill('203.0.113.9/24')
	await page.getByText('Trusted networks have no effect').waitFor()
	await page.getByLabel('Caller IP address').selectOption('cdn')
	await page.getByText('Trusted networks have no effect').waitFor({ state: 'detached' })
	await page.getByRole('button', { name: 'Review and save' }).click()
	const dialog = page.getByRole('dialog', { name: 'Change the gateway configuration?' })
	await dialog.getByText(/Checked [\d,]+ recent requests/).waitFor()
	await dialog.getByText('Details').click()
	await dialog.getByText('trusted_cidrs').waitFor()
	expect(await current()).toEqual(DEFAULT)
	await dialog.getByLabel(/^Roll back automatically/).check()
	await dialog.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Gateway configuration saved.', { exact: true }).waitFor()
	await page.getByRole('button', { name: 'Confirm' }).click()
	await page.getByText('Change confirmed.', { exact: true }).waitFor()
	expect(await current()).toEqual({ ip_mode: 'cdn', trusted_cidrs: ['203.0.113.0/24'], risk_reject_threshold: 0 })
	await page.getByText('True-Client-IP from a trusted CDN (cdn)').waitFor()
	await page.locator('code').getByText('203.0.113.0/24').waitFor()
	await put(DEFAULT)
})

nightly(
	'a threshold that blocks all logins shows a warning and a count, and can be rolled back automatically',
	async ({ open }) => {
		await put(DEFAULT)
		const page = await open('/console/gateway-config')
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('Risk threshold').fill('0.1')
		await page.getByRole('button', { name: 'Review and save' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByText('only operators of the platform can sign in').waitFor()
		const rehearsal = dialog.getByRole('region', { name: 'Impact on recent requests' })
		await rehearsal.getByText('By risk score').waitFor()
		expect(await rehearsal.locator('dd').first().textContent()).toMatch(/^[1-9][\d,]*$/)
		expect(await dialog.getByLabel(/^Roll back automatically/).isChecked()).toBe(true)
		await dialog.getByRole('button', { name: 'Cancel' }).click()
		expect(await current()).toEqual(DEFAULT)
	},
)

nightly('a change by somebody else keeps the draft and shows both', async ({ open }) => {
	await put(DEFAULT)
	const page = await open('/console/gateway-config')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Risk threshold').fill('0.9')
	await put({ ...DEFAULT, risk_reject_threshold: 0.8 })
	await page.getByRole('button', { name: 'Review and save' }).click()
	const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
	await conflict.getByRole('cell', { name: '0.8' }).waitFor()
	await conflict.getByRole('cell', { name: '0.9' }).waitFor()
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
	await page.getByText('Gateway configuration saved.', { exact: true }).waitFor()
	expect(await current()).toMatchObject({ risk_reject_threshold: 0.9 })
	await put(DEFAULT)
})

nightly("a member can't see the gateway", async ({ open }) => {
	const page = await open('/console/gateway-config', { as: MEMBER })
	await page.getByText("You don't have access").waitFor()
})

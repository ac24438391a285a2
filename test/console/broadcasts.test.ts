import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

interface Broadcast {
	id: string
	title: string
	status: string
	sent_count: number
	recipient_count: number | null
	payload: object
}

const newest = async (title: string) =>
	(await call<Broadcast[]>('GET', '/v1/admin/notifications/broadcasts')).find((one) => one.title === title)

test('a broadcast is previewed, counted, sent to one org and deleted', async ({ open }) => {
	const person = await register('reader')
	const me = await call<{ org_id: string; orgs: { name: string }[] }>('GET', '/v1/me', undefined, person)
	const title = unique('Maintenance')
	const page = await open('/console/broadcasts')
	await page.getByRole('button', { name: 'New broadcast' }).click()
	await page.getByLabel('To', { exact: true }).selectOption('Members of one org')
	await page.getByRole('button', { name: 'Send…' }).click()
	await page.getByText('Select an org', { exact: true }).waitFor()
	const org = me.orgs[0]?.name ?? ''
	await page.getByRole('combobox', { name: 'Org' }).fill(org)
	await page.getByRole('option', { name: org }).click()
	await page.getByRole('button', { name: 'Send…' }).click()
	await page.locator('input[name="title"][aria-invalid="true"]').waitFor()
	await page.getByRole('textbox', { name: 'Title' }).fill(title)
	await page.getByRole('textbox', { name: 'Text' }).fill('Runs pause at six.')
	await page.getByRole('textbox', { name: 'Data for your app' }).fill('[1]')
	const preview = page.getByRole('region', { name: 'Preview' })
	await preview.getByRole('heading', { name: title }).waitFor()
	await preview.getByText('Runs pause at six.').waitFor()
	await page.getByRole('button', { name: 'Send…' }).click()
	await page.getByText('Must be a JSON object').waitFor()
	await page.getByRole('textbox', { name: 'Data for your app' }).fill('{"url": "https://status.example.com"}')
	await page.getByRole('button', { name: 'Send…' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByText('Notifies 1 user.').waitFor()
	expect(await newest(title)).toBeUndefined()
	await dialog.getByRole('button', { name: 'Send' }).click()
	await page.getByText('Sent all 1 notifications.').waitFor()
	expect(await newest(title)).toMatchObject({
		status: 'completed',
		sent_count: 1,
		payload: { url: 'https://status.example.com' },
	})
	const bell = async () =>
		(await call<{ data: { title: string }[] }>('GET', '/v1/notifications', undefined, person)).data.map(
			(one) => one.title,
		)
	expect(await bell()).toContain(title)

	await page.getByRole('button', { name: 'Delete' }).click()
	await page.getByLabel(`Type ${title} to confirm`).fill(title)
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.waitForURL(/\/console\/broadcasts$/)
	await page.getByRole('table', { name: 'Broadcasts' }).getByText(title).waitFor({ state: 'detached' })
	expect(await bell()).not.toContain(title)
})

nightly("progress shows what was sent of what was planned, and updates until it's done", async ({ open }) => {
	const [{ id } = { id: '' }] = await call<Broadcast[]>('GET', '/v1/admin/notifications/broadcasts')
	const page = await open('/console/')
	let reads = 0
	let state = {}
	await page.route(`**/v1/admin/notifications/broadcasts/${id}`, async (route) => {
		const response = await route.fetch()
		const broadcast = (await response.json()) as Broadcast
		reads += 1
		await route.fulfill({ response, json: { ...broadcast, ...state } })
	})
	state = { status: 'pending', sent_count: 0, recipient_count: null }
	await page.goto(`/console/broadcasts/${id}`)
	const bar = page.getByRole('progressbar', { name: 'Notifications sent' })
	await page.getByText('Counting recipients.').waitFor()
	state = { status: 'sending', sent_count: 25_000, recipient_count: 100_000 }
	await page.getByText('Sent 25,000 of 100,000 notifications.').waitFor()
	expect(await bar.evaluate((element: HTMLProgressElement) => element.position)).toBe(0.25)
	state = { status: 'completed', sent_count: 100_000, recipient_count: 100_000 }
	await page.getByText('Sent all 100,000 notifications.').waitFor()
	expect(await bar.evaluate((element: HTMLProgressElement) => element.position)).toBe(1)
	const after = reads
	await page.waitForTimeout(2_500)
	expect(reads).toBe(after)
})

import { expect } from 'vitest'
import { call, nightly, register, registerMember, test, unique } from './test.ts'
import { withReceiver } from './upstreams.ts'

interface Endpoint {
	id: string
	url: string
	events: string[]
	enabled: boolean
	has_secret: boolean
	public_key: string
}

type Person = Awaited<ReturnType<typeof register>>

/** A new owner of an org with an endpoint. */
async function owner(fields: object = {}) {
	const person = await register('hooks')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, person)
	const body = { url: 'https://hooks.example.com/in', events: ['*'], ...fields }
	const endpoint = await call<Endpoint>('POST', '/v1/webhook-endpoints', body, person)
	const path = `/v1/webhook-endpoints/${endpoint.id}`
	return { person, org_id, endpoint, path, read: () => call<Endpoint>('GET', path, undefined, person) }
}

/** Reports a failed run of an org, which emits an event. */
const fail = (org_id: string) => call('POST', '/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'failed' })

const newest = async (person: Person) => {
	const [endpoint] = await call<Endpoint[]>('GET', '/v1/webhook-endpoints', undefined, person)
	return endpoint
}

test('an owner registers an endpoint, sends a test and reads what was sent', async ({ open }) => {
	const person = await register('hooks')
	await withReceiver(async ({ url, received }) => {
		const page = await open('/console/webhook-endpoints', { as: person })
		await page.getByRole('button', { name: 'New endpoint' }).first().click()
		const form = page.getByRole('dialog', { name: 'New webhook endpoint' })
		await form.getByLabel('URL').fill('http://hooks.example.com')
		await form.getByLabel('All events').uncheck()
		await form.getByRole('button', { name: 'Create' }).click()
		await form.getByRole('alert').first().waitFor()
		await form.getByLabel('run.failed').check()
		await form.getByLabel('URL').fill(url)
		await form.getByRole('button', { name: 'Generate' }).click()
		const secret = await form.getByLabel('Signing secret').inputValue()
		expect(secret).toMatch(/^whsec_/)
		await form.getByRole('button', { name: 'Create' }).click()
		const keys = page.getByRole('dialog', { name: 'Verification keys' })
		await keys.getByText(secret).waitFor()
		await keys.getByText(/^whpk_/).waitFor()
		await keys.getByRole('button', { name: 'Open endpoint' }).click()
		await page.getByRole('heading', { name: url }).waitFor()
		expect(await page.getByText(secret).count()).toBe(0)

		await page.getByRole('button', { name: 'Send test event' }).click()
		await page.getByRole('heading', { name: 'ping' }).getByText('delivered').waitFor()
		await page.getByText('responded 204').waitFor()
		await page.getByRole('region', { name: 'Request body' }).getByText('"ping"').waitFor()
		await page.getByRole('button', { name: 'Resend' }).click()
		await page.getByText('Attempt 2').waitFor()
		await page.getByRole('region', { name: 'About' }).getByRole('link', { name: url }).waitFor()
		expect(new Set(received).size).toBe(1)
	})
	expect(await newest(person)).toMatchObject({ events: ['run.failed'], has_secret: true, enabled: true })
})

nightly('deliveries are filtered by status and period, and skipped ones are recovered', async ({ open }) => {
	await withReceiver(async ({ url, received }) => {
		const { person, org_id, endpoint, path } = await owner({ url })
		await call('PATCH', path, { enabled: false }, person)
		await fail(org_id)
		await fail(org_id)
		const page = await open(`/console/webhook-endpoints/${endpoint.id}`, { as: person })
		const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')
		await page.getByText('skipped', { exact: true }).nth(1).waitFor()
		await page.getByRole('link', { name: 'Dead' }).click()
		await page.waitForURL(/\?status=dead$/)
		await page.getByText('No matching deliveries').waitFor()
		await page.getByRole('link', { name: 'All', exact: true }).click()
		await page.getByLabel('To', { exact: true }).fill('2026-01-01')
		await page.waitForURL(/\?to=2026-01-01$/)
		await page.getByText('No matching deliveries').waitFor()
		await page.getByLabel('To', { exact: true }).fill('')
		await page.getByText('skipped', { exact: true }).nth(1).waitFor()

		await page.getByRole('button', { name: 'Enable' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
		await page.getByText('Enabled the endpoint.').waitFor()
		await page.getByRole('button', { name: 'Actions' }).click()
		await page.getByRole('menuitem', { name: 'Recover deliveries' }).click()
		await page.getByText('2 deliveries will be resent.').waitFor()
		expect(received).toEqual([])
		await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
		await page.getByText('Queued 2 deliveries.').waitFor()
		await rows.filter({ hasText: 'delivered' }).nth(1).waitFor()
		expect(received).toHaveLength(2)
		await page.getByRole('table', { name: 'Deliveries' }).locator('thead').getByRole('checkbox').check()
		await page.getByRole('button', { name: 'Resend' }).click()
		await expect.poll(() => received.length, { timeout: 20_000 }).toBe(4)
	})
})

nightly('an endpoint created later can get earlier runs', async ({ open }) => {
	await withReceiver(async ({ url, received }) => {
		const person = await register('hooks')
		const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, person)
		await fail(org_id)
		await fail(org_id)
		const { id } = await call<Endpoint>('POST', '/v1/webhook-endpoints', { url, events: ['run.failed'] }, person)
		const page = await open(`/console/webhook-endpoints/${id}`, { as: person })
		const backfill = async () => {
			await page.getByRole('button', { name: 'Actions' }).click()
			await page.getByRole('menuitem', { name: 'Send past runs' }).click()
		}
		await backfill()
		await page.getByText('2 events will be sent.').waitFor()
		expect(received).toEqual([])
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Runs started before').fill('2026-01-01T00:00')
		await page.getByText('No events will be sent.').waitFor()
		expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
		await dialog.getByLabel('Runs started before').fill('')
		await page.getByText('2 events will be sent.').waitFor()
		await dialog.getByRole('button', { name: 'Send', exact: true }).click()
		await page.getByText('Queued 2 events.').waitFor()
		const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')
		await rows.filter({ hasText: 'delivered' }).nth(1).waitFor({ timeout: 60_000 })
		expect(received).toHaveLength(2)
		await backfill()
		await page.getByText('No events will be sent.').waitFor()
	})
})

nightly(
	"the palette finds a failed delivery by its id, which shows what was sent and the receiver's response",
	async ({ open }) => {
		await withReceiver(async ({ url, state }) => {
			state.status = 503
			const { person, path, endpoint } = await owner({ url })
			const { id } = await call<{ id: string }>('POST', `${path}/test`, undefined, person)
			const page = await open('/console/')
			await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
			await page.keyboard.press('Control+k')
			await page.getByRole('combobox').fill(id)
			await page.getByRole('option', { name: 'ping' }).click()
			await page.getByRole('button', { name: /^Switch to/ }).click()
			await page.waitForURL(new RegExp(`/webhook-endpoints/${endpoint.id}/deliveries/${id}$`))
			await page.getByText('responded 503').first().waitFor()
			await page.getByText('Headers sent').first().click()
			// Another attempt may have come above it.
			const sent = page.getByText(/webhook-timestamp: \d+\s+webhook-signature: v1a,/)
			await sent.filter({ visible: true }).waitFor()
			// The response to a failed attempt is open already.
			await page.getByText('out of order').first().waitFor()
		})
	},
)

nightly('settings, key and secret are changed; deleting needs the typed host', async ({ open }) => {
	const { person, endpoint, path, read } = await owner()
	const page = await open(`/console/webhook-endpoints/${endpoint.id}`, { as: person })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('All events').uncheck()
	await page.getByLabel('credits.low').check()
	await page.getByLabel('Signing secret').fill('too short')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText(/^Must be whsec_/).waitFor()
	await page.getByLabel('Signing secret').fill(`whsec_${btoa('x'.repeat(32))}`)
	await call('PATCH', path, { url: 'https://moved.example.com/in' }, person)
	await page.getByRole('button', { name: 'Save' }).click()
	const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
	await conflict.waitFor()
	expect(await conflict.getByText('whsec_').count()).toBe(0)
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Endpoint saved.').waitFor()
	expect(await read()).toMatchObject({ events: ['credits.low'], has_secret: true })

	const choose = async (item: string) => {
		await page.getByRole('button', { name: 'Actions' }).click()
		await page.getByRole('menuitem', { name: item }).click()
	}
	await choose('Rotate signing key')
	await page.getByRole('dialog').getByRole('button', { name: 'Rotate signing key' }).click()
	await page.getByText('Rotated the signing key.').waitFor()
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	const { public_key } = await read()
	expect(public_key).not.toBe(endpoint.public_key)
	await page.getByText(endpoint.public_key).waitFor()
	await choose('Delete endpoint')
	await page.getByLabel(/^Type \S+ to confirm/).fill(new URL((await read()).url).host)
	await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
	await page.waitForURL(/\/console\/webhook-endpoints$/)
	expect(await newest(person)).toBe(undefined)
})

nightly('a member sees endpoints and deliveries, without bodies or actions', async ({ open }) => {
	const { person, org_id, path, endpoint } = await owner({ url: 'https://hooks.example.com/in?token=hidden-0123' })
	await call('PATCH', path, { enabled: false }, person)
	await fail(org_id)
	const member = await registerMember(org_id)
	const page = await open(`/console/webhook-endpoints/${endpoint.id}`, { as: member, inOrg: org_id })
	await page.getByRole('link', { name: 'run.failed' }).click()
	await page.getByText('Only owners and admins of the org see the body.').waitFor()
	expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
	await page.getByRole('link', { name: 'Webhook endpoint' }).click()
	await page.getByRole('heading', { name: 'hooks.example.com' }).waitFor()
	expect(await page.getByRole('button', { name: /Send test event|Actions|Save|Disable/ }).count()).toBe(0)
	expect(await page.getByText('hidden-0123').count()).toBe(0)
})

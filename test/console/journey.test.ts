import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { ADMIN, startInstance } from './instance.ts'
import { callerAt, test } from './test.ts'
import { vendor, withMailServer, withReceiver, withServer } from './upstreams.ts'

// A platform admin sets up an empty instance using only the browser. The test checks each step through the API.

type Call = ReturnType<typeof callerAt>

/** What the steps share. */
interface Journey {
	page: Page
	call: Call
	org: { id: string; name: string }
}

const FLAG = 'research.deep_mode'
const KEY = 'sk-journey-0123456789'
const BLOCKED = '203.0.113.0/24'

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Opens a place from the sidebar. */
async function visit(page: Page, place: string) {
	await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: place, exact: true }).click()
	await page.getByRole('heading', { name: place, level: 1 }).waitFor()
}

/** Presses a button, then the one in its confirmation. */
async function confirm(page: Page, button: Locator, response: string) {
	await button.click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: response }).click()
	await dialog.waitFor({ state: 'detached' })
}

async function pickOrg(page: Page, name: string) {
	await page.getByRole('combobox', { name: 'Org', exact: true }).fill(name)
	await page.getByRole('option', { name }).click()
}

async function signIn(page: Page) {
	await page.getByLabel('Login or email address').fill(ADMIN.login)
	await page.getByLabel('Password').fill(ADMIN.password)
	await page.getByRole('button', { name: 'Sign in' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

const setUpMail = (page: Page, call: Call) =>
	withMailServer(async ({ port, receivers }) => {
		await visit(page, 'Email')
		await page.getByLabel('Sender').fill('Plinth <noreply@example.com>')
		await page.getByLabel('Server').fill('127.0.0.1')
		await page.getByLabel('Encryption').selectOption('none')
		await page.getByLabel('Port').fill(String(port))
		await confirm(page, page.getByRole('button', { name: 'Save…' }), 'Save')
		await page.getByText('ready', { exact: true }).waitFor()
		await page.getByLabel('To', { exact: true }).fill('ada@example.com')
		await page.getByRole('button', { name: 'Send test email' }).click()
		await page.getByText('The server accepted the test email to ada@example.com.').waitFor()
		expect(receivers).toEqual(['ada@example.com'])
		expect(await call('GET', '/v1/admin/email/config')).toMatchObject({ smtp_host: '127.0.0.1', smtp_port: port })
	})

async function createOrg(page: Page) {
	await visit(page, 'Orgs')
	await page.getByRole('button', { name: 'New org' }).first().click()
	await page.getByRole('dialog').getByLabel('Name').fill('Acme')
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name: 'Acme' }).waitFor()
	return { id: idIn(page), name: 'Acme' }
}

async function sellPlan({ page, call, org }: Journey) {
	await visit(page, 'Plans')
	await page.getByRole('button', { name: 'New plan' }).first().click()
	await page.getByLabel('Name', { exact: true }).fill('starter')
	await page.getByLabel('Display name').fill('Starter')
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name: 'Starter' }).waitFor()
	const plan_id = idIn(page)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByRole('button', { name: 'Add entitlement' }).click()
	await page.getByLabel('Entitlement', { exact: true }).fill('credits.monthly_grant')
	await page.getByLabel('Value').fill('900')
	await confirm(page, page.getByRole('button', { name: 'Review and save' }), 'Save')
	await page.getByText('Updated Starter.').waitFor()

	await visit(page, 'Subscriptions')
	await page.getByRole('button', { name: 'Subscribe an org' }).first().click()
	await page.getByRole('dialog').getByLabel('Plan', { exact: true }).selectOption('Starter')
	await pickOrg(page, org.name)
	await page.getByRole('dialog').getByRole('button', { name: 'Review' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Subscribe', exact: true }).click()
	await page.getByRole('heading', { name: 'Acme: Starter' }).waitFor()
	expect(await call('GET', `/v1/subscriptions?org_id=${org.id}`)).toMatchObject([{ plan_id, status: 'active' }])
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 900 })
}

const connectModel = ({ page, call }: Journey) =>
	withServer(vendor(KEY, ['small-1', 'large-1']), async (address) => {
		await visit(page, 'LLM providers')
		await page.getByRole('button', { name: 'New provider' }).first().click()
		const form = page.getByRole('dialog')
		await form.getByLabel('Name').fill('main')
		await form.getByLabel('API key').fill(KEY)
		await form.getByLabel('Base URL').fill(address)
		await form.getByRole('button', { name: 'Create' }).click()
		await page.getByRole('heading', { name: 'main' }).waitFor()
		await page.getByRole('button', { name: 'Browse models' }).first().click()
		await page.getByRole('button', { name: 'Add large-1' }).click()
		await page.getByRole('dialog', { name: 'New model' }).getByRole('button', { name: 'Create' }).click()
		await page.getByRole('row', { name: /large-1/ }).waitFor()
		await visit(page, 'LLM providers')
		await page.getByRole('button', { name: 'Test a selector' }).click()
		await page.getByLabel('Selector').fill('main^large-1')
		await page.getByRole('button', { name: 'Resolve' }).click()
		const result = page.getByRole('region', { name: 'Result' })
		await result.getByText('The selector names this model').waitFor()
		await result.getByText(address).waitFor()
		expect(await call('GET', '/v1/llm-providers')).toMatchObject([{ name: 'main', models: [{ model: 'large-1' }] }])
	})

async function activateTool({ page, call }: Journey) {
	await visit(page, 'Tool providers')
	const group = page.getByRole('region', { name: 'Web fetch', exact: true })
	const row = group.getByRole('row', { name: /web_fetch\.optional_key/ })
	await confirm(page, row.getByRole('button', { name: 'Activate' }), 'Activate')
	await group.getByText('Runs of this org use web_fetch.optional_key of the platform.').waitFor()
	const { groups } = await call<{ groups: { providers: { provider_name: string; is_active: boolean }[] }[] }>(
		'GET',
		'/v1/tool-providers?scope=platform',
	)
	const active = groups.flatMap(({ providers }) => providers).filter(({ is_active }) => is_active)
	expect(active.map(({ provider_name }) => provider_name)).toEqual(['web_fetch.optional_key'])
}

async function overrideFlag({ page, call, org }: Journey) {
	await visit(page, 'Feature flags')
	await page.getByRole('button', { name: 'New flag' }).first().click()
	await page.getByLabel('Key').fill(FLAG)
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name: FLAG }).waitFor()
	await page.getByRole('button', { name: 'Add override' }).first().click()
	await pickOrg(page, org.name)
	await page.getByLabel('On for this org').check()
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
	await page.getByText('Override saved.').waitFor()
	expect(await call('GET', `/v1/feature-flags/${FLAG}`)).toMatchObject({ default_value: false })
	expect(await call('GET', `/v1/feature-flags/${FLAG}/evaluate?org_id=${org.id}`)).toMatchObject({ value: true })
}

async function adjustCredits({ page, call, org }: Journey) {
	await visit(page, 'Credits')
	await page.getByRole('link', { name: org.name }).click()
	await page.getByRole('button', { name: 'Adjust balance' }).click()
	await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('100')
	await page.getByLabel('Note').fill('Welcome')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page.getByRole('button', { name: 'Adjust by +100' }).click()
	await page.getByText('Adjusted Acme to 1,000 credits.').waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 1000 })
}

async function broadcast({ page, call }: Journey) {
	await visit(page, 'Broadcasts')
	await page.getByRole('button', { name: 'New broadcast' }).first().click()
	await page.getByRole('textbox', { name: 'Title' }).fill('We are open')
	await page.getByRole('textbox', { name: 'Text' }).fill('Welcome to Plinth.')
	await confirm(page, page.getByRole('button', { name: 'Send…' }), 'Send')
	await page.getByText('Sent all 1 notifications.').waitFor()
	expect(await call('GET', '/v1/admin/notifications/broadcasts')).toMatchObject([
		{ title: 'We are open', status: 'completed', sent_count: 1 },
	])
	expect(await call('GET', '/v1/notifications')).toMatchObject({ data: [{ title: 'We are open' }] })
}

const receiveEvent = ({ page, call }: Journey) =>
	withReceiver(async ({ url, received }) => {
		await visit(page, 'Webhooks')
		await page.getByRole('button', { name: 'New endpoint' }).first().click()
		await page.getByRole('dialog').getByLabel('URL').fill(url)
		await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
		await page.getByRole('button', { name: 'Open endpoint' }).click()
		await page.getByRole('heading', { name: url }).waitFor()
		const id = idIn(page)
		await page.getByRole('button', { name: 'Send test event' }).click()
		await page.getByRole('heading', { name: 'ping' }).getByText('delivered').waitFor()
		await page.getByText('responded 204').waitFor()
		expect(received).toHaveLength(1)
		expect(await call('GET', `/v1/webhook-endpoints/${id}/deliveries`)).toMatchObject([{ status: 'delivered' }])
	})

/** Blocks a network on trial. The shortest time that the console offers is a minute. */
async function blockOnTrial({ page, call }: Journey) {
	await visit(page, 'IP rules')
	await page.getByRole('button', { name: 'New rule' }).first().click()
	await page.getByLabel('Network').fill(BLOCKED)
	await page.getByRole('button', { name: 'Preview' }).click()
	await page.getByLabel('Roll back automatically unless I confirm within 60 seconds').check()
	await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
	await page.getByText(`Created the rule for ${BLOCKED}.`).waitFor()
	await page.getByRole('timer').waitFor()
	expect(await call('GET', '/v1/ip-rules')).toMatchObject([{ type: 'blocklist', cidr: BLOCKED }])
}

async function undoMistakes({ page, call }: Journey) {
	const isOn = async () => (await call<{ default_value: boolean }>('GET', `/v1/feature-flags/${FLAG}`)).default_value
	await visit(page, 'Feature flags')
	await page.getByRole('link', { name: FLAG }).click()
	const turnOn = () => confirm(page, page.getByRole('button', { name: 'Turn on' }), 'Turn on')
	await turnOn()
	await expect.poll(isOn).toBe(true)
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await page.getByText('Undone', { exact: true }).waitFor()
	expect(await isOn()).toBe(false)

	await turnOn()
	await expect.poll(isOn).toBe(true)
	await visit(page, 'Audit log')
	await page.getByRole('link', { name: 'Feature flag updated' }).first().click()
	await page.getByRole('button', { name: 'Revert' }).click()
	const question = page.getByRole('dialog', { name: 'Revert “Feature flag updated”?' })
	await question.getByRole('button', { name: 'Revert' }).click()
	await page.getByText('Reverted the change.').waitFor()
	await page.keyboard.press('Escape')
	expect(await isOn()).toBe(false)
}

async function seeItSetBack({ page, call }: Journey) {
	await page.getByText('Rolled back the change.').waitFor({ timeout: 90_000 })
	expect(await call('GET', '/v1/ip-rules')).toEqual([])
	await visit(page, 'IP rules')
	await page.getByText('No IP rules yet').waitFor()
}

/** How many of the first steps the dashboard shows as done. */
async function seeSteps(page: Page, done: number) {
	await visit(page, 'Dashboard')
	await page.getByText(`${done} of 4 done`).waitFor()
}

/** A key, and the first run reported with it. The dashboard finds that by itself, and the steps don't come back. */
async function finishSteps({ page, call, org }: Journey) {
	await visit(page, 'Dashboard')
	await page.getByRole('link', { name: 'Create a key' }).click()
	await page.getByRole('button', { name: 'New key' }).first().click()
	await page.getByRole('dialog').getByLabel('Name').fill('runtime')
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('button', { name: "I've copied it" }).click()
	await seeSteps(page, 3)
	expect(await page.getByRole('img', { name: 'Runs by day' }).count()).toBe(0)
	const run = { run_id: 'run_first', org_id: org.id, status: 'completed', total_cost_usd: 0.01 }
	await call('POST', '/v1/runtime/runs', run)
	await page.getByRole('img', { name: 'Runs by day' }).waitFor()
	expect(await page.getByText('Get started').count()).toBe(0)
	await page.reload()
	await page.getByRole('img', { name: 'Runs by day' }).waitFor()
	expect(await page.getByText('Get started').count()).toBe(0)
}

test('an empty instance becomes a working platform, in the browser alone', { timeout: 400_000 }, async ({ open }) => {
	const { address, stop } = await startInstance()
	onTestFinished(stop)
	const call = callerAt(() => address)
	const page = await open('/', { at: address, as: 'nobody' })
	await signIn(page)
	await seeSteps(page, 0)
	await setUpMail(page, call)
	const journey = { page, call, org: await createOrg(page) }
	await sellPlan(journey)
	await connectModel(journey)
	await seeSteps(page, 2)
	await activateTool(journey)
	await overrideFlag(journey)
	await adjustCredits(journey)
	await broadcast(journey)
	await receiveEvent(journey)
	await undoMistakes(journey)
	await blockOnTrial(journey)
	await seeItSetBack(journey)
	await finishSteps(journey)
})

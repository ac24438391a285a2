import { expect } from 'vitest'
import { startInstance } from './instance.ts'
import { confirm, idIn, type Journey, pickOrg, signIn, type Start, visit } from './journey.ts'
import { IS_NIGHT } from './nightly.ts'
import { callerAt, test } from './test.ts'
import { JOURNEY_LANGUAGES, LOCALES, textsIn } from './texts.ts'
import { vendor, withMailServer, withReceiver, withServer } from './upstreams.ts'

// A platform admin sets up an empty instance using only the browser, in each language. The test checks each step through the API.

const FLAG = 'research.deep_mode'
const KEY = 'sk-journey-0123456789'
const BLOCKED = '203.0.113.0/24'

const setUpMail = (start: Start) =>
	withMailServer(async ({ port, receivers }) => {
		const { page, call, t } = start
		const { config, fields, states, test: trial } = t.email.email
		await visit(start, 'email')
		await page.getByLabel(fields.from, { exact: true }).fill('Plinth <noreply@example.com>')
		await page.getByLabel(fields.smtp_host, { exact: true }).fill('127.0.0.1')
		await page.getByLabel(fields.smtp_tls_mode, { exact: true }).selectOption('none')
		await page.getByLabel(fields.smtp_port, { exact: true }).fill(String(port))
		await confirm(page, page.getByRole('button', { name: config.action }), config.confirm)
		await page.getByText(states.configured, { exact: true }).waitFor()
		await page.getByLabel(trial.to, { exact: true }).fill('ada@example.com')
		await page.getByRole('button', { name: trial.action }).click()
		await page.getByText(trial.done('ada@example.com')).waitFor()
		expect(receivers).toEqual(['ada@example.com'])
		expect(await call('GET', '/v1/admin/email/config')).toMatchObject({ smtp_host: '127.0.0.1', smtp_port: port })
	})

async function createOrg(start: Start) {
	const { page, t } = start
	await visit(start, 'orgs')
	await page.getByRole('button', { name: t.terms.terms.new_org }).first().click()
	await page.getByRole('dialog').getByLabel(t.terms.terms.name, { exact: true }).fill('Acme')
	await page.getByRole('dialog').getByRole('button', { name: t.common.common.create }).click()
	await page.getByRole('heading', { name: 'Acme' }).waitFor()
	return { id: idIn(page), name: 'Acme' }
}

async function sellPlan(journey: Journey) {
	const { page, call, org, t } = journey
	const { create, edit } = t.plans.plans
	await visit(journey, 'plans')
	await page.getByRole('button', { name: create.action }).first().click()
	await page.getByLabel(t.terms.terms.name, { exact: true }).fill('starter')
	await page.getByLabel(create.display_name, { exact: true }).fill('Starter')
	await page.getByRole('dialog').getByRole('button', { name: t.common.common.create }).click()
	await page.getByRole('heading', { name: 'Starter' }).waitFor()
	const plan_id = idIn(page)
	await page.getByRole('button', { name: t.common.common.edit, exact: true }).click()
	await page.getByRole('button', { name: edit.add }).click()
	await page.getByRole('combobox', { name: edit.key, exact: true }).fill('credits.monthly_grant')
	await page.getByLabel(edit.value).fill('900')
	await confirm(page, page.getByRole('button', { name: edit.review }), edit.action)
	await page.getByText(edit.done('Starter')).waitFor()

	const { create: subscribe } = t.subscriptions.subscriptions
	await visit(journey, 'subscriptions')
	await page.getByRole('button', { name: subscribe.action }).first().click()
	await page.getByRole('dialog').getByLabel(t.terms.terms.plan, { exact: true }).selectOption('Starter')
	await pickOrg(page, t.terms.terms.org, org.name)
	await page.getByRole('dialog').getByRole('button', { name: t.changes.changes.review }).click()
	await page.getByRole('dialog').getByRole('button', { name: subscribe.submit, exact: true }).click()
	await page.getByRole('heading', { name: `Acme${t.language.punctuation.colon}Starter` }).waitFor()
	expect(await call('GET', `/v1/subscriptions?org_id=${org.id}`)).toMatchObject([{ plan_id, status: 'active' }])
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 900 })
}

const connectModel = (journey: Journey) =>
	withServer(vendor(KEY, ['small-1', 'large-1']), async (address) => {
		const { page, call, t } = journey
		const { llmModels, llmProviders, playground } = t['llm-providers']
		const { fields } = llmProviders
		await visit(journey, 'llm_providers')
		await page.getByRole('button', { name: llmProviders.create.action }).first().click()
		const form = page.getByRole('dialog')
		await form.getByLabel(fields.name, { exact: true }).fill('main')
		await form.getByLabel(fields.api_key, { exact: true }).fill(KEY)
		await form.getByLabel(fields.base_url, { exact: true }).fill(address)
		await form.getByRole('button', { name: t.common.common.create }).click()
		await page.getByRole('heading', { name: 'main' }).waitFor()
		await page.getByRole('button', { name: llmModels.offered.action }).first().click()
		await page.getByRole('button', { name: llmModels.offered.add('large-1') }).click()
		const adding = page.getByRole('dialog', { name: llmModels.create.title })
		await adding.getByRole('button', { name: t.common.common.create }).click()
		await page.getByRole('row', { name: /large-1/ }).waitFor()
		await visit(journey, 'llm_providers')
		await page.getByRole('button', { name: playground.action }).click()
		await page.getByLabel(playground.selector, { exact: true }).fill('main^large-1')
		await page.getByRole('button', { name: playground.run }).click()
		const result = page.getByRole('region', { name: t.terms.terms.result })
		await result.getByText(playground.reasons.selector).waitFor()
		await result.getByText(address).waitFor()
		expect(await call('GET', '/v1/llm-providers?scope=platform')).toMatchObject([
			{ name: 'main', models: [{ model: 'large-1' }] },
		])
	})

async function activateTool(journey: Journey) {
	const { page, call, t } = journey
	const { activate, effective, groups: names, scopes } = t['tool-providers'].toolProviders
	await visit(journey, 'tool_providers')
	const group = page.getByRole('region', { name: names.web_fetch, exact: true })
	const row = group.getByRole('row', { name: /optional_key/ })
	await confirm(page, row.getByRole('button', { name: activate.action }), activate.action)
	await group.getByText(`${effective.gets} optional_key ${scopes.platform}`).waitFor()
	const { groups } = await call<{ groups: { providers: { provider_name: string; is_active: boolean }[] }[] }>(
		'GET',
		'/v1/tool-providers?scope=platform',
	)
	const active = groups.flatMap(({ providers }) => providers).filter(({ is_active }) => is_active)
	expect(active.map(({ provider_name }) => provider_name)).toEqual(['web_fetch.optional_key'])
}

async function overrideFlag(journey: Journey) {
	const { page, call, org, t } = journey
	const { create, overrides } = t['feature-flags'].featureFlags
	await visit(journey, 'feature_flags')
	await page.getByRole('button', { name: create.action }).first().click()
	await page.getByLabel(t.terms.terms.key, { exact: true }).fill(FLAG)
	await page.getByRole('dialog').getByRole('button', { name: t.common.common.create }).click()
	await page.getByRole('heading', { name: FLAG }).waitFor()
	await page.getByRole('button', { name: overrides.add }).first().click()
	await pickOrg(page, t.terms.terms.org, org.name)
	await page.getByLabel(overrides.value_label, { exact: true }).check()
	await page.getByRole('dialog').getByRole('button', { name: t.common.common.save }).click()
	await page.getByText(overrides.done).waitFor()
	expect(await call('GET', `/v1/feature-flags/${FLAG}`)).toMatchObject({ default_value: false })
	expect(await call('GET', `/v1/feature-flags/${FLAG}/evaluate?org_id=${org.id}`)).toMatchObject({ value: true })
}

async function adjustCredits(journey: Journey) {
	const { page, call, org, t } = journey
	const { adjust } = t.credits.credits
	await visit(journey, 'credits')
	await page.getByRole('link', { name: org.name }).click()
	await page.getByRole('button', { name: adjust.title }).click()
	await page.getByRole('textbox', { name: t.terms.terms.credits, exact: true }).fill('100')
	await page.getByLabel(t.terms.terms.note, { exact: true }).fill('Welcome')
	await page.getByRole('button', { name: adjust.action }).click()
	await page.getByRole('button', { name: adjust.confirm('+100') }).click()
	await page.getByText(adjust.done('Acme', '1,000')).waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 1000 })
}

async function broadcast(journey: Journey) {
	const { page, call, t } = journey
	const { ask, compose, one } = t.broadcasts.broadcasts
	await visit(journey, 'broadcasts')
	await page.getByRole('button', { name: compose.action }).first().click()
	await page.getByRole('textbox', { name: compose.heading }).fill('We are open')
	await page.getByRole('textbox', { name: compose.body }).fill('Welcome to Plinth.')
	await confirm(page, page.getByRole('button', { name: compose.send }), ask.confirm)
	await page.getByText(one.completed('1')).waitFor()
	expect(await call('GET', '/v1/admin/notifications/broadcasts')).toMatchObject([
		{ title: 'We are open', status: 'completed', sent_count: 1 },
	])
	const { data } = await call<{ data: { title: string }[] }>('GET', '/v1/notifications')
	expect(data.map(({ title }) => title)).toContain('We are open')
}

const receiveEvent = (journey: Journey) =>
	withReceiver(async ({ url, received }) => {
		const { page, call, t } = journey
		const { deliveries, webhookEndpoints: endpoints } = t['webhook-endpoints']
		await visit(journey, 'webhook_endpoints')
		await page.getByRole('button', { name: endpoints.create.action }).first().click()
		await page.getByRole('dialog').getByLabel(endpoints.fields.url, { exact: true }).fill(url)
		await page.getByRole('dialog').getByRole('button', { name: t.common.common.create }).click()
		await page.getByRole('button', { name: endpoints.create.open }).click()
		await page.getByRole('heading', { name: url }).waitFor()
		const id = idIn(page)
		await page.getByRole('button', { name: endpoints.test.action }).click()
		await page.getByRole('heading', { name: 'ping' }).getByText(deliveries.status.delivered).waitFor()
		await page.getByText(deliveries.ok(204)).waitFor()
		expect(received).toHaveLength(1)
		expect(await call('GET', `/v1/webhook-endpoints/${id}/deliveries`)).toMatchObject([{ status: 'delivered' }])
	})

/** Blocks a network on trial. The shortest time that the console offers is a minute. */
async function blockOnTrial(journey: Journey) {
	const { page, call, t } = journey
	const { add } = t['ip-rules'].ipRules
	await visit(journey, 'ip_rules')
	await page.getByRole('button', { name: add.action }).first().click()
	await page.getByLabel(add.cidr, { exact: true }).fill(BLOCKED)
	await page.getByRole('button', { name: t.terms.terms.preview }).click()
	await page.getByLabel(t.changes.changes.guard.label(60)).check()
	await page.getByRole('dialog').getByRole('button', { name: add.block, exact: true }).click()
	await page.getByText(add.done(BLOCKED)).waitFor()
	await page.getByRole('timer').waitFor()
	expect(await call('GET', '/v1/ip-rules')).toMatchObject([{ type: 'blocklist', cidr: BLOCKED }])
}

async function undoMistakes(journey: Journey) {
	const { page, call, t } = journey
	const { turn } = t['feature-flags'].featureFlags
	const { revert } = t['audit-logs'].auditLogs
	const { undo, undone } = t.common.common
	const isOn = async () => (await call<{ default_value: boolean }>('GET', `/v1/feature-flags/${FLAG}`)).default_value
	await visit(journey, 'feature_flags')
	await page.getByRole('link', { name: FLAG }).click()
	const turnOn = () => confirm(page, page.getByRole('button', { name: turn.action(true) }), turn.action(true))
	await turnOn()
	await page
		.getByRole('button', { name: turn.action(false) })
		.first()
		.waitFor()
	expect(await isOn()).toBe(true)
	await page.getByRole('button', { name: undo }).last().click()
	await page.getByText(undone, { exact: true }).waitFor()
	expect(await isOn()).toBe(false)

	await turnOn()
	await page
		.getByRole('button', { name: turn.action(false) })
		.first()
		.waitFor()
	expect(await isOn()).toBe(true)
	const updated = t.actions.actionText('feature_flags.update')
	await visit(journey, 'audit_logs')
	await page.getByRole('link', { name: updated }).first().click()
	await page.getByRole('button', { name: revert.action }).click()
	const question = page.getByRole('dialog', { name: revert.title(updated) })
	await question.getByRole('button', { name: revert.action }).click()
	await page.getByText(revert.done).waitFor()
	await page.keyboard.press('Escape')
	expect(await isOn()).toBe(false)
}

async function seeItSetBack(journey: Journey) {
	const { page, call, t } = journey
	await page.getByText(t.changes.changes.guard.setBack).waitFor({ timeout: 90_000 })
	expect(await call('GET', '/v1/ip-rules')).toEqual([])
	await visit(journey, 'ip_rules')
	await page.getByText(t['ip-rules'].ipRules.empty).waitFor()
}

/** A model's first step, which the dashboard finds by itself. */
const FIRST_MODEL = { name: 'main', provider: 'vendor_a', api_key: KEY, base_url: 'https://llm.example.com/v1' }

/** What an operator does beyond the first steps. With every change, the test of each screen does its part of this. */
async function runIt(journey: Journey) {
	await setUpMail(journey)
	await activateTool(journey)
	await overrideFlag(journey)
	await adjustCredits(journey)
	await broadcast(journey)
	await receiveEvent(journey)
	await undoMistakes(journey)
	await blockOnTrial(journey)
	await seeItSetBack(journey)
}

/** How many of the first steps the dashboard shows as done. */
async function seeSteps(start: Start, done: number) {
	await visit(start, 'dashboard')
	await start.page.getByText(start.t['first-steps'].firstSteps.progress(done, 4)).waitFor()
}

/** A service account, the first run and a budget. The dashboard finds each by itself, and the steps don't come back. */
async function finishSteps(journey: Journey) {
	const { page, call, org, t } = journey
	const { chart } = t.dashboard.dashboard
	const { firstSteps } = t['first-steps']
	const { serviceAccounts } = t['service-accounts']
	await visit(journey, 'dashboard')
	await page.getByRole('link', { name: firstSteps.steps.account.action }).click()
	await page.getByRole('button', { name: serviceAccounts.create.action }).first().click()
	await page.getByRole('dialog').getByLabel(t.terms.terms.name, { exact: true }).fill('runtime')
	await page.getByRole('dialog').getByRole('button', { name: t.common.common.create }).click()
	await page.getByRole('heading', { name: 'runtime' }).waitFor()
	await page.goto(new URL('/console/', page.url()).href)
	await page.getByText(firstSteps.progress(2, 4)).waitFor()
	const byDay = page.getByRole('slider', { name: chart.label(chart.runs) })
	expect(await byDay.count()).toBe(0)
	const run = { run_id: 'run_first', org_id: org.id, status: 'completed', total_cost_usd: 0.01 }
	await call('POST', '/v1/runtime/runs', run)
	await byDay.waitFor()
	await page.getByText(firstSteps.progress(3, 4)).waitFor()
	const budget = { name: 'Runs', scope: 'org', unit: 'runs', limit: 9, window: 'day' }
	await call('POST', '/v1/admin/budgets', budget)
	await page.getByText(firstSteps.title).waitFor({ state: 'detached' })
	await page.reload()
	await byDay.waitFor()
	expect(await page.getByText(firstSteps.title).count()).toBe(0)
}

// At night both wait a minute for a change to be rolled back, so the second language takes little more time than one.
test.concurrent.for(JOURNEY_LANGUAGES)(
	'an empty instance becomes a working platform, in the browser alone, in %s',
	{ timeout: 400_000 },
	async (language, { open, onTestFinished }) => {
		const { address, stop } = await startInstance()
		onTestFinished(stop)
		const page = await open('/', { at: address, as: 'nobody', locale: LOCALES[language] ?? '' })
		// The first admin's account is in English, and a choice in the browser wins over that.
		await page.evaluate((chosen) => localStorage.setItem('plinth.language', chosen), language)
		await page.reload()
		const start = { page, call: callerAt(() => address), t: await textsIn(language) }
		await signIn(start)
		await seeSteps(start, 0)
		const journey = { ...start, org: await createOrg(start) }
		if (IS_NIGHT) {
			await sellPlan(journey)
			await connectModel(journey)
		} else await start.call('POST', '/v1/llm-providers?scope=platform', FIRST_MODEL)
		await seeSteps(journey, 1)
		if (IS_NIGHT) await runIt(journey)
		await finishSteps(journey)
	},
)

import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { tokenOf } from './logins.ts'
import { visit } from './settled.ts'
import { call, instance, register, registerMember, registerOperator, test, unique } from './test.ts'

interface Row {
	trace_id: string
}

/** The trace of a target's newest change. */
const traceOf = async (target_id: string) =>
	(await call<Row[]>('GET', `/v1/admin/audit-logs?target_id=${target_id}&limit=1`))[0]?.trace_id ?? ''

test('a refusal shows its trace ID to copy, and links to the trace', async ({ open }) => {
	const page = await open('/console/users/usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
	await page.getByText('Not found').waitFor()
	await page.getByRole('button', { name: 'Copy Trace ID' }).click()
	const trace_id = await page.evaluate(() => navigator.clipboard.readText())
	expect(trace_id).toMatch(/^[\da-f]{32}$/)
	await page.getByRole('link', { name: 'See what happened' }).click()
	await page.waitForURL(new RegExp(`/console/trace/${trace_id}$`))
	await page.getByRole('heading', { name: 'GET /v1/admin/users/usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }).waitFor()
	await page.getByRole('listitem').filter({ hasText: 'Response' }).getByText('404').waitFor()
})

test('the trace of a change shows the request, the change and the event', async ({ open }) => {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Story') })
	const plans = await call<{ id: string }[]>('GET', '/v1/plans?limit=1')
	const subscription = await call<{ id: string }>('POST', '/v1/subscriptions', {
		org_id: org.id,
		plan_id: plans[0]?.id,
		current_period_start: '2026-11-01T00:00:00Z',
		current_period_end: '2036-11-01T00:00:00Z',
	})
	const trace_id = await traceOf(subscription.id)
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill(trace_id)
	await page.getByRole('option', { name: trace_id }).click()
	const story = page.getByRole('region', { name: 'Timeline' })
	await story.getByText('Subscription created').waitFor()
	await story.getByText('POST /v1/subscriptions').waitFor()
	await story.getByText('subscription.created').waitFor()
	await story.getByRole('listitem').filter({ hasText: 'Response' }).getByText('201').waitFor()
})

test('a typed trace ID must be valid', async ({ open }) => {
	const { user_id } = await register('traced')
	await call('PATCH', `/v1/admin/users/${user_id}`, { locale: 'de' })
	const page = await open('/console/trace')
	await page.getByLabel('Trace ID').fill('not a trace')
	await page.getByRole('button', { name: 'Open trace' }).click()
	await page.getByText('Must be 32 hex digits').waitFor()
	await page.getByLabel('Trace ID').fill(await traceOf(user_id))
	await page.keyboard.press('Enter')
	await page.getByText('User updated').waitFor()
	const row = page.locator('ins', { hasText: 'de' })
	expect(await row.isVisible()).toBe(false)
	await page.getByText('Details', { exact: true }).click()
	await row.waitFor()
})

test("an org owner can read the trace of the org's requests, a member can't", async ({ open }) => {
	const owner = await register('owner')
	const { id } = await call<{ id: string }>(
		'POST',
		'/v1/ip-rules',
		{ type: 'blocklist', cidr: '198.51.100.0/24' },
		owner,
	)
	const trace_id = await traceOf(id)
	const page = await open(`/console/trace/${trace_id}`, { as: owner })
	await page.getByRole('heading', { name: 'POST /v1/ip-rules' }).waitFor()
	await page.getByText('IP rule created').waitFor()
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const other = await open(`/console/trace/${trace_id}`, { as: await registerMember(org_id), inOrg: org_id })
	await other.getByText('Needs the role Owner or Admin in this org').waitFor()
	expect(await other.getByRole('link', { name: 'See what happened' }).count()).toBe(0)
})

/** Makes a request that is refused, and returns its trace ID. */
async function refused(method: string, path: string, body?: unknown, as?: Parameters<typeof tokenOf>[1]) {
	const { address } = instance()
	const headers: Record<string, string> = as ? { Authorization: `Bearer ${await tokenOf(address, as)}` } : {}
	const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
	const response = await fetch(address + path, init)
	expect(response.status).toBeGreaterThan(399)
	return response.headers.get('X-Trace-Id') ?? ''
}

test('the trace of a refused request says what decided by its name, and leads to where it is changed', async ({
	open,
}) => {
	const owner = await register('owner')
	const { org_id, username } = await call<{ org_id: string; username: string }>('GET', '/v1/me', undefined, owner)
	const { name } = await call<{ name: string }>('GET', `/v1/admin/orgs/${org_id}`)
	const forbidden = await refused('GET', '/v1/admin/users', undefined, owner)
	const override = { org_id, key: 'limit.mcp_configs', value: '1', value_type: 'integer' }
	await call('POST', '/v1/entitlement-overrides', override)
	const server = { name: 'one', transport: 'stdio', command: 'npx' }
	await call('POST', '/v1/mcp-configs', server, owner)
	const limited = await refused('POST', '/v1/mcp-configs', { ...server, name: 'two' }, owner)
	const poor = await refused('POST', '/v1/admin/credits/adjust', { org_id, amount: -1_000_000 }, ADMIN)
	const budget = { name: 'Trial month', scope: 'org', unit: 'tokens', limit: 1, window: 'month', mode: 'enforce' }
	await call('POST', `/v1/admin/budgets`, { ...budget, subject: org_id })
	const begin = { run_id: unique('run'), org_id, hold: { tokens: 10 } }
	const bounded = await refused('POST', '/v1/runtime/runs/begin', begin, ADMIN)
	await call('PUT', `/v1/admin/pauses/org/${org_id}`, { reason: 'Unpaid' })
	const paused = await refused('POST', '/v1/runtime/runs/begin', begin, ADMIN)
	const page = await open('/console/')
	const why = page.getByRole('region', { name: 'Why it was refused' })
	const says = async (trace_id: string, sentence: string, link: string, href: string) => {
		await visit(page, `/console/trace/${trace_id}`)
		await why.getByText(sentence).waitFor()
		expect(await why.getByRole('link', { name: link }).getAttribute('href')).toContain(href)
		// The story ends with it too.
		await page.getByRole('listitem').filter({ hasText: 'Response' }).getByText(sentence).waitFor()
	}
	const lacks = "The caller doesn't hold the permission platform.read."
	await says(forbidden, lacks, `Roles of ${username}`, '/users/')
	await says(limited, `${name} has as many as its limit limit.mcp_configs allows.`, 'Plan and limits of', 'tab=plan')
	await says(poor, `The balance of ${name} is too low.`, 'Credits of', `/credits/${org_id}`)
	await says(bounded, 'The budget Trial month has less left', 'Open the budget', '/budgets/bud_')
	await says(paused, `Paused: org ${name}.`, 'Pauses', '/pauses')
	await why.getByText('Lift the pause').waitFor()
	await why.getByRole('link', { name: 'Show all requests' }).click()
	await page.waitForURL(/access-log\?error=run.paused/)
	// Who may not change it reads who may.
	const auditor = await open(`/console/trace/${poor}`, { as: await registerOperator('auditor') })
	await auditor.getByText('Needs the role Billing').waitFor()
	const own = await open(`/console/trace/${limited}`, { as: owner })
	await own.getByRole('region', { name: 'Why it was refused' }).getByText('Needs the role Support or Billing').waitFor()
})

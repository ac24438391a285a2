import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { type Login, tokenOf } from './logins.ts'
import { visit } from './settled.ts'
import { call, instance, nightly, register, registerMember, registerOperator, test, unique } from './test.ts'

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

nightly('the trace of a change shows the request, the change and the event', async ({ open }) => {
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

nightly('a program that lacks a permission is advised as a program, not as a person', async ({ open }) => {
	const owner = await register('employer')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const path = `/v1/orgs/${org_id}/service-accounts`
	const { id } = await call<{ id: string }>('POST', path, { name: 'Nightly agent', role: 'admin' }, owner)
	const { key } = await call<{ key: string }>('POST', `${path}/${id}/keys`, { name: 'night' }, owner)
	const refused = await fetch(`${instance().address}/v1/runtime/runs`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${key}` },
		body: JSON.stringify({ run_id: unique('run'), org_id, status: 'completed' }),
	})
	expect(refused.status).toBe(403)
	const page = await open(`/console/trace/${refused.headers.get('X-Trace-Id')}`)
	const { why } = storyOn(page)
	await why.getByText("The program's service account doesn't have the permission").waitFor()
	await why.getByText('Create another one with this permission').waitFor()
	await why.getByRole('link', { name: 'Service accounts' }).click()
	await page.getByRole('heading', { name: 'Service accounts', level: 1 }).waitFor()
})

nightly('a typed trace ID must be valid', async ({ open }) => {
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

nightly("an org owner can read the trace of the org's requests, a member can't", async ({ open }) => {
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
async function refused(
	method: string,
	path: string,
	body?: unknown,
	as?: Login | string,
	more?: Record<string, string>,
) {
	const { address } = instance()
	const token = typeof as === 'object' ? await tokenOf(address, as) : as
	const headers: Record<string, string> = { ...more, ...(token && { Authorization: `Bearer ${token}` }) }
	const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
	const response = await fetch(address + path, init)
	expect(response.status).toBeGreaterThan(399)
	return response.headers.get('X-Trace-Id') ?? ''
}

/** A token of a user in one of their orgs. */
async function tokenIn(org_id: string, { login, password }: Login): Promise<string> {
	const send = (path: string, body: object, headers = {}) =>
		fetch(instance().address + path, { method: 'POST', headers, body: JSON.stringify(body) })
	const signedIn = await send('/v1/auth/login', { login, password })
	const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
	const here = await send('/v1/auth/refresh', { org_id }, { Cookie: cookies.join('; ') })
	return ((await here.json()) as { access_token: string }).access_token
}

/** What the trace of a refused request says, and where it leads. */
function storyOn(page: Page) {
	const why = page.getByRole('region', { name: 'Why it was refused' })
	const reads = async (trace_id: string, sentence: string) => {
		await visit(page, `/console/trace/${trace_id}`)
		await why.getByText(sentence).waitFor()
		// The story ends with it too.
		await page.getByRole('listitem').filter({ hasText: 'Response' }).getByText(sentence).waitFor()
	}
	const says = async (trace_id: string, sentence: string, link: string, href: string) => {
		await reads(trace_id, sentence)
		expect(await why.getByRole('link', { name: link }).getAttribute('href')).toContain(href)
	}
	return { why, reads, says }
}

nightly(
	'the trace of a refused request says what decided by its name, and leads to where it is changed',
	async ({ open }) => {
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
		const { why, says } = storyOn(page)
		const lacks = "The caller doesn't hold the permission “See all of the platform” (platform.read)."
		await says(forbidden, lacks, `Roles of ${username}`, '/users/')
		const reached = `${name} has reached its limit of MCP servers.`
		await says(limited, reached, 'Plan and limits of', 'tab=plan')
		await says(poor, `The balance of ${name} is too low.`, 'Credits of', `/credits/${org_id}`)
		await says(bounded, 'The budget Trial month has less left', 'Open the budget', '/budgets/bud_')
		await why.getByRole('link', { name: 'Open the budget' }).click()
		await page.getByRole('heading', { name: 'Trial month' }).waitFor()
		await says(paused, `Paused: org ${name}.`, 'Pauses', '/pauses')
		await why.getByText('Lift the pause').waitFor()
		await call('DELETE', `/v1/admin/pauses/org/${org_id}`)
		await why.getByRole('link', { name: 'Show all requests' }).click()
		await page.waitForURL(/access-log\?error=run.paused/)
		// Who may not change it reads who may.
		const auditor = await open(`/console/trace/${poor}`, { as: await registerOperator('auditor') })
		await auditor.getByText('Needs the role Billing').waitFor()
		const own = await open(`/console/trace/${limited}`, { as: owner })
		await own
			.getByRole('region', { name: 'Why it was refused' })
			.getByText('Needs the role Support or Billing')
			.waitFor()
	},
)

nightly("the trace of what an org's IP rule refused leads an operator into the org, to that rule", async ({ open }) => {
	const owner = await register('walled')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const { name } = await call<{ name: string }>('GET', `/v1/admin/orgs/${org_id}`)
	const rule = { type: 'blocklist', cidr: '127.0.0.1', note: 'Testing' }
	const { cidr } = await call<{ cidr: string }>('POST', '/v1/ip-rules?confirm=true', rule, owner)
	const walled = await refused('GET', '/v1/me', undefined, owner)
	const page = await open('/console/')
	const { why, reads } = storyOn(page)
	await reads(walled, `The IP rule ${cidr} of ${name} blocks 127.0.0.1.`)
	await why.getByText('Delete the rule, or replace it').waitFor()
	await why.getByText(`This tab switches to ${name}.`).waitFor()
	await why.getByRole('button', { name: `IP rules of ${name}` }).click()
	await page.waitForURL(/\/ip-rules\?ip=127/)
	await page.getByRole('region', { name: '127.0.0.1' }).getByText('Testing').waitFor()
	await page.getByRole('status').getByText(`You're acting in ${name}.`).waitFor()
	await page.getByText(`${name} allows every IP address except those in 1 network`).waitFor()
})

nightly(
	'the trace names the role, the threshold or the rate limit that refused, and says what helps',
	async ({ open }) => {
		const owner = await register('owner')
		const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
		const { name } = await call<{ name: string }>('GET', `/v1/admin/orgs/${org_id}`)
		const admin = await register('admin')
		await call('PUT', `/v1/admin/orgs/${org_id}/members/${admin.user_id}`, { role: 'admin' })
		const inOrg = await tokenIn(org_id, admin)
		const ofOwners = await refused('DELETE', `/v1/orgs/${org_id}`, undefined, inOrg)
		await call('POST', '/v1/me/invite-code/reset', undefined, owner)
		const early = await refused('POST', '/v1/me/invite-code/reset', undefined, owner)
		const gateway = await call<object>('GET', '/v1/admin/gateway-config')
		await call('PUT', '/v1/admin/gateway-config', { ...gateway, risk_reject_threshold: 0.2 })
		const risky = await refused('GET', '/v1/plans', undefined, owner, { 'User-Agent': '' })
		await call('PUT', '/v1/admin/gateway-config', gateway)
		const page = await open('/console/')
		const { why, reads, says } = storyOn(page)
		await says(ofOwners, `Only owners of ${name} may do this`, `Members of ${name}`, `/orgs/${org_id}?tab=members`)
		await says(
			risky,
			"The risk score, 0.2, is at or above the gateway's threshold",
			'Gateway settings',
			'/gateway-config',
		)
		await why.getByText('Raise the threshold').waitFor()
		await reads(early, 'The invite code was reset within the last 24 hours.')
		await why.getByText('Wait, as Retry-After says.').waitFor()
		// An owner is led to the members as they see them, and isn't led to what they can't change.
		const own = await open(`/console/trace/${ofOwners}`, { as: owner })
		const story = storyOn(own)
		await story.says(ofOwners, `Only owners of ${name}`, `Members of ${name}`, '/your-org?tab=members')
		await story.reads(risky, 'The risk score, 0.2')
		await story.why.getByText('Needs the role Operations').waitFor()
		expect(await story.why.getByRole('link').count()).toBe(0)
	},
)

nightly(
	"what an org paused leads there, and what the platform paused names whom the org's owner asks",
	async ({ open }) => {
		const owner = await register('pausing')
		const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
		const { name } = await call<{ name: string }>('GET', `/v1/admin/orgs/${org_id}`)
		const accounts = `/v1/orgs/${org_id}/service-accounts`
		const runtime = await call<{ id: string }>('POST', accounts, { name: 'Runtime', scopes: ['runtime.report'] })
		const { key } = await call<{ key: string }>('POST', `${accounts}/${runtime.id}/keys`, {})
		const begin = { run_id: unique('run'), org_id, agent_id: 'triage', hold: { tokens: 10 } }
		await call('PUT', `/v1/orgs/${org_id}/pauses/agent/triage`, { reason: 'Loops' }, owner)
		const own = await refused('POST', '/v1/runtime/runs/begin', begin, key)
		await call('DELETE', `/v1/orgs/${org_id}/pauses/agent/triage`, undefined, owner)
		await call('PUT', `/v1/admin/pauses/org/${org_id}`, { reason: 'Unpaid' })
		const ofPlatform = await refused('POST', '/v1/runtime/runs/begin', begin, key)
		await call('PUT', `/v1/orgs/${org_id}/pauses/agent/triage`, { reason: 'Loops' }, owner)
		const page = await open('/console/')
		const { why, reads } = storyOn(page)
		await reads(own, 'Paused: agent triage.')
		await why.getByRole('button', { name: `Pauses of ${name}` }).waitFor()
		const { why: ownWhy, reads: ownReads, says } = storyOn(await open('/console/', { as: owner }))
		await says(own, 'Paused: agent triage.', `Pauses of ${name}`, '/pauses')
		await ownReads(ofPlatform, `Paused by the platform: org ${name}.`)
		await ownWhy.getByText('Ask an operator with the role Operations').waitFor()
		await call('DELETE', `/v1/admin/pauses/org/${org_id}`)
	},
)

nightly('the trace of a failure says what failed, and leads operators to Health', async ({ open }) => {
	const owner = await register('failing')
	const account = { name: 'Nowhere', provider: 'vendor_a', api_key: 'sk-nowhere', base_url: 'http://127.0.0.1:9/v1' }
	const { id } = await call<{ id: string }>('POST', '/v1/llm-providers', account, owner)
	const failed = await refused('GET', `/v1/llm-providers/${id}/available-models`, undefined, owner)
	const page = await open(`/console/trace/${failed}`)
	const why = page.getByRole('region', { name: 'Why it failed' })
	await why.getByText("Couldn't connect to the other server.").waitFor()
	expect(await why.getByRole('link', { name: 'Health' }).getAttribute('href')).toBe('/console/health')
	const own = await open(`/console/trace/${failed}`, { as: owner })
	await own.getByRole('region', { name: 'Why it failed' }).getByText("Couldn't connect").waitFor()
	expect(await own.getByRole('region', { name: 'Why it failed' }).getByRole('link').count()).toBe(0)
})

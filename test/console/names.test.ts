import { expect } from 'vitest'
import { HEBREW, draggedAlong } from './bidi.ts'
import { settled, visit } from './settled.ts'
import { call, nightly, register, test, unique } from './test.ts'

nightly('the names of all orgs on a page are one call', async ({ open }) => {
	const key = unique('names').replace('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const orgs = await call<{ id: string; name: string }[]>('GET', '/v1/admin/orgs?limit=4')
	for (const { id } of orgs) await call('POST', `/v1/feature-flags/${key}/org-overrides`, { org_id: id, enabled: true })
	const page = await open('/console/')
	await settled(page)
	let calls = 0
	page.on('request', (request) => {
		if (request.url().endsWith('/v1/admin/names')) calls += 1
	})
	await page.goto(`/console/feature-flags/${key}`)
	for (const { name } of orgs) await page.getByRole('cell', { name, exact: true }).first().waitFor()
	expect(calls).toBe(1)
})

test('a name that turns its text around does not turn a title or a message', async ({ open }) => {
	const owner = await register('turning')
	const name = unique('server')
	const config = await call<{ id: string }>(
		'POST',
		'/v1/mcp-configs',
		{ name: `\u202e${name}`, transport: 'streamable_http', url: 'https://mcp.example.com/mcp' },
		owner,
	)
	const page = await open(`/console/mcp-configs/${config.id}`, { as: owner })
	await page.getByRole('button', { name: 'Turn off' }).click()
	const dialog = page.getByRole('dialog')
	expect(await dialog.getByRole('heading', { level: 2 }).textContent()).toBe(`Turn ${name} off?`)
	await dialog.getByRole('button', { name: 'Turn off' }).click()
	expect(await page.getByText(`Turned ${name} off.`).textContent()).toBe(`Turned ${name} off.`)
})

nightly('a name from right to left drags nothing along', async ({ open }) => {
	const owner = await register('turning')
	await call('PATCH', `/v1/admin/users/${owner.user_id}`, { username: `${HEBREW} ${owner.login} ${HEBREW}` })
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	await call('PATCH', `/v1/orgs/${org_id}`, { name: `${HEBREW} ${unique('org')} ${HEBREW}` }, owner)
	const plan = await call<{ id: string }>('POST', '/v1/plans', {
		name: unique('turning'),
		display_name: `${HEBREW} ${unique('plan')} ${HEBREW}`,
		entitlements: [{ key: 'limit.budgets', value: '7', value_type: 'integer' }],
	})
	const month = { current_period_start: new Date().toISOString(), current_period_end: '2099-01-01T00:00:00.000Z' }
	const subscription = { org_id, plan_id: plan.id, ...month }
	const { id } = await call<{ id: string }>('POST', '/v1/subscriptions', subscription)
	const page = await open('/console/orgs')
	const names = page.locator('main').getByText(HEBREW).filter({ visible: true })
	const dragged = async () => {
		await names.first().waitFor()
		await settled(page)
		return draggedAlong(page)
	}
	expect(await dragged()).toEqual([])
	for (const path of [
		`orgs/${org_id}`,
		`orgs/${org_id}?tab=members`,
		`users/${owner.user_id}`,
		'users',
		'subscriptions',
		`subscriptions/${id}`,
		`plans/${plan.id}`,
		'audit-logs',
	]) {
		await visit(page, `/console/${path}`)
		expect([path, await dragged()]).toEqual([path, []])
	}
	await visit(page, `/console/subscriptions/${id}`)
	await page.getByRole('button', { name: 'Cancel subscription' }).click()
	await page.getByRole('dialog').getByText('no plan').waitFor()
	expect(await dragged()).toEqual([])
})

import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { isoTime } from '../support/replies.ts'
import { address, admin, create, signIn, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/audit-logs'

/** The entries under `filters`, newest first. */
async function entries(filters: Record<string, string>) {
	const { status, body } = await (
		await admin()
	).get(`${PATH}?${new URLSearchParams({ limit: '200', ...filters }).toString()}`)
	expect(status).toBe(200)
	return body
}

test('an audit row says who changed what and where from, with the state before and after', async () => {
	const root = await admin()
	const client_address = address()
	const headers = { 'CF-Connecting-IP': client_address }
	const response = await root.post('/v1/plans', { name: unique('plan'), display_name: 'Logged' }, { headers })
	const plan = response.body
	expect(await entries({ target_id: plan.id })).toEqual([
		{
			id: expect.any(String),
			action: 'plans.create',
			actor_user_id: root.user_id,
			actor_api_key_id: null,
			actor_service_account_id: null,
			org_id: null,
			target_type: 'plans',
			target_id: plan.id,
			before: null,
			after: plan,
			client_address,
			trace_id: response.headers.get('X-Trace-Id'),
			created_at: isoTime,
			reverts: null,
			proposed_by: null,
			reverted_by: null,
		},
	])
})

test('the audit row of an update has the row before and after', async () => {
	const root = await admin()
	const flag = await create.featureFlag({ description: 'Audited' })
	await root.patch(`/v1/feature-flags/${flag.key}`, { default_value: true })
	await root.delete(`/v1/feature-flags/${flag.key}`)
	const changed = { ...flag, default_value: true }
	expect(await entries({ target_id: flag.id })).toMatchObject([
		{ action: 'feature_flags.delete', before: changed, after: null },
		{ action: 'feature_flags.update', before: flag, after: changed },
		{ action: 'feature_flags.create', before: null, after: flag },
	])
})

test('a change to an org is logged under that org', async () => {
	const { admin: root, org_id, stranger: member } = await world()
	await root.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'member' })
	// The log keeps the row, which doesn't have what is computed from the clock.
	const { starts: _, ...subscription } = await create.subscription(org_id)
	const { starts: __, ...cancelled } = (await root.delete(`/v1/subscriptions/${subscription.id}`)).body
	const { is_valid: ___, ...override } = await create.override(org_id)
	await root.delete(`/v1/entitlement-overrides/${override.id}?org_id=${org_id}`)
	const { key } = await create.featureFlag()
	await root.post(`/v1/feature-flags/${key}/org-overrides`, { org_id, enabled: true })
	await root.delete(`/v1/feature-flags/${key}/org-overrides/${org_id}`)
	await root.delete(`/v1/admin/orgs/${org_id}/members/${member.user_id}`)
	const log = await entries({ org_id })
	expect(log.map(({ action }: { action: string }) => action)).toEqual([
		'memberships.delete',
		'feature_flag_overrides.delete',
		'feature_flag_overrides.put',
		'entitlement_overrides.delete',
		'entitlement_overrides.put',
		'subscriptions.cancel',
		'subscriptions.create',
		'memberships.put',
	])
	expect(log[0]).toMatchObject({ before: { user_id: member.user_id, role: 'member' }, after: null })
	expect(log[2]).toMatchObject({ before: null, after: { flag_key: key, org_id, enabled: true } })
	expect(log[3]).toMatchObject({ before: override, after: null })
	expect(log[4]).toMatchObject({ before: null, after: override })
	expect(log[5]).toMatchObject({ before: subscription, after: cancelled })
	expect(log[6]).toMatchObject({ before: null, after: subscription })
	for (const entry of log) expect(entry).toMatchObject({ org_id, actor_user_id: root.user_id })
})

test('a refused change leaves no entry', async () => {
	const { org_id, owner, stranger } = await world()
	// Nobody else acts as this admin, so the newest entries are those of this test.
	const actor = await operator(['admin'])
	expect((await actor.post('/v1/feature-flags', { key: unique('flag'), default_value: true })).status).toBe(201)
	const plan = await create.plan()
	await create.subscription(org_id)
	const before = await entries({ actor_user_id: actor.user_id, limit: '1' })
	expect((await actor.post('/v1/plans', { name: plan.name, display_name: 'Duplicate' })).status).toBe(409)
	expect((await actor.post('/v1/plans', { name: '' })).status).toBe(400)
	expect((await actor.patch(`/v1/feature-flags/${unique('missing')}`, { default_value: true })).status).toBe(404)
	expect((await actor.delete(`/v1/admin/orgs/${org_id}/members/${owner.user_id}`)).status).toBe(409)
	expect((await actor.delete(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`)).status).toBe(404)
	const { key } = (await actor.post('/v1/feature-flags', { key: unique('flag'), default_value: true })).body
	const [newest, ...rest] = await entries({ actor_user_id: actor.user_id, limit: '2' })
	expect(newest).toMatchObject({ action: 'feature_flags.create', after: { key } })
	expect(rest).toEqual(before)
	expect((await owner.post('/v1/feature-flags', { key: unique('flag'), default_value: true })).status).toBe(403)
	expect((await entries({ actor_user_id: owner.user_id })).map(({ action }: { action: string }) => action)).toEqual([
		'users.register',
	])
})

test('of 10 creations at once, only the one that succeeds is logged', async () => {
	const root = await admin()
	const name = unique('raced')
	const responses = await Promise.all(
		Array.from({ length: 10 }, () => root.post('/v1/plans', { name, display_name: 'Raced' })),
	)
	const made = responses.find(({ status }) => status === 201)?.body
	const log = await entries({ action: 'plans.create' })
	expect(log.filter(({ after }: { after: { name: string } }) => after.name === name)).toMatchObject([
		{ target_id: made.id },
	])
})

test('a change with an API key names the key and its owner; no entry contains the key itself', async () => {
	const [deputy, root] = [await operator(['admin']), await admin()]
	const wanted = { name: 'Audited', scopes: ['platform_admin'] }
	const { key, last_used_at: _, ...record } = (await deputy.post('/v1/api-keys', wanted)).body
	const plan = (await as(key).post('/v1/plans', { name: unique('plan'), display_name: 'By key' })).body
	expect(await entries({ target_id: plan.id })).toMatchObject([
		{ actor_user_id: deputy.user_id, actor_api_key_id: record.id },
	])
	await deputy.delete(`/v1/api-keys/${record.id}`)
	const log = await entries({ target_id: record.id })
	const { org_id } = deputy
	expect(log).toMatchObject([
		{ action: 'api_keys.delete', org_id, before: record, after: null },
		{ action: 'api_keys.create', org_id, before: null, after: record },
	])
	for (const text of [key, 'key_hash']) expect(JSON.stringify(log)).not.toContain(text)
	await root.delete(`/v1/admin/users/${deputy.user_id}/platform-admin`)
	expect(await entries({ target_id: deputy.user_id, action: 'platform_admins.revoke' })).toMatchObject([
		{ actor_user_id: root.user_id, before: { user_id: deputy.user_id }, after: null },
	])
})

test('filters combine, and each keeps only the entries it names', async () => {
	const { admin: root, org_id } = await world()
	await create.subscription(org_id)
	const { id } = await create.override(org_id)
	await root.delete(`/v1/entitlement-overrides/${id}?org_id=${org_id}`)
	const action = 'entitlement_overrides.delete'
	expect(await entries({ org_id, action, target_id: id, actor_user_id: root.user_id })).toMatchObject([
		{ org_id, action, target_id: id },
	])
	expect(await entries({ org_id, action: 'subscriptions.create', target_id: id })).toEqual([])
	expect(await entries({ org_id, action: 'subscriptions.create' })).toMatchObject([
		{ action: 'subscriptions.create', org_id },
	])
	expect(await entries({ org_id, action: 'subscriptions' })).toEqual([])
	expect(await entries({ target_id: id, actor_user_id: (await user()).user_id })).toEqual([])
})

test('a login is logged without the password or a token', async () => {
	const caller = await user()
	const { token = '', cookie } = await signIn(caller.login)
	const log = await entries({ actor_user_id: caller.user_id })
	expect(log.map(({ action }: { action: string }) => action)).toEqual(['sessions.create', 'users.register'])
	const text = JSON.stringify(log)
	for (const secret of [token, cookie.split('=')[1] ?? cookie, 'correct horse', 'scrypt'])
		expect(text).not.toContain(secret)
})

test.each(['org', 'platform'])(
	"a page of the %s's log ends after a megabyte, and its cursor leads through every row once",
	async (door) => {
		const { owner, org_id, admin: root } = await world()
		const [reader, at] =
			door === 'org' ? [owner, `/v1/orgs/${org_id}/audit-logs?`] : [root, `${PATH}?org_id=${org_id}&`]
		const provider = { name: unique('llm'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
		const { id } = (await owner.post('/v1/llm-providers', provider)).body
		for (let index = 0; index < 20; index += 1)
			await owner.patch(`/v1/llm-providers/${id}`, { advanced_json: { a: String(index % 10).repeat(32_000) } })
		const pages: { id: string; after: { advanced_json: { a: string } } }[][] = []
		let cursor: string | null = ''
		do {
			const path = `${at}action=llm_providers.update&limit=200&cursor=${cursor}`
			const { body, headers }: Awaited<ReturnType<typeof owner.get>> = await reader.get(path)
			expect(JSON.stringify(body).length).toBeLessThan(1_100_000)
			pages.push(body)
			cursor = headers.get('Next-Cursor')
		} while (cursor !== null)
		const ids = pages.flat().map((row) => row.id)
		expect([pages.length, ids.length, new Set(ids).size]).toEqual([2, 20, 20])
		const states = pages.flat().map(({ after }) => [after.advanced_json.a[0], after.advanced_json.a.length])
		expect(states).toEqual(ids.map((_, index) => [String((19 - index) % 10), 32_000]))
	},
)

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { type Reply, type Api, as } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import { forgetPrincipals } from '../support/program.ts'
import { booked, CHANGES, confirmIdOf, within } from '../support/reverts.ts'
import { create, signIn, unique, user, world } from '../support/world.ts'

// Who sees a pending change, who can end it early, and what happens to somebody's pending changes when they lose a right.

const RULES = '/v1/ip-rules'

const told = async (caller: Api) =>
	(await caller.get('/v1/notifications?type=change.reverted')).body.data.map(
		({ payload }: { payload: { change_id: string } }) => payload.change_id,
	)

const { admin: root, owner, member, stranger, org_id } = await world()

let rules = 0

/** Whether the org has a rule. */
const listed = async (cidr: string) =>
	(await owner.get(RULES)).body.some((rule: { cidr: string }) => rule.cidr === cidr)

/** A second admin of the org, who made a rule that's waiting for confirmation. */
async function pendingChange() {
	const cidr = `198.18.${(rules += 1)}.0/24`
	const second = await user('second')
	await root.put(`/v1/admin/orgs/${org_id}/members/${second.user_id}`, { role: 'admin' })
	const maker = { ...second, ...(await signIn(second.login, org_id)), org_id }
	const response = await maker.post(RULES, { type: 'blocklist', cidr }, within(600))
	expect(response.status).toBe(201)
	return { maker, response, cidr, path: `${CHANGES}/${confirmIdOf(response)}` }
}

test('whoever manages the settings of an org sees its pending changes and can confirm them', async () => {
	const { response, path } = await pendingChange()
	for (const other of [member, stranger]) {
		expect((await other.get(CHANGES)).body).toEqual([])
		for (const verb of ['confirm', 'end']) expect((await other.post(`${path}/${verb}`)).status).toBe(404)
	}
	expect((await owner.get(`${CHANGES}?status=pending`)).body).toMatchObject([{ id: confirmIdOf(response) }])
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['data.secrets'] })).body
	expect((await as(key).post(`${path}/confirm`)).status).toBe(404)
	expect(await owner.post(`${path}/confirm`)).toMatchObject({ status: 200, body: { status: 'confirmed' } })
	expect(await owner.post(`${path}/end`)).toMatchObject({
		status: 409,
		body: { details: { reason: 'change.over', status: 'confirmed' } },
	})
})

test('a credential decides what it could change now: of a maker who may no longer, and of another org, it decides nothing', async () => {
	const { maker, response, path } = await pendingChange()
	const { key } = (await maker.post('/v1/api-keys', { name: unique('key') })).body
	const elsewhere = await signIn(maker.login)
	const other = (await elsewhere.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key
	const decides = async (caller: Api) => (await caller.post(`${path}/confirm`)).status
	// With a key of the org its maker sees it, and with one of another org they don't.
	expect((await as(key).get(CHANGES)).body).toMatchObject([{ id: confirmIdOf(response) }])
	expect((await as(other).get(CHANGES)).body).toEqual([])
	expect([await decides(as(key)), await decides(as(other))]).toEqual([404, 404])
	// Their session in another org reaches every org that they manage.
	expect(await decides(elsewhere)).toBe(200)
})

test('an operator who has lost their role sees what they made, and confirms it no more', async () => {
	const one = await operator(['operations'])
	const { key } = await create.featureFlag()
	const response = await one.patch(`/v1/feature-flags/${key}`, { default_value: true }, within(600))
	await env.DB.prepare("UPDATE operator_roles SET role = 'auditor' WHERE user_id = ?").bind(one.user_id).run()
	forgetPrincipals()
	expect((await one.get(CHANGES)).body.map(({ id }: { id: string }) => id)).toContain(confirmIdOf(response))
	for (const verb of ['confirm', 'end'])
		expect((await one.post(`${CHANGES}/${confirmIdOf(response)}/${verb}`)).status).toBe(404)
})

test('the changes of others cost a list nothing, with any filter', async () => {
	const { response } = await pendingChange()
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
		INSERT INTO unconfirmed_changes (id, audit_id, action, target_type, target_id, org_id, maker_user_id, status, created_at, due_at, rival_count)
		SELECT iif(i % 2, 'chg_00', 'chg_ZZ') || i, 'a', 'a', 't', 't', iif(i % 2, ?1, 'org_elsewhere'), iif(i % 2, 'usr_elsewhere', ?2), 'reverted', '', '', 0 FROM n`,
	)
		.bind(org_id, owner.user_id)
		.run()
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key') })).body
	const settings = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key
	for (const caller of [owner, stranger, as(key), as(settings)]) {
		await caller.get('/v1/plans?limit=1')
		for (const filter of ['', '&status=pending', '&status=failed']) {
			const { rows_read } = await counted(() => caller.get(`${CHANGES}?limit=20${filter}`))
			expect(rows_read).toBeLessThan(200)
		}
	}
	expect((await owner.get(`${CHANGES}?status=pending`)).body).toMatchObject([{ id: confirmIdOf(response) }])
	expect((await owner.get(`${CHANGES}?limit=5`)).body).toHaveLength(5)
})

test('ending a change rolls it back immediately, and notifies its maker and the owners', async () => {
	const { maker, response, path, cidr } = await pendingChange()
	const ended = await maker.post(`${path}/end`)
	expect(ended).toMatchObject({ status: 200, body: { id: confirmIdOf(response), status: 'reverted' } })
	expect(await listed(cidr)).toBe(false)
	const [row] = (await root.get(`/v1/admin/audit-logs?action=ip_rules.revert&org_id=${org_id}&limit=1`)).body
	expect(row).toMatchObject({ id: ended.body.reverted_by, actor_user_id: maker.user_id })
	for (const one of [maker, owner]) expect(await told(one)).toContain(confirmIdOf(response))
	const bodies = async (one: Api) =>
		(await one.get('/v1/notifications?type=change.reverted')).body.data.map(({ body }: { body: string }) => body)
	const rule = `IP rule ${cidr} was created, and`
	const asBefore = 'Everything is as it was before.'
	expect(await bodies(maker)).toEqual([`${rule} that was ended before it was confirmed. ${asBefore}`])
	expect(await bodies(owner)).toEqual([`${rule} nobody confirmed it. ${asBefore}`])
	expect((await owner.post(`${path}/end`)).body).toEqual(ended.body)
	expect(await owner.post(`${path}/confirm`)).toMatchObject({ status: 409 })
})

test("a change whose rows changed since can't be ended early, and stays pending", async () => {
	const { key } = await create.featureFlag()
	const response = await root.patch(`/v1/feature-flags/${key}`, { default_value: true }, within(600))
	await root.delete(`/v1/feature-flags/${key}`)
	expect(await root.post(`${CHANGES}/${confirmIdOf(response)}/end`)).toMatchObject({
		status: 409,
		body: { details: { reason: 'audit.moved_on' } },
	})
	expect(await booked(response)).toMatchObject({ status: 'pending' })
})

test("an org can't end a platform admin's pending change to it", async () => {
	const own = await user('owner')
	const { key } = await create.featureFlag()
	const override = { org_id: own.org_id, enabled: true }
	const response = await root.post(`/v1/feature-flags/${key}/org-overrides`, override, within(600))
	expect((await own.get(CHANGES)).body).toMatchObject([{ id: confirmIdOf(response) }])
	for (const verb of ['confirm', 'end'])
		expect((await own.post(`${CHANGES}/${confirmIdOf(response)}/${verb}`)).status).toBe(404)
	expect((await root.post(`${CHANGES}/${confirmIdOf(response)}/end`)).status).toBe(200)
})

const LOSSES: [string, (root: Api, org_id: string, user_id: string) => Promise<Reply>][] = [
	['removed', (root, org_id, id) => root.delete(`/v1/admin/orgs/${org_id}/members/${id}`)],
	['demoted', (root, org_id, id) => root.put(`/v1/admin/orgs/${org_id}/members/${id}`, { role: 'member' })],
	['suspended', (root, _, id) => root.patch(`/v1/admin/users/${id}`, { status: 'suspended' })],
	['deleted', (root, _, id) => root.delete(`/v1/admin/users/${id}`)],
]

test.each(LOSSES)(
	'when makers are %s, their pending changes are rolled back immediately and the owner is notified',
	async (_, lose) => {
		const { maker, response, cidr } = await pendingChange()
		expect((await lose(root, org_id, maker.user_id)).status).toBeLessThan(300)
		expect(await booked(response)).toMatchObject({ status: 'reverted' })
		expect(await listed(cidr)).toBe(false)
		expect(await told(owner)).toContain(confirmIdOf(response))
	},
)

test('a new role that takes no right away leaves the change pending', async () => {
	const { maker, response } = await pendingChange()
	await root.put(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`, { role: 'owner' })
	expect(await booked(response)).toMatchObject({ status: 'pending' })
})

test('revoking platform admin rolls back pending changes immediately', async () => {
	const former = await operator(['admin'])
	const { key } = await create.featureFlag()
	const response = await former.patch(`/v1/feature-flags/${key}`, { default_value: true }, within(600))
	expect(response.status).toBe(200)
	await root.delete(`/v1/admin/users/${former.user_id}/platform-admin`)
	expect(await booked(response)).toMatchObject({ status: 'reverted' })
	expect((await root.get(`/v1/feature-flags/${key}`)).body.default_value).toBe(false)
	expect(await told(root)).toContain(confirmIdOf(response))
})

test('a refused change has no Confirm-Id, and leaves no alarm', async () => {
	const rule = { type: 'blocklist', cidr: '198.51.100.0/24' }
	await owner.post(RULES, rule)
	const armed: string[] = []
	const CONFIRMATION = {
		getByName: (id: string) => {
			armed.push(id)
			return env.CONFIRMATION.getByName(id)
		},
	}
	const again = { ...within(10), env: { CONFIRMATION } as unknown as Partial<Env> }
	const refused = await owner.post(RULES, rule, again)
	expect([refused.status, refused.headers.get('Confirm-Id')]).toEqual([409, null])
	const left = await runInDurableObject(env.CONFIRMATION.getByName(armed[0] as string), async (_, { storage }) => [
		await storage.getAlarm(),
		(await storage.list()).size,
	])
	expect(left).toEqual([null, 0])
})

test('an object looks twice for a change that was never made', async () => {
	const id = unique('chg')
	const stub = env.CONFIRMATION.getByName(id)
	const due = Date.now() + 600_000
	await stub.arm(id, due)
	const alarm = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm())
	const rung = async (at: number) => {
		vi.useFakeTimers({ now: at, toFake: ['Date'] })
		try {
			return await runDurableObjectAlarm(stub)
		} finally {
			vi.useRealTimers()
		}
	}
	expect(await rung(due)).toBe(true)
	expect(await alarm()).toBe(due + 30_000)
	expect(await rung(due + 30_000)).toBe(true)
	expect(await alarm()).toBeNull()
})

test("another org's pending change doesn't shorten this org's cache", async () => {
	const one = await user('one')
	const kept = async () => {
		const { results } = await env.DB.prepare(
			`SELECT EXISTS (SELECT 1 FROM unconfirmed_changes w WHERE w.status = 'pending' AND w.org_id = ?) AS waits`,
		)
			.bind(one.org_id)
			.all<{ waits: number }>()
		return results[0]?.waits
	}
	await stranger.post(RULES, { type: 'blocklist', cidr: '192.0.2.0/24' }, within(600))
	expect(await kept()).toBe(0)
	// This isolate caches the owner for more than a second while only the other org has a pending change.
	expect((await one.get('/v1/me')).status).toBe(200)
	await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(one.user_id).run()
	vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ['Date'] })
	expect((await one.get('/v1/me')).status).toBe(200)
})

test('a repeat under the same Idempotency-Key returns the same Confirm-Id', async () => {
	const own = await user('owner')
	const fields = { type: 'blocklist', cidr: '192.0.2.0/24' }
	const options = { headers: { 'Confirm-Within': '10', 'Idempotency-Key': unique('key') } }
	const first = await own.post(RULES, fields, options)
	const again = await own.post(RULES, fields, options)
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	expect(confirmIdOf(again)).toBe(confirmIdOf(first))
	expect((await own.get(CHANGES)).body).toHaveLength(1)
})

const activate = (caller: Api, provider: string, headers = {}) =>
	caller.put(`/v1/tool-providers/web_search/${provider}/activate?scope=org`, undefined, headers)

test('two activations in a group touch the same rows, so the second is refused', async () => {
	const own = await user('owner')
	expect((await activate(own, 'hosted', within(10))).status).toBe(204)
	expect(await activate(own, 'keyed', within(10))).toMatchObject({
		status: 409,
		body: { details: { reason: 'change.pending' } },
	})
	expect((await own.get(CHANGES)).body).toHaveLength(1)
})

test.each([['operations'], ['operations,billing'], ['operations,support,billing']])(
	'whoever holds the roles %s decides in every org what they could make there, with however many permissions',
	async (roles) => {
		const one = await operator(roles.split(','))
		for (const verb of ['confirm', 'end']) {
			const { path } = await pendingChange()
			expect((await one.post(`${path}/${verb}`)).status).toBe(200)
		}
		const { key } = await create.featureFlag()
		const own = await one.patch(`/v1/feature-flags/${key}`, { default_value: true }, within(600))
		expect((await one.post(`${CHANGES}/${confirmIdOf(own)}/confirm`)).status).toBe(200)
	},
)

test('a key of an owner decides no demand of a sign-in, which only the owner in person makes', async () => {
	const one = await user('demanding')
	const demanded = await one.patch(`/v1/orgs/${one.org_id}`, { second_factor_required: true }, within(600))
	expect(demanded.status).toBe(200)
	const { key } = (await one.post('/v1/api-keys', { name: 'all', scopes: ['org.settings', 'data.secrets'] })).body
	for (const verb of ['confirm', 'end'])
		expect((await as(key).post(`${CHANGES}/${confirmIdOf(demanded)}/${verb}`)).status).not.toBe(200)
	expect((await booked(demanded))?.status).toBe('pending')
	expect((await one.post(`${CHANGES}/${confirmIdOf(demanded)}/end`)).status).toBe(200)
})

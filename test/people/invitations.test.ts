import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { DAY_MS, later } from '../support/clock.ts'
import { accept, invite, invited, memberOf, offer, pathOf, put } from '../support/invitations.ts'
import { INVITATION_RETENTION as RETENTION, deleteExpired, systemContext } from '../support/program.ts'
import { repeated } from '../support/repeated.ts'
import { isoTime } from '../support/replies.ts'
import { admin, create, signIn, unique, user, world } from '../support/world.ts'

const refusedBy = (status: number, reason: string) => ({ status, body: { details: { reason } } })

test('an owner invites an address, and the token is shown once', async () => {
	const owner = await user('owner')
	const email = invited()
	const before = Date.now()
	const { status, body } = await invite(owner, { email, role: 'admin' })
	expect(status).toBe(201)
	const { token, ...record } = body
	expect(token).toMatch(/^join_[\w-]{49}$/)
	expect(record).toEqual({
		id: expect.stringMatching(/^ivt_/),
		org_id: owner.org_id,
		email,
		role: 'admin',
		state: 'open',
		inviter_user_id: owner.user_id,
		inviter_name: owner.login,
		created_at: isoTime,
		sent_at: record.created_at,
		mailed_at: null,
		expires_at: isoTime,
		accepted_at: null,
		accepted_user_id: null,
	})
	expect(Date.parse(record.expires_at) - before).toBeGreaterThanOrEqual(7 * DAY_MS)
	expect(Date.parse(record.expires_at) - before).toBeLessThan(7 * DAY_MS + 60_000)
	expect((await owner.get(pathOf(owner.org_id))).body).toEqual([record])
	expect((await owner.get(`${pathOf(owner.org_id)}/${record.id}`)).body).toEqual(record)
	const stored = JSON.stringify(
		(await env.DB.prepare('SELECT * FROM invitations WHERE id = ?').bind(record.id).all()).results,
	)
	expect(stored).toContain(email)
	expect(stored).not.toContain(token)
})

test('the list has pages, newest first, and shows what became of each invitation', async () => {
	const { owner, org_id } = await world()
	const deputy = await memberOf(org_id, 'admin')
	const void_ = (await invite(deputy)).body
	const accepted = (await invite(owner)).body
	const open = (await invite(owner)).body
	const guest = await user('guest')
	await accept(guest, accepted.token)
	await put(org_id, deputy, 'member')
	const states = async () =>
		(await owner.get(pathOf(org_id))).body.map(({ id, state }: Record<string, string>) => [id, state])
	expect(await states()).toEqual([
		[open.id, 'open'],
		[accepted.id, 'accepted'],
		[void_.id, 'void'],
	])
	await later(7 * DAY_MS + 1_000, async () => {
		const root = await signIn(owner.login)
		const { body } = await root.get(pathOf(org_id))
		expect(body.map(({ state }: { state: string }) => state)).toEqual(['expired', 'accepted', 'expired'])
	})
	const first = await owner.get(`${pathOf(org_id)}?limit=2`)
	expect(first.body).toHaveLength(2)
	const next = await owner.get(`${pathOf(org_id)}?limit=2&cursor=${first.headers.get('Next-Cursor')}`)
	expect(next.body.map(({ id }: { id: string }) => id)).toEqual([void_.id])
	expect((await owner.get(`${pathOf(org_id)}/${accepted.id}`)).body).toMatchObject({
		accepted_at: isoTime,
		accepted_user_id: guest.user_id,
	})
})

test('admins invite admins and members, and touch no invitation of an owner', async () => {
	const { owner, org_id } = await world()
	const deputy = await memberOf(org_id, 'admin')
	expect((await invite(deputy, { role: 'admin' })).status).toBe(201)
	expect(await invite(deputy, { role: 'owner' })).toMatchObject(refusedBy(403, 'invitations.role'))
	const { body } = await invite(owner, { role: 'owner' })
	const path = `${pathOf(org_id)}/${body.id}`
	expect(await deputy.post(`${path}/resend`)).toMatchObject(refusedBy(403, 'invitations.role'))
	expect(await deputy.delete(path)).toMatchObject(refusedBy(403, 'invitations.role'))
	expect((await offer(body.token)).body).toMatchObject({ role: 'owner' })
	expect((await owner.delete(path)).status).toBe(204)
	expect((await owner.get(path)).status).toBe(404)
	expect((await offer(body.token)).status).toBe(404)
})

test('an API key invites as an admin, and deleting it voids what it sent', async () => {
	const owner = await user('owner')
	const key = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body
	const program = { ...as(key.key), org_id: owner.org_id }
	expect(await invite(program, { role: 'owner' })).toMatchObject(refusedBy(403, 'invitations.role'))
	const { status, body } = await invite(program, { role: 'admin' })
	expect(status).toBe(201)
	expect((await offer(body.token)).status).toBe(200)
	expect((await owner.delete(`/v1/api-keys/${key.id}`)).status).toBe(204)
	expect((await offer(body.token)).status).toBe(404)
	expect((await owner.get(`${pathOf(owner.org_id)}/${body.id}`)).body.state).toBe('void')
})

test('an address has one open invitation in an org, in any case of its letters', async () => {
	const [owner, other] = [await user('owner'), await user('owner')]
	const email = invited()
	const first = (await invite(owner, { email })).body
	const both = await Promise.all([email, email.toUpperCase()].map((one) => invite(owner, { email: one })))
	for (const one of both) expect(one).toMatchObject(refusedBy(409, 'invitations.open'))
	expect((await invite(other, { email })).status).toBe(201)
	expect((await offer(first.token)).status).toBe(200)
	await later(7 * DAY_MS + 1_000, async () => {
		const back = { ...(await signIn(owner.login)), org_id: owner.org_id }
		const again = await invite(back, { email })
		expect(again.status).toBe(201)
		expect((await back.get(pathOf(owner.org_id))).body.map(({ id }: { id: string }) => id)).toEqual([again.body.id])
	})
})

test('sending again makes a new token for seven days, ends the old one, and makes the caller the inviter', async () => {
	const { owner, org_id } = await world()
	const deputy = await memberOf(org_id, 'admin')
	const { body: first } = await invite(deputy)
	await put(org_id, deputy, 'member')
	expect((await offer(first.token)).status).toBe(404)
	const { status, body } = await owner.post(`${pathOf(org_id)}/${first.id}/resend`)
	expect(status).toBe(200)
	expect(body).toMatchObject({
		id: first.id,
		state: 'open',
		inviter_user_id: owner.user_id,
		created_at: first.created_at,
	})
	expect(body.token).not.toBe(first.token)
	expect(body.sent_at > first.sent_at).toBe(true)
	expect(body.expires_at > first.expires_at).toBe(true)
	expect((await offer(first.token)).status).toBe(404)
	expect((await offer(body.token)).body).toMatchObject({ inviter_name: owner.login })
	await accept(await user(), body.token)
	expect(await owner.post(`${pathOf(org_id)}/${first.id}/resend`)).toMatchObject(refusedBy(409, 'invitations.accepted'))
	expect(await owner.delete(`${pathOf(org_id)}/${first.id}`)).toMatchObject(refusedBy(409, 'invitations.accepted'))
})

test('of eight invitations at once an org gets the three that its limit allows', async () => {
	const owner = await user('owner')
	const limit = { key: 'limit.invitations', value_type: 'integer' }
	await create.override(owner.org_id, { ...limit, value: '3' })
	const responses = await Promise.all(Array.from({ length: 8 }, () => invite(owner)))
	const made = responses.filter(({ status }) => status === 201)
	expect(made).toHaveLength(3)
	for (const one of responses.filter((response) => !made.includes(response)))
		expect(one).toMatchObject({
			status: 409,
			body: { details: { reason: 'limit.reached', key: 'limit.invitations', limit: 3 } },
		})
	expect((await owner.delete(`${pathOf(owner.org_id)}/${made[0]?.body.id}`)).status).toBe(204)
	expect((await invite(owner)).status).toBe(201)
	await (await admin()).post('/v1/entitlement-overrides', { ...limit, org_id: owner.org_id, value: '4' })
	expect((await invite(owner)).status).toBe(201)
	expect((await invite(owner)).status).toBe(409)
})

test('an expired invitation that is sent again counts, so it needs room too', async () => {
	const owner = await user('owner')
	await create.override(owner.org_id, { key: 'limit.invitations', value: '2', value_type: 'integer' })
	const old = (await invite(owner)).body
	await later(7 * DAY_MS + 1_000, async () => {
		const back = { ...(await signIn(owner.login)), org_id: owner.org_id }
		const resend = (id: string) => back.post(`${pathOf(owner.org_id)}/${id}/resend`)
		const [one, two] = [await invite(back), await invite(back)]
		expect([one.status, two.status]).toEqual([201, 201])
		expect(await resend(old.id)).toMatchObject(refusedBy(409, 'limit.reached'))
		// One that's open already takes no more room.
		expect((await resend(one.body.id)).status).toBe(200)
		await back.delete(`${pathOf(owner.org_id)}/${one.body.id}`)
		expect((await resend(old.id)).body).toMatchObject({ id: old.id, state: 'open' })
	})
})

test('a user sends sixty invitations in an hour', async () => {
	const owner = await user('owner')
	await create.override(owner.org_id, { key: 'limit.invitations', value: '0', value_type: 'integer' })
	const on = { env: { RATE_LIMITS: 'on' } }
	let id = ''
	await repeated('sign_in_requests', 59, async () => (id = (await invite(owner, {}, on)).body.id))
	const again = () => owner.post(`${pathOf(owner.org_id)}/${id}/resend`, undefined, on)
	expect((await again()).status).toBe(200)
	expect(await again()).toMatchObject(refusedBy(429, 'auth.too_many_requests'))
	expect(await invite(owner, {}, on)).toMatchObject(refusedBy(429, 'auth.too_many_requests'))
	await later(3_601_000, async () => {
		const back = { ...(await signIn(owner.login)), org_id: owner.org_id }
		expect((await invite(back, {}, on)).status).toBe(201)
	})
})

test('the audit log of the org says who invited, sent again, withdrew and joined, without the address', async () => {
	const owner = await user('owner')
	const email = invited()
	const guest = await user('guest')
	const { body } = await invite(owner, { email })
	const again = (await owner.post(`${pathOf(owner.org_id)}/${body.id}/resend`)).body
	await accept(guest, again.token)
	const other = (await invite(owner)).body
	await owner.delete(`${pathOf(owner.org_id)}/${other.id}`)
	const log = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${owner.org_id}`)).body
	const ours = log.filter(({ target_type }: { target_type: string }) => target_type === 'invitations')
	expect(
		ours.map(({ action, target_id, actor_user_id }: Record<string, string>) => [action, target_id, actor_user_id]),
	).toEqual([
		['invitations.withdraw', other.id, owner.user_id],
		['invitations.create', other.id, owner.user_id],
		['invitations.accept', body.id, guest.user_id],
		['invitations.resend', body.id, owner.user_id],
		['invitations.create', body.id, owner.user_id],
	])
	expect(ours[2]).toMatchObject({
		before: { email: '…@example.com', accepted_at: null },
		after: { email: '…@example.com', accepted_user_id: guest.user_id },
	})
	for (const secret of [email, body.token, again.token]) expect(JSON.stringify(log)).not.toContain(secret)
})

test('an invitation is deleted 30 days after it was accepted or expired', async () => {
	const owner = await user('owner')
	const [open, accepted] = [(await invite(owner)).body, (await invite(owner)).body]
	await accept(await user(), accepted.token)
	const left = async () => {
		const { results } = await env.DB.prepare('SELECT id FROM invitations WHERE org_id = ? ORDER BY id')
			.bind(owner.org_id)
			.all<{ id: string }>()
		return results.map(({ id }) => id)
	}
	const purgedAfter = async (days: number) => {
		await later(days * DAY_MS, async () => void (await deleteExpired(systemContext(env), RETENTION)))
		return left()
	}
	expect(await purgedAfter(29.9)).toEqual([open.id, accepted.id])
	expect(await purgedAfter(30.1)).toEqual([open.id])
	expect(await purgedAfter(36.9)).toEqual([open.id])
	expect(await purgedAfter(37.1)).toEqual([])
})

import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { as, declared } from '../support/api.ts'
import { answer, challengeOf, newKey } from '../support/authenticator.ts'
import { memberOf } from '../support/invitations.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, signIn, user } from '../support/world.ts'

// A demand of a second factor, for sessions that began before it.

const TRIAL = { headers: { 'Confirm-Within': '600' } }
const ENTRY = '/v1/admin/config-entries/sign_in.second_factor'

const root = await admin()
afterEach(async () => {
	await env.DB.prepare("DELETE FROM config_entries WHERE key = 'sign_in.second_factor'").run()
	await env.DB.prepare("UPDATE unconfirmed_changes SET status = 'confirmed' WHERE status = 'pending'").run()
	forgetPrincipals()
})

const demand = async (value: 'all') => {
	const { status } = await root.put(ENTRY, { value }, TRIAL)
	expect(status).toBe(200)
}

test('gives a session that proved lately who it is the token that adds one, as a login does', async () => {
	const [ada, bob] = [await user('ada'), await user('bob')]
	await env.DB.prepare("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
		.bind(bob.user_id)
		.run()
	await demand('all')
	const own = as((await ada.get('/v1/plans')).body.details.enrolment_token)
	const { code } = await newKey(own)
	expect((await own.put('/v1/me/totp', { code: await code() })).status).toBe(200)
	expect((await answer(await challengeOf(ada.login), { totp: await code(1) })).status).toBe(200)
	// A stolen access token adds no factor of the thief's, and one that has proven none gets no token either.
	for (const one of [bob, ada]) {
		for (const path of ['/v1/plans', `/v1/orgs/${one.org_id}/members`, '/v1/admin/budgets']) {
			const { status, body } = await one.get(path)
			const details = { reason: 'auth.second_factor_required' }
			expect({ path, status, details: body.details }).toEqual({ path, status: 401, details })
		}
	}
})

test('is judged for whoever demands it once it is confirmed or over, so they can end it', async () => {
	const { headers } = await root.put(ENTRY, { value: 'all' }, TRIAL)
	expect((await root.get('/v1/me')).status).toBe(200)
	expect((await root.post(`/v1/admin/changes/${headers.get('Confirm-Id')}/end`)).status).toBe(200)
})

test('is judged for whoever has something else on trial', async () => {
	const owner = await user('owner')
	const member = await memberOf(owner.org_id, 'member')
	const own = await signIn(member.login)
	const rule = { type: 'blocklist', cidr: '198.18.0.1/32' }
	expect((await own.post('/v1/ip-rules', rule, TRIAL)).status).toBe(201)
	const { headers } = await owner.patch(`/v1/orgs/${owner.org_id}`, { second_factor_required: true }, TRIAL)
	forgetPrincipals()
	expect((await owner.get('/v1/plans')).status).toBe(200)
	expect(await member.get('/v1/plans')).toMatchObject({
		status: 401,
		body: { details: { reason: 'auth.second_factor_required' } },
	})
	expect((await own.get('/v1/plans')).status).toBe(200)
	expect((await owner.post(`/v1/admin/changes/${headers.get('Confirm-Id')}/end`)).status).toBe(200)
})

/** Where a demand may come in, and the test that shows that it takes a trial there, and that only somebody who has met it confirms that. */
const DEMANDS: Record<string, string> = {
	'PUT /v1/admin/config-entries/:key': 'sign-in-requirements › of the platform is confirmed by who did so too',
	'PATCH /v1/orgs/:org_id': 'sign-in-requirements › is confirmed only by who has signed in or stepped up',
	'PATCH /v1/orgs/:org_id/oidc-connections/:connection_id': 'oidc.required › is confirmed by nobody before its maker',
	'PATCH /v1/admin/oidc-connections/:connection_id': 'the same rule',
	'POST /v1/admin/changes/:id/end': 'It brings back what was demanded before, which takes no trial',
	...Object.fromEntries(
		['/v1/admin', '/v1/orgs/:org_id'].flatMap((at) =>
			['PUT /config', 'POST /config/revisions/:number/restore', 'POST /audit-logs/:id/revert'].map((name) => [
				name.replace(' ', ` ${at}`),
				'sign-in-requirements › is refused in a document, in a restore and in a revert',
			]),
		),
	),
}

test('comes in by these operations only', () => {
	const found = declared.filter(({ refusals = [] }) => refusals.some((reason) => reason === 'sign_in.untried'))
	expect(found.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(DEMANDS).toSorted())
})

import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { keyOf } from '../support/asks.ts'
import { logIn } from '../support/authenticator.ts'
import { NO_PLACE } from '../support/jobs.ts'
import {
	enter,
	newProvider,
	ofOrg,
	ofPlatform,
	type Provider,
	refusalIn,
	serve,
	signInWith,
	someone,
	servedProvider,
} from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { addPasskey, logIn as logInByPasskey, requestOptions } from '../support/passkeys.ts'
import { endOverdue, systemContext } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { admin, type Caller, hasVerified, user } from '../support/world.ts'

const TRIAL = { headers: { 'Confirm-Within': '600' } }

let provider: Provider
let root: Caller
beforeEach(async () => {
	root = await admin()
	provider = await servedProvider()
})
afterEach(async () => {
	await env.DB.prepare('DELETE FROM sign_in_requirements').run()
	await env.DB.prepare("UPDATE unconfirmed_changes SET status = 'confirmed' WHERE status = 'pending'").run()
})

const refreshed = (cookie: string, org_id?: string) =>
	send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie }, ...(org_id && { body: { org_id } }) })

/** An org that requires its connection, on trial, and its owner. */
async function required() {
	const owner = await user('owner')
	const connection = await ofOrg(provider, owner, { default_role: 'member' })
	const path = `/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`
	const reply = await owner.patch(path, { is_required: true }, TRIAL)
	expect(reply).toMatchObject({ status: 200, body: { is_required: true } })
	return { owner, connection, path, change: String(reply.headers.get('Confirm-Id')) }
}

describe("an org's required connection", () => {
	test('lets members act in the org through it only, and elsewhere as before', async () => {
		const { owner, connection } = await required()
		const ada = await user('ada')
		await root.put(`/v1/admin/orgs/${owner.org_id}/members/${ada.user_id}`, { role: 'member' })
		const there = { status: 401, body: { details: { reason: 'oidc.required', connection_ids: [connection.id] } } }
		expect(await refreshed(ada.cookie, owner.org_id)).toMatchObject(there)
		expect(await ada.get(`/v1/orgs/${owner.org_id}/members`)).toMatchObject({ ...there, status: 403 })
		expect((await refreshed(ada.cookie)).status).toBe(200)
		expect((await logIn(ada.login)).status).toBe(200)
		expect(await refreshed(owner.cookie)).toMatchObject(there)
		expect(await logIn(owner.login)).toMatchObject(there)
		expect((await (await enter(provider, connection, someone())).get('/v1/me')).body.org_id).toBe(owner.org_id)
	})

	test('is one of several, and an unrequired one of the org lets nobody in', async () => {
		const { owner, connection } = await required()
		const other = await newProvider()
		serve(provider, other)
		const second = await ofOrg(other, owner, { default_role: 'member' })
		expect(refusalIn(await signInWith(second.id, other, someone()))).toMatchObject({ refused: 'oidc.required' })
		await enter(provider, connection, someone())
	})

	test('is confirmed by nobody before its maker has signed in through it', async () => {
		const owner = await user('owner')
		const connection = await ofOrg(provider, owner, { role_claim: 'groups', role_map: { it: 'owner' } })
		await env.DB.prepare(
			"INSERT INTO identities (id, user_id, issuer, subject, connection_id, created_at) VALUES (?, ?, ?, 'me', ?, ?)",
		)
			.bind(`idn_${connection.id.slice(4)}`, owner.user_id, provider.issuer, connection.id, new Date().toISOString())
			.run()
		const path = `/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`
		const { headers } = await owner.patch(path, { is_required: true }, TRIAL)
		const confirm = `/v1/admin/changes/${headers.get('Confirm-Id')}/confirm`
		expect(await owner.post(confirm)).toMatchObject({ status: 409, body: { details: { reason: 'oidc.not_tried' } } })
		const through = await enter(provider, connection, { claims: { sub: 'me', groups: ['it'] } })
		expect((await through.get('/v1/me')).body.id).toBe(owner.user_id)
		expect((await owner.post(confirm)).status).toBe(200)
		expect((await owner.post(confirm)).status).toBe(200)
	})

	test('is confirmed and lifted by people only, because no key changes a connection', async () => {
		const { owner, path, change } = await required()
		const key = await keyOf(root, ['platform_admin'])
		const personsOnly = { status: 403, body: { details: { reason: 'key.persons_only' } } }
		for (const verb of ['confirm', 'end'])
			expect(await key.post(`/v1/admin/changes/${change}/${verb}`)).toMatchObject(personsOnly)
		const [booked] = await rows<{ audit_id: string }>('SELECT audit_id FROM unconfirmed_changes WHERE id = ?', change)
		expect(await key.post(`/v1/admin/audit-logs/${booked?.audit_id}/revert`)).toMatchObject(personsOnly)
		expect((await owner.get(path)).body.is_required).toBe(true)
		expect((await root.post(`/v1/admin/changes/${change}/end`)).status).toBe(200)
	})

	test('is taken back when nobody could confirm it', async () => {
		const { owner, path } = await required()
		await env.DB.prepare(
			"UPDATE unconfirmed_changes SET due_at = '2020-01-01T00:00:00.000Z' WHERE status = 'pending'",
		).run()
		await endOverdue(systemContext(env), NO_PLACE)
		expect((await owner.get(path)).body.is_required).toBe(false)
		expect((await logIn(owner.login)).status).toBe(200)
	})

	test('is no longer required once it is deactivated or deleted', async () => {
		const { owner, path } = await required()
		expect((await owner.patch(path, { is_active: false })).body).toMatchObject({ is_active: false, is_required: false })
		expect((await owner.patch(path, { is_active: true })).body.is_required).toBe(false)
		expect((await logIn(owner.login)).status).toBe(200)
		const one = await required()
		expect((await one.owner.delete(one.path)).status).toBe(204)
		expect((await logIn(one.owner.login)).status).toBe(200)
	})

	test('takes a trial, is changed by itself, and not at creation', async () => {
		const owner = await user('owner')
		const { id } = await ofOrg(provider, owner)
		const path = `/v1/orgs/${owner.org_id}/oidc-connections/${id}`
		expect((await owner.patch(path, { is_required: true })).body.details.reason).toBe('sign_in.untried')
		expect((await owner.patch(path, { is_required: true, name: 'x' }, TRIAL)).status).toBe(400)
		expect((await owner.patch(path, { name: 'x' }, TRIAL)).body.details.reason).toBe('change.not_confirmable')
	})
})

test("the platform's governs operators, but not an admin with two passkeys", async () => {
	const connection = await ofPlatform(provider, root)
	const [boss, ada] = [await operator(['admin']), await user('ada')]
	const first = await addPasskey(boss)
	const path = `/v1/admin/oidc-connections/${connection.id}`
	expect((await root.patch(path, { is_required: true }, TRIAL)).status).toBe(200)
	const byPasskey = async () => logInByPasskey(await first.authenticator.get(await requestOptions(boss.login)), {})
	expect((await logIn(ada.login)).status).toBe(200)
	expect((await byPasskey()).body.details).toMatchObject({ reason: 'oidc.required', connection_ids: [connection.id] })
	await addPasskey(boss)
	expect((await byPasskey()).status).toBe(200)
	expect((await root.patch(path, { is_required: false })).body.is_required).toBe(false)
})

test("the platform's goes before that of an org, so an operator gets in", async () => {
	const { owner } = await required()
	const other = await newProvider()
	serve(other)
	const connection = await ofPlatform(other, root)
	const [email, path] = [`op@${connection.domain}`, `/v1/admin/oidc-connections/${connection.id}`]
	await hasVerified(owner, email)
	await root.put(`/v1/admin/users/${owner.user_id}/roles`, { roles: ['auditor'] })
	expect((await root.patch(path, { is_required: true }, TRIAL)).status).toBe(200)
	const operator = await enter(other, connection, someone({ email, email_verified: true }))
	expect((await operator.get('/v1/me')).body).toMatchObject({ id: owner.user_id, org_id: owner.org_id })
	expect((await refreshed(operator.cookie)).status).toBe(200)
})

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { accept, invite, memberOf } from '../support/invitations.ts'
import { ofOrg, refusalIn, signInWith, someone, servedProvider } from '../support/oidc.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, signIn, user } from '../support/world.ts'

test('a restore shows the owners what is back, and neither links nor strangers get in before they look', async () => {
	const provider = await servedProvider()
	const root = await admin()
	const owner = await user('restored')
	const { org_id } = owner
	await root.post('/v1/admin/orgs', { name: 'Another', owner_user_id: owner.user_id })
	const second = await memberOf(org_id, 'owner')
	const connection = await ofOrg(provider, owner)
	const programs = await serviceOf(owner, org_id)
	const { token } = (await invite(owner)).body
	const [{ id }] = (await owner.get(`/v1/orgs/${org_id}/invitations`)).body
	await env.DB.batch([
		env.DB.prepare("INSERT INTO oidc_sign_ins VALUES (?, ?, '/', NULL, '9999', '')").bind(
			`state-of-${org_id}`,
			connection.id,
		),
		env.DB.prepare(
			"INSERT INTO one_time_tokens (token_hash, purpose, user_id, made_by, expires_at, created_at) VALUES (?, 'password_reset', ?, ?, '9999', '')",
		).bind(`reset-of-${org_id}`, owner.user_id, programs.id),
	])

	expect((await second.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect((await root.post(`/v1/admin/orgs/${org_id}/restore`)).status).toBe(200)

	const again = { ...owner, ...(await signIn(owner.login, org_id)) }
	expect((await again.get(`/v1/orgs/${org_id}/invitations/${id}`)).body).toMatchObject({ state: 'void' })
	expect((await accept(await user('guest'), token)).status).toBe(404)
	for (const table of ['oidc_sign_ins WHERE state_hash', 'one_time_tokens WHERE token_hash'])
		expect(await env.DB.prepare(`SELECT * FROM ${table} LIKE '%' || ?`).bind(org_id).first()).toBeNull()

	const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
	expect((await again.get(path)).body.waits_since).toMatch(/^20/)
	expect(refusalIn(await signInWith(connection.id, provider, someone())).refused).toBe('oidc.waits')
	expect((await programs.get(`/v1/orgs/${org_id}`)).status).toBe(200)
	for (const one of [again, { ...second, ...(await signIn(second.login, org_id)) }]) {
		const told = (await one.get('/v1/notifications?limit=50')).body.data
		expect(told.filter(({ type }: { type: string }) => type === 'security.org_restored')).toMatchObject([
			{
				org_id,
				body: expect.stringMatching(
					/ is back\. Its invitations are void\. .* until you confirm them: Acme\. .*: service\S+\.$/,
				),
				payload: {
					connection_ids: [connection.id],
					service_account_ids: [programs.id],
					service_account_key_ids: [programs.key_id],
				},
			},
		])
	}
	expect((await again.post(`${path}/confirm`)).body).toMatchObject({ waits_since: null, decided_by: owner.user_id })
})

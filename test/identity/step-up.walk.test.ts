import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { declared, operationOf, type Reply } from '../support/api.ts'
import { forgetPrincipals } from '../support/program.ts'
import { sampleOf, samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { type Call, type Here, sampleWorld } from '../support/spec/row.ts'

// Every operation that gives power or takes money asks for a recent proof of who calls, and no other does.

/** Those whose usual sample needs no proof, and a call that does. */
const ONLY_SOME: Record<string, (here: Here) => Call | Promise<Call>> = {
	'PATCH /v1/admin/users/{user_id}': ({ member }) => ({
		at: { user_id: member.user_id },
		body: { email: `${member.login}@example.org` },
	}),
	'PATCH /v1/orgs/{org_id}': ({ org_id }) => ({ at: { org_id }, body: { second_factor_required: false } }),
	'PUT /v1/admin/config-entries/{key}': () => ({ at: { key: 'sign_in.second_factor' }, body: { value: 'off' } }),
	'DELETE /v1/admin/config-entries/{key}': async ({ admin }) => {
		await admin.put('/v1/admin/config-entries/sign_in.second_factor', { value: 'off' })
		return { at: { key: 'sign_in.second_factor' }, status: 204 }
	},
	'PATCH /v1/me': () => ({ body: { password_sign_in: true } }),
}

/** They ask only if the change to revert gave power: test/identity/step-up.test.ts. */
const REVERTS = ['POST /v1/admin/audit-logs/{id}/revert', 'POST /v1/orgs/{org_id}/audit-logs/{id}/revert']

const ASKING = [
	'DELETE /v1/admin/oidc-connections/{connection_id}',
	'DELETE /v1/admin/oidc-connections/{connection_id}/scim-token',
	'DELETE /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token',
	'POST /v1/admin/oidc-connections/{connection_id}/scim-token',
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token',
	'DELETE /v1/orgs/{org_id}/oidc-connections/{connection_id}',
	'PATCH /v1/admin/oidc-connections/{connection_id}',
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}',
	'POST /v1/admin/oidc-connections',
	'POST /v1/orgs/{org_id}/oidc-connections',
	'DELETE /v1/me/identities/{id}',
	'POST /v1/me/identities/access',
	'POST /v1/me/identities/{connection_id}/start',
	'DELETE /v1/admin/config-entries/{key}',
	'DELETE /v1/admin/users/{user_id}/platform-admin',
	'DELETE /v1/me/passkeys/{id}',
	'DELETE /v1/me/totp',
	'DELETE /v1/orgs/{org_id}',
	'GET /v1/orgs/{org_id}/exports/{export_id}/files/{number}',
	'PATCH /v1/admin/users/{user_id}',
	'PATCH /v1/orgs/{org_id}',
	'PATCH /v1/me',
	'PATCH /v1/orgs/{org_id}/members/{user_id}',
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}',
	'POST /v1/admin/config/revisions/{number}/restore',
	'POST /v1/admin/credits/bulk-adjust',
	'POST /v1/admin/credits/reset-all',
	'POST /v1/admin/orgs/{org_id}/restore',
	'POST /v1/admin/users/{user_id}/password-reset',
	'POST /v1/admin/users/{user_id}/second-factor/reset',
	'POST /v1/api-keys',
	'POST /v1/api-keys/{id}/rotate',
	'POST /v1/me/passkeys/options',
	'POST /v1/me/recovery-codes',
	'POST /v1/me/totp/options',
	'POST /v1/orgs/{org_id}/config/revisions/{number}/restore',
	'POST /v1/orgs/{org_id}/invitations',
	'POST /v1/orgs/{org_id}/invitations/{id}/resend',
	'POST /v1/orgs/{org_id}/service-accounts',
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys',
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}/rotate',
	'PUT /v1/admin/config',
	'PUT /v1/admin/config-entries/{key}',
	'PUT /v1/admin/email/config',
	'PUT /v1/admin/orgs/{org_id}/members/{user_id}',
	'PUT /v1/admin/users/{user_id}/platform-admin',
	'PUT /v1/admin/users/{user_id}/roles',
	'PUT /v1/me/totp',
	'PUT /v1/orgs/{org_id}/config',
	'PUT /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys',
]

const nameOf = ({ method, path }: (typeof declared)[number]) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

let here: Here
beforeAll(async () => {
	here = await sampleWorld()
})

test('exactly these operations ask', () => {
	const asking = declared.filter(({ refusals = [] }) => refusals.some((one) => one === 'auth.step_up'))
	expect(asking.map(nameOf).toSorted()).toEqual([...ASKING, ...REVERTS].toSorted())
})

/** Every session began an hour ago, and nobody has proven anything since then. */
async function anHourLater() {
	const began = new Date(Date.now() - 3_600_000).toISOString()
	await env.DB.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL').bind(began).run()
	forgetPrincipals()
}

const backToNow = async () => {
	await env.DB.prepare('UPDATE sessions SET created_at = ?').bind(new Date().toISOString()).run()
	forgetPrincipals()
}

const rowOf = (name: string) => SPEC.find((row) => row.name === name) as SpecRow

const auditRows = async () => (await env.DB.prepare('SELECT count(*) AS n FROM audit_logs').first<{ n: number }>())?.n

/** What those must prove whose sample's caller has a second factor. */
const FACTORS: Record<string, string> = {
	'DELETE /v1/me/totp': 'totp',
	'POST /v1/me/recovery-codes': 'totp',
	'DELETE /v1/me/passkeys/{id}': 'passkey',
}

const expectAsked = ({ status, body, headers }: Reply, method = 'password') => {
	expect({ status, body }).toMatchObject({
		status: 401,
		body: {
			error: 'auth.unauthorized',
			details: { reason: 'auth.step_up', methods: [method], challenge: expect.stringMatching(/^[\w-]{43}$/) },
		},
	})
	expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age=600')
}

test.each(ASKING)('%s asks an hour after the login, changes nothing then, and passes a dry run', async (name) => {
	const row = rowOf(name)
	const special = ONLY_SOME[name]
	const samples = special ? [sampleOf(row, await special(here), here)] : await samplesOf(row, here)
	const [sample] = samples
	if (!sample) throw new Error(`${name} has no sample`)
	await anHourLater()
	try {
		const before = await auditRows()
		expectAsked(await sample.send(), FACTORS[name])
		expect(await auditRows()).toBe(before)
		if (row.method === 'GET') return
		const dry = await sample.send({ 'Dry-Run': 'true' })
		expect(dry.body.details?.reason).not.toBe('auth.step_up')
	} finally {
		await backToNow()
	}
	const { status } = await sample.send()
	expect(status).toBeLessThan(300)
})

test('an operation that gives no power asks for nothing', async () => {
	expect(operationOf('PATCH', '/v1/plans/x')?.refusals ?? []).not.toContain('auth.step_up')
	await anHourLater()
	try {
		const { user_id } = here.member
		expect((await here.admin.patch(`/v1/admin/users/${user_id}`, { locale: 'de' })).status).toBe(200)
	} finally {
		await backToNow()
	}
})

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { declared, type Reply } from '../support/api.ts'
import { forgetPrincipals, whyNotRevertible } from '../support/program.ts'
import { sampleOf, samplesOf } from '../support/samples.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { type Call, type Here, sampleWorld } from '../support/spec/row.ts'
import { unique, user } from '../support/world.ts'

// Every operation that gives or takes power, makes money or deletes for good asks for a recent proof of who calls. Which they are, and
// for how long a proof counts, is what their route lines declare.

const CODES = { count: 1, type: 'credits', value: '5' }
const GRANTS = [{ key: 'credits.monthly_grant', value: '100', value_type: 'integer' }]
const TOOL = { group: 'web_search', provider: 'selfhosted' }
const ENDPOINT = { url: 'https://hooks.example.com/step-up', events: ['run.completed'] }
const newConfig = () => ({ name: unique('mcp'), transport: 'stdio', command: 'run' })
const newProvider = () => ({ name: unique('llm'), provider: 'vendor_a', api_key: 'sk-step-up' })

/** Those whose usual sample needs no proof, and a call that does. */
const ONLY_SOME: Record<string, (here: Here) => Call | Promise<Call>> = {
	'PATCH /v1/admin/users/{user_id}': ({ member }) => ({
		at: { user_id: member.user_id },
		body: { email: `${member.login}@example.org` },
	}),
	'power: DELETE /v1/admin/users/{user_id}': async () => {
		const one = await user()
		const connection = {
			name: 'Okta',
			issuer: 'https://login.example.com',
			client_id: 'plinth',
			client_secret: 'shh',
		}
		const { body } = await one.post(`/v1/orgs/${one.org_id}/oidc-connections`, connection)
		return { at: { user_id: one.user_id }, query: `keep_connections=${body.id}`, status: 204 }
	},
	'POST /v1/admin/orgs': ({ owner }) => ({
		body: { name: unique('org'), owner_user_id: owner.user_id },
		status: 201,
	}),
	'PATCH /v1/orgs/{org_id}': ({ org_id }) => ({ at: { org_id }, body: { second_factor_required: false } }),
	'PUT /v1/admin/config-entries/{key}': () => ({ at: { key: 'sign_in.second_factor' }, body: { value: 'off' } }),
	'value: PUT /v1/admin/config-entries/{key}': () => ({
		at: { key: 'credits.monthly_grant' },
		body: { value: '5' },
	}),
	'DELETE /v1/admin/config-entries/{key}': async ({ admin }) => {
		await admin.put('/v1/admin/config-entries/sign_in.second_factor', { value: 'off' })
		return { at: { key: 'sign_in.second_factor' }, status: 204 }
	},
	'value: DELETE /v1/admin/config-entries/{key}': async ({ admin }) => {
		await admin.put('/v1/admin/config-entries/credits.monthly_grant', { value: '5' })
		return { at: { key: 'credits.monthly_grant' }, status: 204 }
	},
	'DELETE /v1/entitlement-overrides/{id}': async ({ admin, org_id }) => {
		const { body } = await admin.post('/v1/entitlement-overrides', { org_id, ...GRANTS[0] })
		return { at: { id: body.id }, query: `org_id=${org_id}` }
	},
	'PATCH /v1/admin/redemption-codes/{id}': async ({ admin }) => {
		const [code] = (await admin.post('/v1/admin/redemption-codes/batch', CODES)).body
		return { at: { id: code.id }, body: { is_active: true } }
	},
	'PATCH /v1/admin/redemption-codes/batches/{batch_id}': async ({ admin }) => {
		const [code] = (await admin.post('/v1/admin/redemption-codes/batch', CODES)).body
		return { at: { batch_id: code.batch_id }, body: { is_active: true } }
	},
	'POST /v1/plans': () => ({ body: { name: unique('plan'), display_name: 'Plan', entitlements: GRANTS } }),
	'PATCH /v1/plans/{id}': async ({ admin }) => ({
		at: { id: (await admin.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })).body.id },
		body: { entitlements: GRANTS },
	}),
	'POST /v1/entitlement-overrides': ({ org_id }) => ({ body: { org_id, ...GRANTS[0] } }),
	'PATCH /v1/llm-providers/{provider_id}': async ({ owner }) => ({
		at: { provider_id: (await owner.post('/v1/llm-providers', newProvider())).body.id },
		body: { base_url: 'https://other.example.com/v1' },
		as: owner,
	}),
	'DELETE /v1/llm-providers/{provider_id}': async ({ owner }) => ({
		at: { provider_id: (await owner.post('/v1/llm-providers', newProvider())).body.id },
		query: 'purge=true',
	}),
	'PUT /v1/tool-providers/{group}/{provider}/credential': () => ({
		at: TOOL,
		query: 'scope=org',
		body: { base_url: 'https://other.example.com' },
	}),
	'DELETE /v1/tool-providers/{group}/{provider}/credential': () => ({ at: TOOL, query: 'scope=org&purge=true' }),
	'POST /v1/mcp-configs': ({ admin }) => ({ body: newConfig(), query: 'scope=platform', status: 201, as: admin }),
	'PATCH /v1/mcp-configs/{config_id}': async ({ owner }) => ({
		at: { config_id: (await owner.post('/v1/mcp-configs', newConfig())).body.id },
		body: { command: 'other' },
	}),
	'DELETE /v1/mcp-configs/{config_id}': async ({ owner }) => ({
		at: { config_id: (await owner.post('/v1/mcp-configs', newConfig())).body.id },
		query: 'purge=true',
	}),
	'DELETE /v1/webhook-endpoints/{endpoint_id}': async ({ owner }) => ({
		at: { endpoint_id: (await owner.post('/v1/webhook-endpoints', ENDPOINT)).body.id },
		query: 'purge=true',
	}),
	'PATCH /v1/me': () => ({ body: { password_sign_in: true } }),
	'PATCH /v1/api-keys/{id}': async ({ member }) => ({
		at: { id: (await member.post('/v1/api-keys', { name: 'Reader', mode: 'read' })).body.id },
		body: { mode: 'propose' },
	}),
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}': async ({ owner, org_id }) => {
		const { id } = await serviceOf(owner, org_id)
		const { body } = await owner.post(at(org_id, id) + '/keys', { mode: 'read' })
		return { as: owner, at: { org_id, account_id: id, key_id: body.id }, body: { mode: 'act' } }
	},
}

/** They ask for what the change took that they revert, confirm or end: test/sign-in/step-up.changes.test.ts. */
const OF_CHANGES = [
	'POST /v1/admin/audit-logs/{id}/revert',
	'POST /v1/admin/changes/{id}/confirm',
	'POST /v1/admin/changes/{id}/end',
	'POST /v1/orgs/{org_id}/audit-logs/{id}/revert',
]

/** What changes these gives or takes power, or is money. */
const AT_STAKE: Record<string, 'power' | 'value'> = {
	platform_admins: 'power',
	memberships: 'power',
	passkeys: 'power',
	identities: 'power',
	totp_keys: 'power',
	recovery_codes: 'power',
	api_keys: 'power',
	invitations: 'power',
	service_accounts: 'power',
	service_account_keys: 'power',
	service_account_encryption_keys: 'power',
	scim_tokens: 'power',
	oidc_connections: 'power',
	credit_accounts: 'value',
	credit_operations: 'value',
	redemption_codes: 'value',
	subscriptions: 'value',
}

/** Whose callers prove more than a session does, or who have just proven who they are. */
const NOT_ASKED: Record<string, string> = {
	'PATCH /v1/api-keys/{id}': 'Narrowing a key only takes away, and widening it asks',
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}': 'The same',
	'DELETE /v1/me/sessions/{id}': "Ending a session of one's own only protects",
	'DELETE /v1/admin/users/{user_id}/sessions/{id}': 'Ending a session only protects',
	'PUT /v1/me/totp': 'It needs the key that was made with a proof',
	'POST /v1/me/passkeys': 'It needs the challenge that was made with a proof',
	'PATCH /v1/me/passkeys/{id}': 'It only renames',
	'POST /v1/invitations/{token}/accept': 'Whoever invited has proven who they are',
	'POST /v1/me/redeem': 'Whoever made the code has proven who they are',
	'POST /v1/admin/oidc-connections/{connection_id}/test': 'It only tests',
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/test': 'It only tests',
	'PATCH /v1/admin/redemption-codes/{id}': 'It asks for an activation',
	'PATCH /v1/admin/redemption-codes/batches/{batch_id}': 'It asks for an activation',
	'DELETE /scim/v2/Users/{user_id}': 'A directory has no session',
}

const nameOf = ({ method, path }: (typeof declared)[number]) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

const here = await sampleWorld()

const proofs = declared.flatMap((one) => (one.proofs ?? []).map((proof) => ({ name: nameOf(one), ...proof })))

test('what asks says for what, but for what goes by another change', () => {
	const asking = declared.filter(
		({ proofs, refusals = [] }) => proofs || refusals.some((one) => one === 'auth.step_up'),
	)
	expect(asking.map(nameOf).toSorted()).toEqual([...new Set(proofs.map(({ name }) => name)), ...OF_CHANGES].toSorted())
})

/** Every session began so long ago, and nobody has proven anything since then. */
async function later(minutes: number) {
	const began = new Date(Date.now() - minutes * 60_000).toISOString()
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

const LASTS = { power: 10, value: 60 }

const expectAsked = ({ status, body, headers }: Reply, max_age: number, method = 'password') => {
	expect({ status, body }).toMatchObject({
		status: 401,
		body: {
			error: 'auth.unauthorized',
			details: { reason: 'auth.step_up', methods: [method], challenge: expect.stringMatching(/^chl_[\w-]{44}$/) },
		},
	})
	expect(headers.get('WWW-Authenticate')).toBe(`Bearer error="insufficient_user_authentication", max_age=${max_age}`)
}

/** A call of the operation that asks. */
async function askingSample(row: SpecRow, stake: string) {
	const special = ONLY_SOME[`${stake}: ${row.name}`] ?? ONLY_SOME[row.name]
	const [sample] = special ? [sampleOf(row, await special(here), here)] : await samplesOf(row, here)
	if (!sample) throw new Error(`${row.name} has no sample that asks`)
	return sample
}

test.each(proofs)(
	'$name asks once the proof of $stake is too old, changes nothing then, and passes a dry run',
	async ({ name, stake }) => {
		const row = rowOf(name)
		const sample = await askingSample(row, stake)
		try {
			await later(LASTS[stake] + 1)
			const before = await auditRows()
			expectAsked(await sample.send(), LASTS[stake] * 60, FACTORS[name])
			expect(await auditRows()).toBe(before)
			if (row.method !== 'GET') {
				const dry = await sample.send({ 'Dry-Run': 'true' })
				expect(dry.body.details?.reason).not.toBe('auth.step_up')
			}
			await later(LASTS[stake] - 1)
			const { status, body } = await sample.send()
			expect({ name, body, isDone: status < 300 }).toMatchObject({ name, isDone: true })
		} finally {
			await backToNow()
		}
	},
)

const always = new Set(proofs.flatMap(({ name, isAlways }) => (isAlways ? [name] : [])))
const unasked = SPEC.filter(({ name }) => !always.has(name) && !OF_CHANGES.includes(name))
const writesUnasked = unasked.filter(({ method, noSample }) => method !== 'GET' && !noSample)

test.each(writesUnasked.map((row) => [row.name, row] as const))(
	'%s puts nothing at stake, or can be reverted',
	async (name, row) => {
		for (const sample of await samplesOf(row, here)) {
			const { headers } = await sample.succeed()
			const audit = await auditOf(headers.get('Audit-Id'))
			if (!audit || NOT_ASKED[name]) continue
			const { action, target_type } = audit
			const isFinal = row.method === 'DELETE' && whyNotRevertible(action) !== undefined
			expect({ name, action, stake: AT_STAKE[target_type], isFinal }).toEqual({ name, action, isFinal: false })
		}
	},
)

const auditOf = (id: string | null) =>
	env.DB.prepare('SELECT action, target_type FROM audit_logs WHERE id = ?')
		.bind(id)
		.first<Record<'action' | 'target_type', string>>()

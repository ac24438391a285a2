import { expect, test } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { encryptionPair } from '../support/encryption.ts'
import { givers } from '../support/givers.ts'
import { memberOf } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { type Caller, unique, world } from '../support/world.ts'

// Whoever gives something holds all of it, where it's given, by the credential that asks.

const here = await newWorld()

async function newWorld() {
	const { org_id, admin, owner, member, stranger } = await world()
	const support = await operator(['support'])
	const operations = await operator(['operations'])
	const billing = await operator(['billing'])
	const manager = await memberOf(org_id, 'admin')
	const settings = as((await owner.post('/v1/api-keys', { name: 'settings', scopes: ['org.settings'] })).body.key)
	const account = await serviceOf(owner, org_id, { scopes: ['data.secrets'] })
	const runtime = await serviceOf(admin, org_id, { scopes: ['runtime.report', 'runtime.resolve'] })
	const program = await serviceOf(owner, org_id, { scopes: ['org.settings'] })
	const ofOrg = { name: 'Acme', issuer: 'https://idp.example.com', client_id: 'p', client_secret: 's' }
	const path = `/v1/orgs/${org_id}/oidc-connections`
	const connection = await owner.post(path, { ...ofOrg, domains: [] })
	expect(connection.status).toBe(201)
	const { body: invitation } = await owner.post(`/v1/orgs/${org_id}/invitations`, {
		email: `${unique('i')}@example.com`,
		role: 'owner',
	})
	const people = { admin, owner, member, stranger, support, operations, billing, manager }
	const programs = { settings, account, runtime, program }
	return {
		...people,
		...programs,
		org_id,
		ofOrg,
		connections: path,
		connection_id: connection.body.id as string,
		invitation,
	}
}

const lacks = (permission: string) => ({ status: 403, body: { details: { permission } } })
const refused = (reason: string) => ({ status: 403, body: { details: { reason } } })
const MISSING = { status: 404 }

type Refusal = ReturnType<typeof lacks> | ReturnType<typeof refused> | typeof MISSING
/** Who tries to give what they don't hold, and what they learn. */
type Attempt = [caller: Api, path: string, body: unknown, refusal: Refusal]

const pathOf = ({ user_id }: Caller) => `/v1/admin/users/${user_id}`
const NEVER_OF_ORG = [
	'platform_admin',
	'platform.read',
	'people.write',
	'money.write',
	'platform.write',
	'runtime.report',
	'runtime.resolve',
]
const REACH = { orgs: ['*'], platform_credentials: true }

/** Attempts to have an account of the org made or changed, at this path. */
function ofAccount(path: string, more: object): Attempt[] {
	const { owner, settings, program, operations, member } = here
	return [
		...NEVER_OF_ORG.map((one): Attempt => [owner, path, { ...more, scopes: [one] }, lacks(one)]),
		[settings, path, { ...more, role: 'admin' }, lacks('data.secrets')],
		[program, path, { ...more, scopes: ['data.secrets'] }, lacks('data.secrets')],
		[owner, path, { ...more, scopes: [], runtime: REACH }, lacks('platform_admin')],
		[operations, path, { ...more, role: 'member' }, lacks('platform_admin')],
		[member, path, { ...more, role: 'member' }, lacks('org.settings')],
	]
}

const asRuntime = (path: string, body: object): Attempt[] => [
	[here.runtime, path, { ...body, org_id: here.stranger.org_id }, MISSING],
	[
		here.owner,
		path,
		{ ...body, org_id: here.org_id },
		lacks(/resolve/.test(path) ? 'runtime.resolve' : 'runtime.report'),
	],
]

const ofConnection = (path: string, body?: object): Attempt[] => [
	[here.manager, path, body, refused('orgs.owner_only')],
	[here.operations, path, body, refused('orgs.owner_only')],
]

/** A document gives all that's in it, at the platform's path and at the org's. */
const ofDocument = (method: 'PUT' | 'POST', path: string): Record<string, () => Attempt[]> => {
	const of = (base: string) => base + path.replace('{number}', '1')
	return {
		[`${method} /v1/admin${path}`]: () => [[here.operations, of('/v1/admin'), {}, lacks('platform_admin')]],
		[`${method} /v1/orgs/{org_id}${path}`]: () => [
			[here.settings, of(`/v1/orgs/${here.org_id}`), {}, lacks('data.secrets')],
			[here.member, of(`/v1/orgs/${here.org_id}`), {}, lacks('org.settings')],
		],
	}
}

const reported = () => ({ run_id: unique('run'), status: 'completed' })

const run = () => ({ run_id: unique('run'), user_id: null, agent_id: null })

/** What whoever lacks something is answered, by operation. */
const ATTEMPTS: Record<string, () => Attempt[] | Promise<Attempt[]>> = {
	'POST /v1/api-keys': () =>
		['org.settings', 'data.secrets', ...NEVER_OF_ORG].map((one) => [
			here.member,
			'/v1/api-keys',
			{ name: 'k', scopes: [one] },
			lacks(one),
		]),
	'POST /v1/api-keys/{id}/rotate': async () => {
		const { id } = (await here.owner.post('/v1/api-keys', { name: 'mine' })).body
		return [[here.manager, `/v1/api-keys/${id}/rotate`, {}, MISSING]]
	},
	'POST /v1/orgs/{org_id}/service-accounts': () => ofAccount(at(here.org_id), { name: 'x' }),
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}': () => ofAccount(here.account.path, {}),
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys': () => [
		[here.settings, `${here.account.path}/keys`, {}, lacks('data.secrets')],
		[here.owner, `${here.runtime.path}/keys`, {}, lacks('runtime.report')],
		[here.operations, `${here.account.path}/keys`, {}, lacks('platform_admin')],
	],
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}/rotate': () => [
		[here.settings, `${here.account.path}/keys/${here.account.key_id}/rotate`, {}, lacks('data.secrets')],
		[here.owner, `${here.runtime.path}/keys/${here.runtime.key_id}/rotate`, {}, lacks('runtime.report')],
		[here.operations, `${here.account.path}/keys/${here.account.key_id}/rotate`, {}, lacks('platform_admin')],
	],
	'PUT /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys': async () => {
		const { publicJwk } = await encryptionPair()
		const path = `${here.account.path}/encryption-keys`
		return [
			[here.settings, path, publicJwk, refused('auth.person_required')],
			[here.operations, path, publicJwk, lacks('platform_admin')],
		]
	},
	'POST /v1/admin/orgs': () => [
		[here.support, '/v1/admin/orgs', { name: 'x', owner_user_id: here.support.user_id }, refused('roles.self')],
		[here.support, '/v1/admin/orgs', { name: 'x', owner_user_id: here.billing.user_id }, refused('roles.higher')],
		[here.owner, '/v1/admin/orgs', { name: 'x', owner_user_id: here.owner.user_id }, lacks('people.write')],
	],
	'PUT /v1/admin/orgs/{org_id}/members/{user_id}': () => {
		const to = ({ user_id }: Caller) => `/v1/admin/orgs/${here.org_id}/members/${user_id}`
		return [
			[here.support, to(here.support), { role: 'member' }, refused('roles.self')],
			[here.support, to(here.billing), { role: 'member' }, refused('roles.higher')],
			[here.owner, to(here.member), { role: 'admin' }, lacks('people.write')],
			[here.operations, to(here.member), { role: 'admin' }, lacks('people.write')],
		]
	},
	'PATCH /v1/orgs/{org_id}/members/{user_id}': () => {
		const path = `/v1/orgs/${here.org_id}/members/${here.member.user_id}`
		return [
			...[here.manager, here.settings, here.program, here.operations].map((one): Attempt => [
				one,
				path,
				{ role: 'owner' },
				refused('members.owner'),
			]),
			[here.member, path, { role: 'admin' }, lacks('org.settings')],
		]
	},
	'PUT /v1/admin/users/{user_id}/roles': () =>
		[here.support, here.operations, here.billing, here.owner].flatMap((one) =>
			[['admin'], ['auditor'], []].map((roles): Attempt => [
				one,
				`${pathOf(here.member)}/roles`,
				{ roles },
				lacks('platform_admin'),
			]),
		),
	'PUT /v1/admin/users/{user_id}/platform-admin': () => [
		[here.support, `${pathOf(here.member)}/platform-admin`, undefined, lacks('platform_admin')],
	],
	'POST /v1/admin/users/{user_id}/password-reset': () => [
		[here.support, `${pathOf(here.billing)}/password-reset`, undefined, refused('roles.higher')],
		[here.support, `${pathOf(here.support)}/password-reset`, undefined, refused('roles.higher')],
		[here.operations, `${pathOf(here.member)}/password-reset`, undefined, lacks('people.write')],
	],
	'POST /v1/admin/users/{user_id}/second-factor/reset': () => [
		[here.support, `${pathOf(here.billing)}/second-factor/reset`, undefined, refused('roles.higher')],
		[here.operations, `${pathOf(here.member)}/second-factor/reset`, undefined, lacks('people.write')],
	],
	'POST /v1/orgs/{org_id}/invitations': () => {
		const path = `/v1/orgs/${here.org_id}/invitations`
		const as = (role: string) => ({ email: `${unique('i')}@example.com`, role })
		return [
			...[here.manager, here.settings].map((one): Attempt => [one, path, as('owner'), refused('invitations.role')]),
			...[here.program, here.operations].map((one): Attempt => [one, path, as('member'), refused('invitations.role')]),
			[here.member, path, as('member'), lacks('org.settings')],
		]
	},
	'POST /v1/orgs/{org_id}/invitations/{id}/resend': () => {
		const path = `/v1/orgs/${here.org_id}/invitations/${here.invitation.id}/resend`
		return [here.manager, here.settings, here.operations].map((one) => [
			one,
			path,
			undefined,
			refused('invitations.role'),
		])
	},
	'POST /v1/admin/oidc-connections': () => [
		[here.operations, '/v1/admin/oidc-connections', { ...here.ofOrg, role_map: {} }, lacks('platform_admin')],
	],
	'PATCH /v1/admin/oidc-connections/{connection_id}': () => [
		[here.operations, '/v1/admin/oidc-connections/oic_none', { role_map: { it: 'admin' } }, lacks('platform_admin')],
	],
	'POST /v1/admin/oidc-connections/{connection_id}/scim-token': () => [
		[here.operations, '/v1/admin/oidc-connections/oic_none/scim-token', undefined, lacks('platform_admin')],
	],
	'POST /v1/admin/oidc-connections/{connection_id}/confirm': () => [
		[here.operations, '/v1/admin/oidc-connections/oic_none/confirm', undefined, lacks('platform_admin')],
	],
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/confirm': () =>
		ofConnection(`${here.connections}/${here.connection_id}/confirm`),
	'POST /v1/orgs/{org_id}/oidc-connections': () =>
		ofConnection(here.connections, { ...here.ofOrg, domains: [], default_role: 'member' }),
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}': () =>
		ofConnection(`${here.connections}/${here.connection_id}`, { default_role: 'admin' }),
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token': () =>
		ofConnection(`${here.connections}/${here.connection_id}/scim-token`),
	'PUT /v1/admin/email/config': () => [
		[here.operations, '/v1/admin/email/config', { smtp_host: 'mail.example.com' }, lacks('platform_admin')],
	],
	'POST /v1/subscriptions': () => [
		[here.operations, '/v1/subscriptions', { org_id: here.org_id, plan_id: 'plan_x' }, lacks('people.write')],
	],
	'POST /v1/entitlement-overrides': () => [
		[
			here.operations,
			'/v1/entitlement-overrides',
			{ org_id: here.org_id, key: 'limit.orgs', value: '9' },
			lacks('people.write'),
		],
	],
	'POST /v1/feature-flags/{key}/org-overrides': () => [
		[here.support, '/v1/feature-flags/x/org-overrides', { org_id: here.org_id, value: true }, lacks('platform.write')],
	],
	'POST /v1/admin/credits/adjust': () => [
		[here.support, '/v1/admin/credits/adjust', { org_id: here.org_id, amount: 1 }, lacks('money.write')],
	],
	'POST /v1/admin/budgets': () => [
		[here.operations, '/v1/admin/budgets', { org_id: here.org_id }, lacks('money.write')],
	],
	'POST /v1/admin/budgets/rehearse': () => [
		[here.owner, '/v1/admin/budgets/rehearse', { org_id: here.org_id }, lacks('platform.read')],
	],
	...ofDocument('PUT', '/config'),
	...ofDocument('POST', '/config/revisions/{number}/restore'),
	'POST /v1/admin/orgs/{org_id}/restore': () => [
		[here.operations, `/v1/admin/orgs/${here.org_id}/restore`, undefined, lacks('people.write')],
	],
	'POST /v1/runtime/runs': () => asRuntime('/v1/runtime/runs', reported()),
	'POST /v1/runtime/runs/begin': () => asRuntime('/v1/runtime/runs/begin', run()),
	'POST /v1/runtime/runs/{run_id}/progress': () => asRuntime('/v1/runtime/runs/run-x/progress', {}),
	...Object.fromEntries(
		['grant', 'decline'].flatMap((verb) => [
			[
				`POST /v1/admin/requests/{request_id}/${verb}`,
				() => [[here.owner, `/v1/admin/requests/req_none/${verb}`, { hash: 'x' }, lacks('money.write')]] as Attempt[],
			],
			[
				`POST /v1/orgs/{org_id}/requests/{request_id}/${verb}`,
				() =>
					[
						[here.member, `/v1/orgs/${here.org_id}/requests/req_none/${verb}`, { hash: 'x' }, lacks('org.settings')],
						[here.stranger, `/v1/orgs/${here.org_id}/requests/req_none/${verb}`, { hash: 'x' }, MISSING],
					] as Attempt[],
			],
		]),
	),
	'POST /v1/runtime/tools/resolve': () => asRuntime('/v1/runtime/tools/resolve', { group: 'web_search' }),
	'POST /v1/runtime/models/resolve': () => asRuntime('/v1/runtime/models/resolve', { selector: 'main^m' }),
	'POST /v1/runtime/mcp/resolve': () => asRuntime('/v1/runtime/mcp/resolve', {}),
}

test('every operation that gives something is here', () => {
	expect(Object.keys(ATTEMPTS).toSorted()).toEqual([...new Set(givers)].toSorted())
})

test.each(Object.entries(ATTEMPTS))(
	'%s gives nothing that its caller lacks, and says what that is',
	async (name, attempts) => {
		const verb = name.split(' ')[0]?.toLowerCase() as 'post' | 'put' | 'patch'
		const tried = await attempts()
		expect(tried).not.toEqual([])
		for (const [caller, path, body, refusal] of tried) expect(await caller[verb](path, body)).toMatchObject(refusal)
	},
)

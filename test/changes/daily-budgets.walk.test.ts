import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { declared, type Reply, send } from '../support/api.ts'
import { configuration, orgPath } from '../support/configuration.ts'
import { memberOf } from '../support/invitations.ts'
import { IS_NIGHT } from '../support/property.ts'
import { revert, within } from '../support/reverts.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'
import { type Caller, unique, user } from '../support/world.ts'

// Taking away is never refused by a limit or a budget. Here everything is used up: each limit of a plan, the day's audit rows and changes
// on trial, and the pace of what reads much.

const here = await sampleWorld()
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

const limiter = (success: boolean) => ({ limit: () => Promise.resolve({ success }) })
const SPENT = {
	...quiet.env,
	RATE_LIMITS: 'on',
	...Object.fromEntries(
		Object.keys(env)
			.filter((name) => name.endsWith('_RATE_LIMIT'))
			.map((name) => [name, limiter(!/^(DEAR|APPLY)_/.test(name))]),
	),
} as Partial<Env>

const { body: known } = await here.admin.get('/v1/entitlement-keys')
const LIMITS = (known as { key: string }[]).flatMap(({ key }) => (key.startsWith('limit.') ? [key] : []))

const useUp = () =>
	env.DB.batch([
		env.DB.prepare(
			"INSERT INTO config_entries (key, value, updated_at) SELECT value, '1', '' FROM json_each(?) WHERE true",
		).bind(JSON.stringify(LIMITS)),
		env.DB.prepare(
			"INSERT OR REPLACE INTO audit_days (org_id, day, rows, audit_id) SELECT id, strftime('%Y-%m-%d', 'now'), 1000000, '' FROM orgs",
		),
	])
const restore = () => env.DB.prepare("DELETE FROM config_entries WHERE key GLOB 'limit.*'").run()
afterEach(restore)

async function withAllUsedUp(call: () => Promise<Reply>) {
	await useUp()
	try {
		return await call()
	} finally {
		await restore()
	}
}

/** What is declared to be refused by a limit. It only adds, or a test below shows that it still takes away. */
const ADDS = [
	'PATCH /v1/me',
	'PUT /v1/me/totp',
	...[
		'/login',
		'/passkey',
		'/passkey/options',
		'/access',
		'/register',
		'/second-factor',
		'/step-up',
		'/password-reset',
	].map((path) => `POST /v1/auth${path}`),
	...['/password', '/email/verification', '/passkeys', '/passkeys/options'].map((path) => `POST /v1/me${path}`),
	...['/api-keys', '/orgs', '/llm-providers', '/mcp-configs', '/webhook-endpoints', '/ip-rules'].map(
		(path) => `POST /v1${path}`,
	),
	'POST /v1/llm-providers/{provider_id}/models',
	'POST /v1/invitations/{token}/accept',
	'POST /v1/admin/oidc-connections',
	...['/oidc-connections', '/service-accounts', '/service-accounts/{account_id}/keys'].map(
		(path) => `POST /v1/orgs/{org_id}${path}`,
	),
	...['/invitations', '/invitations/{id}/resend'].map((path) => `POST /v1/orgs/{org_id}${path}`),
	'PUT /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys',
	...['admin', 'orgs/{org_id}'].flatMap((at) => [
		`POST /v1/${at}/budgets`,
		`PATCH /v1/${at}/budgets/{budget_id}`,
		`POST /v1/${at}/budgets/rehearse`,
		`POST /v1/${at}/config/plan`,
	]),
	...['recover', 'backfill'].map((verb) => `POST /v1/webhook-endpoints/{endpoint_id}/${verb}`),
	'PATCH /v1/notifications',
]

/** An org's pauses are full at a thousand: ending one, or a pause of the whole platform, makes room. */
const FULL = ['PUT /v1/orgs/{org_id}/pauses/{scope}/{subject}']

const DOCUMENTS = ['admin', 'orgs/{org_id}'].flatMap((at) => [
	`PUT /v1/${at}/config`,
	`POST /v1/${at}/config/revisions/{number}/restore`,
])
const ENDS = ['admin', 'orgs/{org_id}'].map((at) => `POST /v1/${at}/audit-logs/{id}/revert`)
const DIRECTORY = ['POST', 'PUT', 'PATCH'].map(
	(method) => `${method} /scim/v2/Users${method === 'POST' ? '' : '/{user_id}'}`,
)

const spent = { env: SPENT }
const rule = (last: number) => ({ type: 'blocklist', cidr: `198.18.7.${last}/32` })
const config = () => ({ name: unique('mcp'), transport: 'stdio', command: 'run' })

/** What adds or takes away, as its body says, and a call that takes away from an org which has two of everything. */
const TAKES: [names: string[], make: (owner: Caller) => Promise<() => Promise<Reply>>][] = [
	[
		['PUT /v1/admin/orgs/{org_id}/members/{user_id}'],
		async ({ org_id }) => {
			const { user_id } = await memberOf(org_id, 'admin')
			return () => here.admin.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'member' }, spent)
		},
	],
	[
		ENDS,
		async (owner) => {
			const made = await owner.post('/v1/mcp-configs', config())
			return () => revert(owner, made)
		},
	],
	[
		['POST /v1/admin/changes/{id}/end'],
		async (owner) => {
			const made = await owner.post('/v1/ip-rules', rule(1), within(600))
			return () => owner.post(`/v1/admin/changes/${made.headers.get('Confirm-Id')}/end`, undefined, spent)
		},
	],
	[
		// Its own limit is its pace: each deletion by itself has none.
		DOCUMENTS,
		async (owner) => {
			const { get, tag } = configuration(owner, orgPath(owner))
			const [document, base] = [await get(), await tag()]
			document.mcp_configs = Object.fromEntries(Object.entries(document.mcp_configs).slice(1))
			const options = { env: { ...SPENT, APPLY_RATE_LIMIT: limiter(true) }, headers: { 'If-Match': base } }
			return () => owner.put(orgPath(owner), { document, mode: 'exact' }, options)
		},
	],
]

/** What a directory takes away is in scim.scale.test.ts. */
const declaredLimits = declared.flatMap(({ refusals = [], isDear, ...one }) =>
	one.method !== 'GET' &&
	(isDear || refusals.some((reason) => typeof reason === 'string' && /^limit\.reached$|too_many/.test(reason)))
		? [nameOf(one)]
		: [],
)

test('whatever a limit refuses is here', () => {
	const known = [...ADDS, ...FULL, ...DIRECTORY, ...TAKES.flatMap(([names]) => names)]
	expect(declaredLimits.toSorted()).toEqual(known.toSorted())
})

test.each(TAKES)('%s takes away with everything used up', async (_, make) => {
	const owner = await user()
	for (const _one of [1, 2, 3]) await owner.post('/v1/mcp-configs', config())
	const call = await make(owner)
	const { status, body } = await withAllUsedUp(call)
	expect({ status, body }).toMatchObject({ status: 200 })
})

/** By its method or by its sentence. */
const TAKING = /^(Cancel|Deactivate|Decline|Delete|End|Leave|Lift|Log out|Remove|Revoke|Withdraw) /
const taking = new Set(
	declared.filter(({ method, summary = '' }) => method === 'DELETE' || TAKING.test(summary)).map(nameOf),
)
const limited = new Set(declaredLimits)
const tried = SPEC.filter(
	({ name, method, noSample }) => method !== 'GET' && !noSample && !limited.has(name) && (IS_NIGHT || taking.has(name)),
)

test.each(tried.map((row) => [row.name, row] as const))('%s is done with everything used up', async (name, row) => {
	for (const sample of await samplesOf(row, here)) {
		const { upstream, caller } = sample
		const asked = upstream && vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(upstream()))
		const headers = { ...(caller && { Authorization: `Bearer ${caller.token}` }), ...sample.headers }
		const path = sample.name.slice(row.method.length + 1)
		const reply = await withAllUsedUp(() => send(row.method, path, { env: SPENT, body: sample.body, headers }))
		asked?.mockRestore()
		expect({ name, status: reply.status, body: reply.body }).toMatchObject({ name, status: sample.status ?? 200 })
	}
})

test('a deletion on trial is refused beyond the trials of a day, and the same deletion without one is done', async () => {
	const owner = await user()
	const made = [await owner.post('/v1/ip-rules', rule(1)), await owner.post('/v1/ip-rules', rule(2))]
	const [first = '', second = ''] = made.map(({ body }) => `/v1/ip-rules/${body.id}`)
	await owner.delete(first, within(600))
	const reached = { reason: 'limit.reached', key: 'limit.trials_per_day', limit: 1 }
	expect((await withAllUsedUp(() => owner.delete(second, within(600)))).body.details).toEqual(reached)
	expect((await withAllUsedUp(() => owner.delete(second))).status).toBe(204)
})

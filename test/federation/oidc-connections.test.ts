import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { type Api } from '../support/api.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { proveAgain, systemContext } from '../support/program.ts'
import { unique, world } from '../support/world.ts'

const at = (org_id: string, id = '') => `/v1/orgs/${org_id}/oidc-connections${id && `/${id}`}`

const wanted = (fields: object = {}) => ({
	name: unique('provider'),
	issuer: 'https://login.example.com/tenant',
	client_id: 'plinth',
	client_secret: 'not-for-your-eyes',
	...fields,
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const invalidField = (path: string) => ({
	status: 400,
	body: { error: 'validation.error', details: { fields: [{ path, message: expect.any(String) }] } },
})

/** Resolvers that answer with these texts, one list for each; undefined is one that fails. */
const resolvers = (...answers: (string[] | undefined)[]) =>
	vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
		const { hostname } = new URL(input instanceof Request ? input.url : input)
		const texts = answers[hostname === 'dns.google' ? 1 : 0]
		const answer = { Status: 0, Answer: texts?.map((data) => ({ type: 16, data: `"${data}"` })) }
		return Promise.resolve(texts ? Response.json(answer) : new Response('', { status: 500 }))
	})

const connect = async (owner: Api, org_id: string, fields: object = {}) => {
	const { status, body } = await owner.post(at(org_id), wanted(fields))
	expect(status).toBe(201)
	return body
}

test('a connection is shown with its record and its redirect URI, and never with its secret', async () => {
	const { owner, org_id } = await world()
	const domain = `${unique('acme')}.example.com`
	const input = wanted({ domains: [domain.toUpperCase()], role_claim: 'groups', role_map: { staff: 'member' } })
	const made = await owner.post(at(org_id), input)
	const { client_secret: _, ...shown } = input
	expect(made.status).toBe(201)
	expect(made.body).toEqual({
		...shown,
		id: expect.stringMatching(/^oic_/),
		org_id,
		scopes: ['openid', 'email', 'profile'],
		domains: [
			{
				domain,
				record: `_plinth.${domain}`,
				value: expect.stringMatching(/^plinth-domain=[\w-]{43}$/),
				proved_at: null,
				checked_at: null,
			},
		],
		default_role: null,
		session_max_age: 43_200,
		is_active: true,
		is_required: false,
		redirect_uri: expect.stringMatching(new RegExp(`/v1/auth/oidc/${made.body.id}/callback$`)),
		decided_by: owner.user_id,
		waits_since: null,
		scim_token_created_at: null,
		scim_token_ends_at: null,
		last_failure: null,
		last_failed_at: null,
		created_at: time,
		updated_at: time,
	})
	expect(await owner.get(at(org_id, made.body.id))).toMatchObject({ body: made.body })
	expect((await owner.get(at(org_id))).body).toEqual([made.body])
	const stored = await env.DB.prepare('SELECT * FROM audit_logs WHERE target_id = ?').bind(made.body.id).all()
	expect(JSON.stringify(stored.results)).not.toContain('not-for-your-eyes')
})

test('only owners change an org’s connections, and admins read them', async () => {
	const { owner, member, stranger, admin, org_id } = await world()
	const { id } = await connect(owner, org_id)
	await admin.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'admin' })
	expect(await member.get(at(org_id, id))).toMatchObject({ status: 200 })
	for (const call of [
		() => member.post(at(org_id), wanted()),
		() => member.patch(at(org_id, id), { is_active: false }),
		() => member.post(at(org_id, `${id}/test`)),
		() => member.delete(at(org_id, id)),
	])
		expect(await call()).toMatchObject({ status: 403, body: { details: { reason: 'orgs.owner_only' } } })
	expect(await stranger.patch(at(stranger.org_id, id), { is_active: false })).toMatchObject({ status: 404 })
	expect((await owner.get(at(org_id, id))).body.is_active).toBe(true)
})

test.for<[string, string, object]>([
	['an issuer without TLS', 'issuer', { issuer: 'http://login.example.com' }],
	['an issuer in our own network', 'issuer', { issuer: 'https://localhost' }],
	['an issuer with a query', 'issuer', { issuer: 'https://login.example.com/?a=b' }],
	['a platform role', 'role_map.staff', { role_map: { staff: 'auditor' } }],
	['an unknown role', 'default_role', { default_role: 'root' }],
	['a domain without a dot', 'domains.0', { domains: ['com'] }],
	['a domain twice', 'domains.1', { domains: ['a.example.com', 'A.example.com'] }],
	['a sign-in of thirteen hours', 'session_max_age', { session_max_age: 46_800 }],
	['scopes without openid', 'scopes', { scopes: ['email'] }],
])('%s returns 400', async ([, path, fields]) => {
	const { owner, org_id } = await world()
	expect(await owner.post(at(org_id), wanted(fields))).toMatchObject(invalidField(path))
	expect((await owner.get(at(org_id))).body).toEqual([])
})

test('a new issuer needs the secret again, so nobody can send the stored one to themselves', async () => {
	const { owner, org_id } = await world()
	const { id, issuer } = await connect(owner, org_id)
	const moved = { issuer: 'https://evil.example.com' }
	expect(await owner.patch(at(org_id, id), moved)).toMatchObject(invalidField('client_secret'))
	expect((await owner.get(at(org_id, id))).body.issuer).toBe(issuer)
	const both = await owner.patch(at(org_id, id), { ...moved, client_secret: 'another' })
	expect(both).toMatchObject({ status: 200, body: moved })
})

test('a domain is proved when both resolvers see its record, and not by one alone', async () => {
	const { owner, org_id } = await world()
	const { id, domains } = await connect(owner, org_id, { domains: [`${unique('acme')}.example.com`] })
	const { value } = domains[0]
	const proved = async (...answers: (string[] | undefined)[]) => {
		resolvers(...answers)
		return (await owner.post(at(org_id, `${id}/test`))).body.domains[0].proved_at
	}
	expect(await proved([value], [])).toBe(null)
	expect(await proved([], [value])).toBe(null)
	expect(await proved([value], undefined)).toBe(null)
	expect(await proved([`${value}x`], [value])).toBe(null)
	expect(await proved(['v=spf1 -all', value], [value])).toEqual(time)
	expect(await proved([value], undefined)).toEqual(time)
	expect(await proved([value], [])).toBe(null)
})

test('a proved domain is nobody else’s, and an unproved one blocks nobody', async () => {
	const { owner, stranger, org_id } = await world()
	const domain = `${unique('acme')}.example.com`
	const squatter = await connect(stranger, stranger.org_id, { domains: [domain] })
	const { id, domains } = await connect(owner, org_id, { domains: [domain] })
	resolvers([domains[0].value], [domains[0].value])
	expect((await owner.post(at(org_id, `${id}/test`))).body.domains[0].proved_at).toEqual(time)
	vi.restoreAllMocks()
	const theirs = squatter.domains[0].value
	resolvers([theirs], [theirs])
	const late = await stranger.post(at(stranger.org_id, `${squatter.id}/test`))
	expect(late).toMatchObject({ status: 200, body: { domains: [{ proved_at: null, checked_at: time }] } })
})

test('two connections that prove one domain at the same time do not both get it', async () => {
	const { owner, stranger, org_id } = await world()
	const domain = `${unique('acme')}.example.com`
	const one = await connect(owner, org_id, { domains: [domain] })
	const other = await connect(stranger, stranger.org_id, { domains: [domain] })
	const records = [one.domains[0].value, other.domains[0].value]
	resolvers(records, records)
	const replies = await Promise.all([
		owner.post(at(org_id, `${one.id}/test`)),
		stranger.post(at(stranger.org_id, `${other.id}/test`)),
	])
	expect(replies.map(({ status }) => status)).toEqual([200, 200])
	expect(replies.filter(({ body }) => body.domains[0].proved_at !== null)).toHaveLength(1)
})

test('a proof is looked at again after a week: a record that is gone takes it away, and an outage does not', async () => {
	const { owner, org_id } = await world()
	const { id, domains } = await connect(owner, org_id, { domains: [`${unique('acme')}.example.com`] })
	const { value } = domains[0]
	resolvers([value], [value])
	await owner.post(at(org_id, `${id}/test`))
	const proved = async () => (await owner.get(at(org_id, id))).body.domains[0].proved_at
	const lookAgain = async (days: number, ...answers: (string[] | undefined)[]) => {
		const checked_at = new Date(Date.now() - days * 86_400_000).toISOString()
		await env.DB.prepare('UPDATE oidc_domains SET checked_at = ? WHERE connection_id = ?').bind(checked_at, id).run()
		resolvers(...answers)
		expect(await proveAgain(systemContext(env), NO_PLACE)).toBe(false)
		return proved()
	}
	expect(await lookAgain(8, [value], undefined)).toEqual(time)
	expect(await lookAgain(6, [], [])).toEqual(time)
	expect(await lookAgain(8, [value], [value])).toEqual(time)
	expect(await lookAgain(8, [], [value])).toBe(null)
})

test('a domain that stays keeps its proof, and one that is removed and added again has none', async () => {
	const { owner, org_id } = await world()
	const [kept, added] = [`${unique('kept')}.example.com`, `${unique('added')}.example.com`]
	const { id, domains } = await connect(owner, org_id, { domains: [kept] })
	resolvers([domains[0].value], [domains[0].value])
	await owner.post(at(org_id, `${id}/test`))
	const both = await owner.patch(at(org_id, id), { domains: [kept, added] })
	expect(both.body.domains).toMatchObject([
		{ domain: added, proved_at: null },
		{ domain: kept, proved_at: time },
	])
	await owner.patch(at(org_id, id), { domains: [] })
	const again = await owner.patch(at(org_id, id), { domains: [kept] })
	expect(again.body.domains).toMatchObject([{ domain: kept, proved_at: null }])
	expect(again.body.domains[0].value).not.toBe(domains[0].value)
})

test('another owner’s connection keeps its domains when somebody deletes or changes it by its id', async () => {
	const { owner, stranger, org_id } = await world()
	const domain = `${unique('acme')}.example.com`
	const { id } = await connect(owner, org_id, { domains: [domain] })
	expect(await stranger.delete(at(stranger.org_id, id))).toMatchObject({ status: 404 })
	expect(await stranger.patch(at(stranger.org_id, id), { domains: [] })).toMatchObject({ status: 404 })
	expect((await owner.get(at(org_id, id))).body.domains).toMatchObject([{ domain }])
	expect(await owner.delete(at(org_id, id))).toMatchObject({ status: 204 })
	const left = await env.DB.prepare(
		'SELECT (SELECT count(*) FROM oidc_domains WHERE connection_id = ?1) + (SELECT count(*) FROM secrets WHERE row_id = ?1) AS n',
	)
		.bind(id)
		.first('n')
	expect(left).toBe(0)
})

test('an owner has 20 connections', async () => {
	const { owner, org_id } = await world()
	for (let count = 0; count < 20; count += 1) await connect(owner, org_id)
	expect(await owner.post(at(org_id), wanted())).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached' } },
	})
})

test('the platform’s connections give platform roles, and only platform admins change them', async () => {
	const { admin, owner } = await world()
	const made = await admin.post('/v1/admin/oidc-connections', wanted({ default_role: 'auditor' }))
	expect(made).toMatchObject({ status: 201, body: { org_id: null, default_role: 'auditor' } })
	const path = `/v1/admin/oidc-connections/${made.body.id}`
	expect(await owner.patch(path, { is_active: false })).toMatchObject({ status: 403 })
	expect(await admin.patch(path, { default_role: 'owner' })).toMatchObject(invalidField('default_role'))
	expect(await admin.delete(path)).toMatchObject({ status: 204 })
	expect(await admin.get(path)).toMatchObject({ status: 404 })
})

test('a connection says since when it has a SCIM token', async () => {
	const { owner, org_id } = await world()
	const { id } = await connect(owner, org_id)
	const { created_at } = (await owner.post(at(org_id, `${id}/scim-token`))).body
	expect((await owner.get(at(org_id, id))).body.scim_token_created_at).toBe(created_at)
	await owner.delete(at(org_id, `${id}/scim-token`))
	expect((await owner.get(at(org_id, id))).body.scim_token_created_at).toBeNull()
})

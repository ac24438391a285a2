import { beforeEach, expect, test } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { encryptionPair } from '../support/encryption.ts'
import { invite, memberOf, offer } from '../support/invitations.ts'
import { enter, newProvider, ofOrg, refusalIn, serve, signInWith, someone } from '../support/oidc.ts'
import { forgetPrincipals } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

// Whoever runs a provider can sign in as any owner who is linked. So what is made through its connection works as long as the connection
// is trusted, and no longer than what a member makes.

const provider = await newProvider()
beforeEach(() => void serve(provider))

const ROLES = { role_claim: 'groups', role_map: { root: 'owner' }, default_role: 'member' }

/** An org with a connection of a leaver, and an owner's session through it, and what another owner made in a way of their own. */
async function connectedOrg() {
	const leaver = await user('leaver')
	const { org_id } = leaver
	const connection = await ofOrg(provider, leaver, ROLES)
	const owner = await memberOf(org_id, 'owner')
	const ada: Api = await enter(provider, connection, someone({ groups: ['root'] }))
	const connections = `/v1/orgs/${org_id}/oidc-connections`
	return {
		leaver,
		org_id,
		owner,
		connection,
		connections,
		path: `${connections}/${connection.id}`,
		through: { ...leaver, ...ada, org_id },
		account: await serviceOf(owner, org_id),
		other: await serviceOf(owner, org_id),
		runtime: await serviceOf(await admin(), org_id, { scopes: ['runtime.report', 'runtime.resolve'] }),
		directory: await ofOrg(provider, owner, { default_role: 'member' }),
	}
}
type Here = Awaited<ReturnType<typeof connectedOrg>>

const keyFor = async (maker: Pick<Api, 'post'>, { path }: Here['account']) =>
	as((await maker.post(`${path}/keys`, { name: 'made' })).body.key)
const plans = async (key: Api) => (await key.get('/v1/plans')).status

/** What the column says of, by its table: makes one through a connection, and returns what says how it works. */
const ACTS: Record<string, (here: Here, maker: Caller) => Promise<() => Promise<unknown>>> = {
	invitations: async (_, maker) => {
		const { token } = (await invite(maker, { role: 'admin' })).body
		return async () => (await offer(token)).status
	},
	oidc_connections: async (_, maker) => {
		const { id } = await ofOrg(provider, maker, ROLES)
		return async () => refusalIn(await signInWith(id, provider, someone())).refused
	},
	scim_tokens: async ({ directory, connections }, maker) => {
		const client = as((await maker.post(`${connections}/${directory.id}/scim-token`)).body.token)
		return async () => {
			const { status } = await client.post('/scim/v2/Users', { userName: `${unique('one')}@${directory.domain}` })
			return [status, (await client.get('/scim/v2/Users')).status]
		}
	},
	service_account_keys: async ({ account, other }, maker) => {
		const key = await keyFor(maker, account)
		const madeByIt = await keyFor(key, other)
		return async () => [await plans(key), await plans(madeByIt)]
	},
	service_account_encryption_keys: async ({ runtime, org_id }, maker) => {
		await maker.put(`${runtime.path}/encryption-keys`, (await encryptionPair()).publicJwk)
		return async () =>
			(await runtime.post('/v1/runtime/tools/resolve', { org_id, group: 'web_search' })).body.details?.reason
	},
}

/** What an act does that isn't trusted. Keys are the org's, whose programs must not stop because somebody left: they're listed. */
const DISTRUSTED: Record<string, unknown> = {
	invitations: 404,
	oidc_connections: 'oidc.waits',
	scim_tokens: [403, 200],
	service_account_keys: [200, 200],
	service_account_encryption_keys: 'tool.not_configured',
}

test('every table of acts that give power says through which connection they were made', async () => {
	const found = await rows<{ name: string }>(
		"SELECT t.name FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT GLOB '_cf*' AND c.name = 'through_connection_id'",
	)
	expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(ACTS).toSorted())
	expect(Object.keys(DISTRUSTED)).toEqual(Object.keys(ACTS))
})

const waits = ({ owner, org_id, leaver }: Here) => owner.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`)

/** What is made through a connection, each with what says how it works. */
async function madeIn(here: Here, maker: Caller) {
	const made: [string, () => Promise<unknown>][] = []
	for (const [name, make] of Object.entries(ACTS)) made.push([name, await make(here, maker)])
	return async () => {
		forgetPrincipals()
		const said: Record<string, unknown> = {}
		for (const [name, works] of made) said[name] = await works()
		return said
	}
}

const leftIn = async ({ owner, org_id }: Here): Promise<{ kind: string }[]> =>
	(await owner.get(`/v1/orgs/${org_id}/left-behind`)).body.items

const KINDS = ['encryption_key', 'invitation', 'oidc_connection', 'scim_token', 'service_account_key']

test.each([
	['until somebody confirms it', ({ owner, path }: Here) => owner.post(`${path}/confirm`)],
	['also after it is deleted', undefined],
])('what was made through a connection that waits is listed and gives nothing, %s', async (_, confirm) => {
	const here = await connectedOrg()
	const all = await madeIn(here, here.through)
	const before = await all()
	for (const name of ['invitations', 'oidc_connections', 'scim_tokens'])
		expect.soft(before[name]).not.toEqual(DISTRUSTED[name])
	await waits(here)
	expect(await all()).toEqual(DISTRUSTED)
	expect([...new Set((await leftIn(here)).map(({ kind }) => kind))].toSorted()).toEqual(KINDS)
	if (confirm) {
		await confirm(here)
		expect(await all()).toEqual(before)
		expect(await leftIn(here)).toEqual([])
		return
	}
	await here.owner.delete(here.path)
	expect(await all()).toEqual(DISTRUSTED)
	expect([...new Set((await leftIn(here)).map(({ kind }) => kind))].toSorted()).toEqual(KINDS)
	// Whoever makes it anew in a sign-in of their own takes it over.
	const anew = await (await madeIn(here, here.owner))()
	for (const name of ['invitations', 'oidc_connections', 'scim_tokens'])
		expect.soft(anew[name]).not.toEqual(DISTRUSTED[name])
})

test('a connection that waited for nobody leaves what was made through it as it is, off or deleted', async () => {
	const here = await connectedOrg()
	const all = await madeIn(here, here.through)
	const before = await all()
	await here.owner.patch(here.path, { is_active: false })
	expect(await all()).toEqual(before)
	await here.owner.delete(here.path)
	expect(await all()).toEqual(before)
	await waits(here)
	expect(await leftIn(here)).toEqual([])
})

test('a session through a connection decides nothing about the connection itself', async () => {
	const { through, owner, org_id, leaver, path, connections } = await connectedOrg()
	const next = await ofOrg(provider, through, ROLES)
	const further: Api = await enter(provider, next, someone({ groups: ['root'] }))
	for (const session of [through, further]) {
		const { status, body } = await session.patch(path, { name: unique('Renamed') })
		expect([status, body.decided_by]).toEqual([200, leaver.user_id])
	}
	await owner.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`)
	const waits = async (at: string) => (await owner.get(at)).body.waits_since
	expect([await waits(path), await waits(`${connections}/${next.id}`)]).toEqual([
		expect.stringMatching(/^20/),
		expect.stringMatching(/^20/),
	])
	// It can be confirmed by itself, also when the other one is gone.
	await owner.delete(path)
	expect(await owner.post(`${connections}/${next.id}/confirm`)).toMatchObject({
		status: 200,
		body: { waits_since: null },
	})
	expect(await waits(`${connections}/${next.id}`)).toBeNull()
})

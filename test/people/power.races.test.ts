import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, as, type Reply, send } from '../support/api.ts'
import { sendingBy } from '../support/d1.ts'
import { accept, invite, memberOf, put, rolesIn } from '../support/invitations.ts'
import { directoryOfOrg, enter, ofOrg, someone, servedProvider } from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { runsOf } from '../support/property.ts'
import { booked, CHANGES, confirmIdOf, revert } from '../support/reverts.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { address, admin, type Caller, create, unique, user, world } from '../support/world.ts'

// A right is used, and is taken at the same moment. Whoever comes second in the database finds it gone: the use is refused whole.

const ROUNDS = runsOf(5, 20)
const REFUSED = [400, 401, 403, 404, 409]

interface Race {
	/** Uses the right. */
	use: () => Promise<Reply>
	/** Takes it. */
	take: () => Promise<Reply>
	/** Whether the use has done something. */
	isDone: (used: Reply) => Promise<boolean>
	/** Whether the taking undoes a use that came before it. */
	undoes?: true
}

/** When the changes of these replies were committed. */
async function committed(...replies: Reply[]) {
	const found = replies.map(({ headers }) =>
		env.DB.prepare('SELECT rowid FROM audit_logs WHERE id = ?').bind(headers.get('Audit-Id')).first<number>('rowid'),
	)
	const [first, second] = await Promise.all(found)
	return [first ?? Infinity, second ?? Infinity] as const
}

async function assess({ isDone, undoes }: Race, used: Reply, taken: Reply): Promise<'first' | 'second'> {
	expect(taken.status, JSON.stringify(taken.body)).toBeLessThan(300)
	if (used.status >= 300) {
		expect(REFUSED, JSON.stringify(used.body)).toContain(used.status)
		expect(await isDone(used)).toBe(false)
		return 'second'
	}
	const [use, take] = await committed(used, taken)
	expect(use).toBeLessThan(take)
	expect(await isDone(used)).toBe(undoes !== true)
	return 'first'
}

/** Runs `use` and takes the right between its last look and its change. */
function tooLate({ use, take }: Race): Promise<[Reply, Reply]> {
	let taken: Promise<Reply> | undefined
	return sendingBy(
		(original) =>
			async function (...args) {
				if (!taken && [args[1]].flat().some((sql) => String(sql).includes('insert into "audit_logs"'))) {
					taken = take()
					await taken
				}
				return original.apply(this, args)
			},
		async () => {
			const used = await use()
			if (!taken) throw new Error(`The use changed nothing: ${JSON.stringify(used.body)}`)
			return [used, await taken]
		},
	)
}

function races(name: string, make: () => Promise<Race>) {
	test(`${name}: taken just before the change`, async () => {
		const race = await make()
		expect(await assess(race, ...(await tooLate(race)))).toBe('second')
	})

	test(`${name}: at the same moment, ${ROUNDS} times`, async () => {
		const all: Race[] = []
		for (let round = 0; round < ROUNDS; round += 1) all.push(await make())
		const ended = await Promise.all(
			all.map(async (race, round) => {
				// Each of them is sent first in half of the rounds.
				const [first, second] = round % 2 === 0 ? [race.use, race.take] : [race.take, race.use]
				const replies = await Promise.all([first(), second()])
				return (round % 2 === 0 ? replies : replies.toReversed()) as [Reply, Reply]
			}),
		)
		const came = await Promise.all(ended.map((replies, round) => assess(all[round] as Race, ...replies)))
		expect(came).toHaveLength(ROUNDS)
	})
}

const rolesOf = ({ user_id }: Pick<Caller, 'user_id'>) => `/v1/admin/users/${user_id}/roles`
const setRoles = (by: Api, one: Pick<Caller, 'user_id'>, roles: string[]) => by.put(rolesOf(one), { roles })
const demote = (by: Api, org_id: string, { user_id }: Pick<Caller, 'user_id'>, role = 'member') =>
	by.patch(`/v1/orgs/${org_id}/members/${user_id}`, { role })

races('a reset link, whose user is promoted', async () => {
	const [root, support, one] = [await admin(), await operator(['support']), await user('one')]
	const { token } = (await support.post(`/v1/admin/users/${one.user_id}/password-reset`)).body
	const password = 'planted password 1'
	const logIn = () =>
		send('POST', '/v1/auth/login', {
			body: { login: one.login, password },
			headers: { 'CF-Connecting-IP': address() },
		})
	return {
		use: () => send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } }),
		take: () => setRoles(root, one, ['auditor']),
		isDone: async () => (await logIn()).status === 200,
		undoes: true,
	}
})

races('an invitation, whose inviter is demoted', async () => {
	const { owner, org_id } = await world()
	const [inviter, one] = [await memberOf(org_id, 'admin'), await user('one')]
	const { token } = (await invite(inviter, { role: 'admin' })).body
	return {
		use: () => accept(one, token),
		take: () => demote(owner, org_id, inviter),
		isDone: async () => one.user_id in (await rolesIn(org_id)),
	}
})

races('a platform role, whose giver loses theirs', async () => {
	const [root, giver, one] = [await admin(), await operator(['admin']), await user('one')]
	return {
		use: () => setRoles(giver, one, ['support']),
		take: () => setRoles(root, giver, ['auditor']),
		isDone: async () => (await root.get(rolesOf(one))).body.roles.length > 0,
	}
})

races('an API key, whose maker is removed', async () => {
	const { owner, org_id } = await world()
	const maker = await memberOf(org_id, 'admin')
	return {
		use: () => maker.post('/v1/api-keys', { name: 'mine', scopes: ['org.settings'] }),
		take: () => owner.delete(`/v1/orgs/${org_id}/members/${maker.user_id}`),
		isDone: async ({ body }) =>
			body.key === undefined
				? (await env.DB.prepare('SELECT 1 FROM api_keys WHERE user_id = ?').bind(maker.user_id).first()) !== null
				: (await as(body.key).get('/v1/plans')).status === 200,
		undoes: true,
	}
})

races("a service account's further scope, whose giver is demoted", async () => {
	const { owner, org_id } = await world()
	const giver = await memberOf(org_id, 'admin')
	const account = await serviceOf(owner, org_id, { scopes: ['data.secrets'] })
	return {
		use: () => giver.patch(account.path, { scopes: ['data.secrets', 'org.settings'] }),
		take: () => demote(owner, org_id, giver),
		isDone: async () => (await owner.get(account.path)).body.scopes.length > 1,
	}
})

races('a change on trial, whose confirmer is demoted', async () => {
	const { owner, org_id } = await world()
	const confirmer = await memberOf(org_id, 'admin')
	const made = await owner.post(
		'/v1/ip-rules',
		{ type: 'blocklist', cidr: '192.0.2.0/24' },
		{ headers: { 'Confirm-Within': '600' } },
	)
	const id = confirmIdOf(made)
	return {
		use: () => confirmer.post(`${CHANGES}/${id}/confirm`),
		take: () => demote(owner, org_id, confirmer),
		isDone: async () => (await booked(made))?.status === 'confirmed',
	}
})

races('a SCIM token, whose owner becomes an admin', async () => {
	const provider = await servedProvider()
	const { owner, connection } = await directoryOfOrg(provider)
	const { org_id } = owner
	const second = await memberOf(org_id, 'owner')
	const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}/scim-token`
	const makerOf = () =>
		env.DB.prepare('SELECT created_by FROM scim_tokens WHERE connection_id = ?').bind(connection.id).first('created_by')
	return {
		use: () => second.post(path),
		take: () => demote(owner, org_id, second, 'admin'),
		isDone: async () => (await makerOf()) === second.user_id,
	}
})

races("somebody whom a directory adds, whose connection's decider is demoted", async () => {
	const provider = await servedProvider()
	const { owner, connection, client } = await directoryOfOrg(provider, { default_role: 'admin' })
	const { org_id } = owner
	const second = await memberOf(org_id, 'owner')
	const userName = `${unique('added')}@${connection.domain}`
	return {
		use: () => client.post('/scim/v2/Users', { userName }),
		take: () => demote(second, org_id, owner),
		isDone: async () => Object.values(await rolesIn(org_id)).includes('admin'),
	}
})

races("somebody whom a directory's client brings back, whose token is revoked", async () => {
	const provider = await servedProvider()
	const { owner, connection, client, path } = await directoryOfOrg(provider)
	const userName = `${unique('back')}@${connection.domain}`
	const { id } = (await client.post('/scim/v2/Users', { userName, active: false })).body
	const active = { Operations: [{ op: 'replace', path: 'active', value: true }] }
	return {
		use: () => client.patch(`/scim/v2/Users/${id}`, active),
		take: () => owner.delete(path),
		isDone: async () => id in (await rolesIn(owner.org_id)),
	}
})

races('an account that a key of a connection makes, which is switched off', async () => {
	const provider = await servedProvider()
	const owner = await user('owner')
	const { org_id } = owner
	const connection = await ofOrg(provider, owner, { default_role: 'admin' })
	const session = await enter(provider, connection, someone())
	const { key } = (await session.post('/v1/api-keys', { name: 'mine', scopes: ['org.settings'] })).body
	const path = `/v1/orgs/${org_id}/service-accounts`
	return {
		use: () => as(key).post(path, { name: unique('made'), scopes: ['org.settings'] }),
		take: () => owner.patch(`/v1/orgs/${org_id}/oidc-connections/${connection.id}`, { is_active: false }),
		isDone: async () => (await owner.get(path)).body.length > 0,
	}
})

races('a revert, whose operator loses their role', async () => {
	const [root, one] = [await admin(), await operator(['operations'])]
	const path = `/v1/feature-flags/${(await create.featureFlag()).key}`
	const changed = await one.patch(path, { description: 'Changed' })
	return {
		use: () => revert(one, changed),
		take: () => setRoles(root, one, ['auditor']),
		isDone: async () => (await root.get(path)).body.description !== 'Changed',
	}
})

races('an account that an API key makes, whose owner is demoted', async () => {
	const { owner, org_id } = await world()
	const maker = await memberOf(org_id, 'admin')
	const { key } = (await maker.post('/v1/api-keys', { name: 'mine', scopes: ['org.settings'] })).body
	const path = `/v1/orgs/${org_id}/service-accounts`
	return {
		use: () => as(key).post(path, { name: unique('made'), scopes: ['org.settings'] }),
		take: () => demote(owner, org_id, maker),
		isDone: async () => (await owner.get(path)).body.length > 0,
	}
})

races('a key that a program makes, whose scopes are narrowed', async () => {
	const { admin: root, owner, org_id } = await world()
	const program = await serviceOf(root, org_id, { scopes: ['platform_admin', 'org.settings'] })
	const account = await serviceOf(owner, org_id, { scopes: ['org.settings'] })
	return {
		use: () => program.post(`${account.path}/keys`, {}),
		take: () => root.patch(program.path, { scopes: ['data.secrets'] }),
		isDone: async () => (await owner.get(`${account.path}/keys`)).body.length > 1,
	}
})

test('what somebody gets meanwhile refuses nothing', async () => {
	const { owner, org_id, member } = await world()
	const giver = await memberOf(org_id, 'admin')
	await put(org_id, member, 'member')
	const use = () => giver.post(`/v1/orgs/${org_id}/service-accounts`, { name: unique('made'), role: 'member' })
	const race = { use, take: () => demote(owner, org_id, giver, 'owner'), isDone: () => Promise.resolve(true) }
	const [used, taken] = await tooLate(race)
	expect([used.status, taken.status]).toEqual([201, 200])
})

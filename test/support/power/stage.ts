import { expect } from 'vitest'
import { type Api, as, type Reply, send } from '../api.ts'
import { type Connected, directoryOfOrg, enter, type Provider, someone, servedProvider } from '../oidc.ts'
import { operator } from '../operators.ts'
import { serviceOf } from '../service-accounts.ts'
import { PASSWORD, address, admin, type Caller, signIn, unique, user } from '../world.ts'
import {
	type Account,
	type Credential,
	expand,
	type Permission,
	permissionsOfAccount,
	type Person,
	type PlatformRole,
	Powers,
	type Role,
} from './model.ts'

/** What a script plays on: the instance's principals of every kind, and what the model knows of them. */
export interface Stage {
	powers: Powers
	root: Credential
	provider: Provider
	connection: Connected
	/** The directory of A. */
	directory: Api
	/** The ids of the orgs, by their names. */
	orgs: Map<string, string>
	/** The audit rows of changes of roles: what the user had before, and what the change left. */
	roleChanges: { audit_id: string; person: Person; before: PlatformRole[]; after: PlatformRole[] }[]
	/** The calls that made accounts, each under its `Idempotency-Key`. */
	sent: { caller: Credential; body: object; key: string; wanted: Wanted }[]
	/** All passwords that somebody chose. */
	passwords: Set<string>
}

/** An account as somebody asks for it. */
export type Wanted = Pick<Account, 'org' | 'role' | 'scopes' | 'hasReach'>

export const idOf = ({ orgs }: Stage, org: string) => orgs.get(org) ?? ''

export const homeOf = ({ name }: Pick<Person, 'name'>) =>
	name === 'owner' ? 'A' : name === 'eve' ? 'B' : `home of ${name}`

let stages = 0

function personOf(stage: Stage, name: string, { user_id, login }: Pick<Caller, 'user_id' | 'login'>): Person {
	const person: Person = {
		name,
		id: user_id,
		login,
		status: 'active',
		roles: new Map(),
		places: new Map(),
		reached: undefined,
		password: PASSWORD,
		passwordSince: 0,
		said: undefined,
	}
	stage.powers.people.push(person)
	return person
}

/** Adds a credential, and returns it. */
export function credential(stage: Stage, fields: Omit<Credential, 'since' | 'isAlive' | 'name'> & { name?: string }) {
	const { powers } = stage
	const maker = fields.by?.name ?? fields.account?.name
	const name = `${maker}'s ${fields.kind} ${powers.credentials.length} in ${fields.org}`
	const one: Credential = { name, since: powers.now, isAlive: true, ...fields }
	if (fields.account) one.might ??= permissionsOfAccount(fields.account)
	powers.credentials.push(one)
	return one
}

export const session = (stage: Stage, by: Person, org: string, api: Api, isConfined = false) =>
	credential(stage, { kind: 'session', by, org, api, isConfined, isProved: true, id: '' })

export function accountOf(
	stage: Stage,
	fields: Omit<Account, 'hasReach' | 'status'> & { hasReach?: boolean },
): Account {
	const account: Account = { hasReach: false, status: 'active', ...fields }
	stage.powers.accounts.push(account)
	return account
}

export const logIn = (login: string, password: string, org_id?: string) =>
	send('POST', '/v1/auth/login', { body: { login, password, org_id }, headers: { 'CF-Connecting-IP': address() } })

/** Somebody in A, who acts there. */
async function inA(stage: Stage, name: string, role: Role, fields: object = {}) {
	const one = await user(name, fields)
	const person = personOf(stage, name, one)
	const put = await stage.root.api.put(`/v1/admin/orgs/${idOf(stage, 'A')}/members/${one.user_id}`, { role })
	expect(put.status).toBe(200)
	stage.orgs.set(homeOf(person), one.org_id)
	person.places.set(homeOf(person), { role: 'owner', since: 0, isGiven: true })
	person.places.set('A', { role, since: (stage.powers.now += 1), isGiven: true })
	session(stage, person, 'A', await signIn(one.login, idOf(stage, 'A')))
	session(stage, person, homeOf(person), one)
	return { person, api: one }
}

async function operatorOf(stage: Stage, role: PlatformRole) {
	const one = await operator([role])
	const person = personOf(stage, role, one)
	person.roles.set(role, 0)
	person.places.set(homeOf(person), { role: 'owner', since: 0, isGiven: true })
	stage.orgs.set(homeOf(person), one.org_id)
	session(stage, person, homeOf(person), one)
}

async function ownerOf(stage: Stage, org: string, one: Caller) {
	const person = personOf(stage, org === 'A' ? 'owner' : 'eve', one)
	person.places.set(org, { role: 'owner', since: 0, isGiven: true })
	if (org === 'A') stage.powers.connection.by = person
	stage.orgs.set(org, one.org_id)
	session(stage, person, org, one)
}

async function programOf(stage: Stage, name: string, org: string, scopes: Permission[], runtime?: object) {
	const made = await serviceOf(stage.root.api, idOf(stage, org), { scopes, ...(runtime && { runtime }) })
	const account = accountOf(stage, { name, id: made.id, org, role: null, scopes, hasReach: runtime !== undefined })
	credential(stage, { kind: 'service', account, org, api: made, id: made.key_id })
}

/** Principals of every kind: a platform admin, operators of three roles, people of two orgs, of a directory and through a provider, keys and programs. */
export async function newStage(): Promise<Stage> {
	const caller = await admin()
	const provider = await servedProvider()
	const { owner, connection, client } = await directoryOfOrg(provider)
	const powers = new Powers()
	const root: Credential = {
		name: "root's session",
		kind: 'session',
		api: caller,
		org: 'home of root',
		since: 0,
		isAlive: true,
		id: '',
		isProved: true,
	}
	const stage: Stage = {
		powers,
		root,
		provider,
		connection,
		directory: client,
		orgs: new Map(),
		roleChanges: [],
		sent: [],
		passwords: new Set([PASSWORD]),
	}
	// Not one of `people`: scripts change nothing of the last platform admin, and inherit nothing to them.
	root.by = personOf(stage, 'root', caller)
	powers.people.pop()
	root.by.roles.set('admin', 0)
	root.by.places.set(root.org, { role: 'owner', since: 0, isGiven: true })
	stage.orgs.set(root.org, caller.org_id)
	powers.credentials.push(root)
	await ownerOf(stage, 'A', owner)
	const eve = await user('eve')
	await ownerOf(stage, 'B', eve)
	// Whoever has no other org keeps their own.
	const { id } = (await caller.post('/v1/admin/orgs', { name: unique('C'), owner_user_id: eve.user_id })).body
	stage.orgs.set('C', id)
	powers.people.at(-1)?.places.set('C', { role: 'owner', since: 0, isGiven: true })
	for (const role of ['support', 'operations', 'auditor'] as const) await operatorOf(stage, role)
	const email = `boss-${(stages += 1)}@${connection.domain}`
	const boss = await inA(stage, 'boss', 'admin', { email, email_verified: true })
	await inA(stage, 'carol', 'member')
	const said = someone({ email, email_verified: true })
	session(stage, boss.person, 'A', await enter(provider, connection, said), true)
	await dora(stage)
	await programOf(stage, 'helper', 'A', ['org.settings'])
	await programOf(stage, 'runtime', 'A', ['runtime.resolve'], { orgs: [owner.org_id], platform_credentials: true })
	await programOf(stage, 'ci', 'B', ['org.settings', 'data.secrets', 'platform.write'])
	return stage
}

/** Somebody whom the directory made, and who came through the provider. */
async function dora(stage: Stage) {
	const { directory, connection, provider } = stage
	const userName = `${unique('dora')}@${connection.domain}`
	const made = await directory.post('/scim/v2/Users', { userName })
	expect(made.status).toBe(201)
	const api = await enter(provider, connection, someone({ email: userName, email_verified: true }))
	const { id, login } = (await api.get('/v1/me')).body
	const person = { ...personOf(stage, 'dora', { user_id: id, login }), password: undefined, said: 'in' as const }
	stage.powers.people.splice(-1, 1, person)
	person.places.set('A', { role: 'member', since: (stage.powers.now += 1), isGiven: false })
	session(stage, person, 'A', api, true)
}

const nobody = (path: string, verb: 'post' | 'put') => (api: Api) => api[verb](path, {})

/** What each permission opens. Whoever has it gets past the access check: their empty input is a 400. */
const OPENS: Record<Permission, (api: Api) => Promise<Reply>> = {
	platform_admin: nobody('/v1/admin/users/usr_none/roles', 'put'),
	'platform.read': (api) => api.get('/v1/admin/users?limit=1'),
	'people.write': nobody('/v1/admin/orgs', 'post'),
	'money.write': nobody('/v1/plans', 'post'),
	'platform.write': nobody('/v1/feature-flags', 'post'),
	'data.secrets': nobody('/v1/llm-providers', 'post'),
	'org.settings': nobody('/v1/ip-rules', 'post'),
	'runtime.report': nobody('/v1/runtime/runs/begin', 'post'),
	'runtime.resolve': nobody('/v1/runtime/tools/resolve', 'post'),
}

/** What a credential may do in fact. Undefined for one that doesn't work. */
export async function really({ kind, api, scopes = [] }: Credential): Promise<string[] | undefined> {
	if (kind !== 'key') {
		const { status, body } = await api.get('/v1/me')
		return status === 200 ? body.permissions.toSorted() : undefined
	}
	if ((await api.get('/v1/plans?limit=1')).status === 401) return undefined
	const tried = await Promise.all(
		[...expand(scopes)].map(async (one) => {
			const { status, body } = await OPENS[one](api)
			return status === 403 || (status === 401 && body.details.reason !== 'auth.step_up') ? [] : [one]
		}),
	)
	return tried.flat().toSorted()
}

export const key = (stage: Stage, fields: Omit<Parameters<typeof credential>[1], 'api'> & { key: string }) => {
	const { key, ...rest } = fields
	return credential(stage, { ...rest, api: as(key) })
}

import { encryptionPair } from '../encryption.ts'
import { at } from '../service-accounts.ts'
import { unique } from '../world.ts'
import type { Act } from './acts.ts'
import {
	type Account,
	type Credential,
	isOfPlatform,
	isWithin,
	type Permission,
	permissionsOfAccount,
} from './model.ts'
import { accountOf, idOf, key, type Stage, type Wanted } from './stage.ts'

// What a script does to keys and service accounts.

/** What accounts and keys are given: little, what an org gives, and what only the platform does. */
const SCOPES: readonly (readonly Permission[])[] = [
	[],
	['org.settings'],
	['org.settings', 'data.secrets'],
	['runtime.resolve'],
	['platform.read'],
	['org.settings', 'platform.write'],
	['people.write', 'platform.read'],
	['platform_admin'],
]

const pathOf = (stage: Stage, { org, id }: Account) => at(idOf(stage, org), id)

const liveAccounts = ({ powers }: Stage) =>
	powers.accounts.filter(({ org, status }) => status !== 'deleted' && !powers.gone.has(org))

const makeKey: Act = async (stage, { caller, one, below }) => {
	const { powers } = stage
	const held = powers.held(caller)
	const scopes = one(below(3) > 0 ? SCOPES.filter((some) => isWithin(some, held)) : SCOPES) ?? []
	// Root outlives the scripts, and the keys of all of them would be more than somebody may have.
	if (caller === stage.root) return undefined
	const { by, org, isConfined = false } = caller
	const may = caller.kind === 'session' && by?.places.has(org) === true && isWithin(scopes, powers.held(caller))
	const reply = await caller.api.post('/v1/api-keys', { name: 'a key', scopes })
	const after = () => {
		if (by) key(stage, { kind: 'key', by, org, scopes, isConfined, id: reply.body.id, key: reply.body.key })
	}
	return { line: `makes a key with [${scopes.join(', ')}]`, may, reply, after }
}

const keysOf = ({ powers }: Stage, kind: Credential['kind']) =>
	powers.credentials.filter((one) => one.kind === kind && one.isAlive && !powers.gone.has(one.org))

/** The callers of a user's keys are their owners, for the most part. */
const rotateKey: Act = async (stage, { caller, recent }) => {
	const { powers } = stage
	const old = recent(keysOf(stage, 'key'))
	if (!old?.by) return undefined
	const may =
		caller.kind === 'session' &&
		powers.held(caller) !== undefined &&
		caller.by === old.by &&
		(!caller.isConfined || (old.org === caller.org && isWithin(old.scopes ?? [], powers.held(caller))))
	const reply = await caller.api.post(`/v1/api-keys/${old.id}/rotate`, { overlap_s: 0 })
	const after = () => {
		old.isAlive = false
		const { kind, by, org, scopes, isConfined } = old
		key(stage, {
			kind,
			org,
			id: reply.body.id,
			key: reply.body.key,
			...(by && { by }),
			...(scopes && { scopes }),
			isConfined: isConfined === true || caller.isConfined === true,
		})
	}
	return { line: `rotates ${old.name}`, may, reply, after }
}

const deleteKey: Act = async (stage, { caller, recent }) => {
	const { powers } = stage
	const old = recent(keysOf(stage, 'key'))
	const { by } = old ?? {}
	if (!old || !by) return undefined
	const may = powers.may(caller, 'people.write') && powers.reaches(caller, by)
	const reply = await caller.api.delete(`/v1/admin/users/${by.id}/api-keys/${old.id}`)
	return { line: `as an operator deletes ${old.name}`, may, reply, after: () => (old.isAlive = false) }
}

const REACH = { platform_credentials: true }

const makeAccount: Act = async (stage, { caller, one, below }) => {
	const { powers } = stage
	const org = one(['A', 'B'])
	const role = below(3) === 0 ? one(['admin', 'member'] as const) : null
	const scopes = role ? null : one(SCOPES)
	const hasReach = below(5) === 0
	const runtime = hasReach && { runtime: { orgs: [idOf(stage, org)], ...REACH } }
	const name = unique('account')
	const body = { name, ...(role ? { role } : { scopes }), ...runtime }
	const wanted = { org, role, scopes, hasReach }
	const key = unique('key')
	const reply = await caller.api.post(at(idOf(stage, org)), body, under(key))
	const line = `makes in ${org} the account ${powers.accounts.length} with ${role ?? `[${scopes?.join(', ')}]`}${hasReach ? " and the platform's credentials" : ''}`
	const after = () => {
		stage.sent.push({ caller, body, key, wanted })
		accountOf(stage, { name: `account ${powers.accounts.length}`, id: reply.body.id, ...wanted })
	}
	return { line, may: givesAccount(stage, caller, wanted), reply, after }
}

const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })

const givesAccount = ({ powers }: Stage, caller: Credential, { org, role, scopes, hasReach }: Wanted) =>
	powers.mayIn(caller, org, 'org.settings') &&
	isWithin(permissionsOfAccount({ role, scopes }), powers.given(caller, org)) &&
	(!hasReach || powers.isAdmin(caller))

/** Sends a call again that made an account: only who still may call it gets the stored response. */
const repeatAccount: Act = async (stage, { recent }) => {
	const { powers } = stage
	const call = recent(stage.sent)
	if (!call) return undefined
	const { caller, body, key, wanted } = call
	const reply = await caller.api.post(at(idOf(stage, wanted.org)), body, under(key))
	const line = `somebody repeats how ${caller.name} made an account in ${wanted.org}`
	if (reply.headers.get('Idempotency-Replayed'))
		return { asks: false, line, may: powers.mayIn(caller, wanted.org, 'org.settings'), reply }
	// Who comes by another right than at first has no stored response.
	const may = givesAccount(stage, caller, wanted) && caller.isProved !== false
	const made = { name: `account ${powers.accounts.length}`, id: reply.body.id, ...wanted }
	return { asks: false, line, may, reply, after: () => void accountOf(stage, made) }
}

const changeAccount: Act = async (stage, { caller, one, below, recent }) => {
	const { powers } = stage
	const account = recent(liveAccounts(stage))
	if (!account) return undefined
	const role = below(4) === 0 ? one(['admin', 'member'] as const) : null
	const scopes = role ? null : one(SCOPES)
	const may =
		powers.mayIn(caller, account.org, 'org.settings') &&
		powers.isTheirs(caller, account) &&
		isWithin(permissionsOfAccount({ role, scopes }), powers.given(caller, account.org))
	const reply = await caller.api.patch(pathOf(stage, account), role ? { role } : { scopes })
	const after = () => {
		const isSame = account.role === role && account.scopes?.join() === scopes?.join()
		// What an account left behind ends with any change of what it may do.
		if (!isSame) for (const link of powers.links) if (link.by.account === account) link.isOpen = false
		Object.assign(account, { role, scopes })
	}
	return { line: `gives ${account.name} ${role ?? `[${scopes?.join(', ')}]`}`, may, reply, after }
}

/** Gives an account the platform's credentials, or takes them away. */
const changeReach: Act = async (stage, { caller, one, recent }) => {
	const { powers } = stage
	const account = recent(liveAccounts(stage))
	if (!account) return undefined
	const hasReach = one([true, false])
	const may = powers.mayIn(caller, account.org, 'org.settings') && powers.isAdmin(caller)
	const runtime = hasReach ? { orgs: [idOf(stage, account.org)], ...REACH } : null
	const reply = await caller.api.patch(pathOf(stage, account), { runtime })
	const after = () => {
		if (hasReach && !account.hasReach) powers.endKeys((one) => one.account === account)
		account.hasReach = hasReach
	}
	const verb = hasReach ? 'gives' : 'takes'
	return { line: `${verb} ${account.name} the platform's credentials`, may, reply, after }
}

const suspendAccount: Act = async (stage, { caller, one, recent }) => {
	const { powers } = stage
	const account = recent(liveAccounts(stage))
	if (!account) return undefined
	const is_active = one([true, false])
	const may = powers.mayIn(caller, account.org, 'org.settings') && (!is_active || powers.isTheirs(caller, account))
	const reply = await caller.api.patch(pathOf(stage, account), { is_active })
	const after = () => {
		account.status = is_active ? 'active' : 'suspended'
	}
	return { line: `${is_active ? 'activates' : 'suspends'} ${account.name}`, may, reply, after }
}

const deleteAccount: Act = async (stage, { caller, below, recent }) => {
	const account = recent(liveAccounts(stage))
	if (!account || below(3) > 0) return undefined
	const may = stage.powers.mayIn(caller, account.org, 'org.settings')
	const reply = await caller.api.delete(pathOf(stage, account))
	const after = () => {
		account.status = 'deleted'
		stage.powers.endKeys((one) => one.account === account)
	}
	return { line: `deletes ${account.name}`, may, reply, after }
}

/** Whether the caller may leave something with an account that does all that the account may do. */
const isKeyGiver = ({ powers }: Stage, caller: Credential, account: Account) =>
	powers.mayIn(caller, account.org, 'org.settings') && powers.isTheirs(caller, account)

const makeServiceKey: Act = async (stage, { caller, recent }) => {
	const account = recent(liveAccounts(stage))
	if (!account) return undefined
	const reply = await caller.api.post(`${pathOf(stage, account)}/keys`, {})
	const { org } = account
	const after = () => void key(stage, { kind: 'service', account, org, id: reply.body.id, key: reply.body.key })
	return { line: `makes a key of ${account.name}`, may: isKeyGiver(stage, caller, account), reply, after }
}

const rotateServiceKey: Act = async (stage, { caller, recent }) => {
	const old = recent(keysOf(stage, 'service'))
	const { account } = old ?? {}
	if (!old || !account) return undefined
	const reply = await caller.api.post(`${pathOf(stage, account)}/keys/${old.id}/rotate`, { overlap_s: 0 })
	const after = () => {
		old.isAlive = false
		key(stage, { kind: 'service', account, org: account.org, id: reply.body.id, key: reply.body.key })
	}
	return { line: `rotates ${old.name}`, may: isKeyGiver(stage, caller, account), reply, after }
}

const deleteServiceKey: Act = async (stage, { caller, recent }) => {
	const { powers } = stage
	const old = recent(keysOf(stage, 'service'))
	const { account } = old ?? {}
	if (!old || !account) return undefined
	const may = powers.mayIn(caller, account.org, 'org.settings') && (!isOfPlatform(account) || powers.isAdmin(caller))
	const reply = await caller.api.delete(`${pathOf(stage, account)}/keys/${old.id}`)
	return { line: `deletes ${old.name}`, may, reply, after: () => (old.isAlive = false) }
}

let pair: ReturnType<typeof encryptionPair> | undefined

/** Leaves a public key that the account's credentials are encrypted for. */
const putEncryptionKey: Act = async (stage, { caller, recent }) => {
	const { powers } = stage
	const account = recent(liveAccounts(stage))
	if (!account) return undefined
	const may =
		caller.kind === 'session' &&
		powers.mayIn(caller, account.org, 'org.settings') &&
		powers.may(caller, 'data.secrets') &&
		(!isOfPlatform(account) || powers.isAdmin(caller)) &&
		powers.given(caller, account.org) !== undefined
	const { publicJwk } = await (pair ??= encryptionPair())
	const reply = await caller.api.put(`${pathOf(stage, account)}/encryption-keys`, publicJwk)
	return { line: `leaves an encryption key with ${account.name}`, may, reply }
}

export const KEYS: Record<string, Act> = {
	makeKey,
	rotateKey,
	deleteKey,
	makeAccount,
	repeatAccount,
	changeAccount,
	changeReach,
	suspendAccount,
	deleteAccount,
	makeServiceKey,
	rotateServiceKey,
	deleteServiceKey,
	putEncryptionKey,
}

import { env } from 'cloudflare:workers'
import { as } from '../api.ts'
import { unique } from '../world.ts'
import type { Act } from './acts.ts'
import { type Person, ROLES } from './model.ts'
import { homeOf, idOf, logIn, session, type Stage } from './stage.ts'

// What a script does to people: their platform roles, their places in orgs, and their accounts.

const userPath = ({ id }: Person) => `/v1/admin/users/${id}`
const PLATFORM_ROLES = ['admin', 'auditor', 'support', 'operations'] as const

/** Notices of a type that a person has. */
export async function noticesOf({ id }: Person, type: string) {
	const sql = 'SELECT count(*) AS n FROM notifications WHERE user_id = ? AND type = ?'
	return (await env.DB.prepare(sql).bind(id, type).first<{ n: number }>())?.n ?? 0
}

const setRoles: Act = async (stage, { caller, person, some }) => {
	const { powers } = stage
	const roles = some(PLATFORM_ROLES)
	const before = [...person.roles.keys()]
	const may = powers.isAdmin(caller) && person.status !== 'deleted'
	const reply = await caller.api.put(`${userPath(person)}/roles`, { roles })
	const after = () => {
		powers.setRoles(person, roles)
		const audit_id = reply.headers.get('Audit-Id')
		if (audit_id) stage.roleChanges.push({ audit_id, person, before, after: roles })
	}
	return { line: `gives ${person.name} the roles [${roles.join(', ')}]`, may, reply, after }
}

const makeAdmin: Act = async ({ powers }, { caller, person }) => {
	const may = powers.isAdmin(caller) && person.status !== 'deleted'
	const reply = await caller.api.put(`${userPath(person)}/platform-admin`)
	const after = () => powers.setRoles(person, [...person.roles.keys(), 'admin'])
	return { line: `makes ${person.name} a platform admin`, may, reply, after }
}

/** Reverts the last change of somebody's roles. */
const revertRoles: Act = async (stage, { caller, person }) => {
	const { powers, roleChanges } = stage
	const change = roleChanges.findLast((one) => one.person === person)
	const now = [...person.roles.keys()].toSorted().join()
	if (!change || change.after.toSorted().join() !== now || person.status === 'deleted') return undefined
	const may = powers.isAdmin(caller)
	const reply = await caller.api.post(`/v1/admin/audit-logs/${change.audit_id}/revert`)
	const after = () => {
		roleChanges.splice(roleChanges.indexOf(change), 1)
		powers.setRoles(person, change.before)
	}
	return { line: `reverts ${person.name}'s roles to [${change.before.join(', ')}]`, may, reply, after }
}

/** An operator's door to the members of every org. */
const putMember: Act = async (stage, { caller, person, one }) => {
	const { powers } = stage
	const [org, role] = [one(['A', 'A', 'B']), one(ROLES)]
	const isSelf = caller.by === person && !powers.isAdmin(caller)
	const isOwner = caller.kind === 'session' && powers.roleIn(caller, 'A') === 'owner'
	const isLetIn = org !== 'A' || person.said !== 'out' || person.places.has('A') || isOwner
	const may =
		powers.may(caller, 'people.write') &&
		!isSelf &&
		isLetIn &&
		!powers.gone.has(org) &&
		person.status !== 'deleted' &&
		powers.reaches(caller, person) &&
		(role === 'owner' || !powers.isLastOwner(org, person))
	const reply = await caller.api.put(`/v1/admin/orgs/${idOf(stage, org)}/members/${person.id}`, { role })
	const after = () => powers.join(person, org, role)
	return { line: `as an operator makes ${person.name} ${role} of ${org}`, may, reply, after }
}

/** Whether what concerns owners is done by an owner in person, or a platform admin. */
function ranks({ powers }: Stage, caller: Parameters<Stage['powers']['held']>[0], org: string, concernsOwner: boolean) {
	const isOwner = caller.kind === 'session' && caller.by?.places.get(org)?.role === 'owner'
	return powers.isAdmin(caller) || !concernsOwner || isOwner
}

const changeRole: Act = async (stage, { caller, person, one }) => {
	const { powers } = stage
	const [org, role] = [one(['A', 'A', 'B']), one(ROLES)]
	const place = person.places.get(org)
	const isOperator = !powers.isOfOrg(caller, org) && !powers.isAdmin(caller)
	const may =
		powers.mayIn(caller, org, 'org.settings') &&
		place !== undefined &&
		ranks(stage, caller, org, role === 'owner' || place.role === 'owner') &&
		!(isOperator && (caller.by === person || person.roles.size > 0)) &&
		(role === 'owner' || !powers.isLastOwner(org, person))
	const reply = await caller.api.patch(`/v1/orgs/${idOf(stage, org)}/members/${person.id}`, { role })
	return { line: `makes ${person.name} ${role} of ${org}`, may, reply, after: () => powers.join(person, org, role) }
}

const removeMember: Act = async (stage, { caller, person, one }) => {
	const { powers } = stage
	const [org, asOperator] = [one(['A', 'A', 'B']), one([true, false])]
	const place = person.places.get(org)
	const isOperator = (asOperator || !powers.isOfOrg(caller, org)) && !powers.isAdmin(caller)
	const permission = asOperator ? 'people.write' : 'org.settings'
	const may =
		powers.mayIn(caller, org, permission) &&
		place !== undefined &&
		(asOperator || ranks(stage, caller, org, place.role === 'owner')) &&
		!(isOperator && caller.by !== person && person.roles.size > 0) &&
		!powers.isLastOwner(org, person)
	const path = `/v1/${asOperator ? 'admin/' : ''}orgs/${idOf(stage, org)}/members/${person.id}`
	const reply = await caller.api.delete(path)
	const door = asOperator ? 'as an operator ' : ''
	return { line: `${door}removes ${person.name} from ${org}`, may, reply, after: () => powers.leave(person, org) }
}

const leave: Act = async (stage, { caller, one }) => {
	const { powers } = stage
	const { by } = caller
	const org = one(['A', 'B'])
	const may =
		caller.kind === 'session' &&
		!caller.isConfined &&
		powers.held(caller) !== undefined &&
		by?.places.has(org) === true &&
		!powers.isLastOwner(org, by) &&
		[...by.places.keys()].some((other) => other !== org && !powers.gone.has(other))
	const reply = await caller.api.delete(`/v1/me/orgs/${idOf(stage, org)}`)
	return { line: `leaves ${org}`, may, reply, after: () => by && powers.leave(by, org) }
}

/** Whether an operator may act on somebody's account, which isn't their own. */
const reachesAccount = ({ powers }: Stage, caller: Parameters<Stage['powers']['held']>[0], person: Person) =>
	powers.may(caller, 'people.write') &&
	person.status !== 'deleted' &&
	powers.reaches(caller, person) &&
	(caller.by !== person || powers.isAdmin(caller))

const suspend: Act = async (stage, { caller, person, one }) => {
	const { powers } = stage
	const status = one(['suspended', 'active'] as const)
	const may = reachesAccount(stage, caller, person) && (status === 'active' || caller.by !== person)
	const reply = await caller.api.patch(userPath(person), { status })
	const after = () => {
		if (person.status !== status) powers.endAccess(person)
		person.status = status
	}
	return { asks: false, line: `${status === 'active' ? 'activates' : 'suspends'} ${person.name}`, may, reply, after }
}

const remove: Act = async (stage, { caller, person, below }) => {
	// A script that deletes everybody early has nobody left for its other steps.
	if (below(3) > 0) return undefined
	const may = reachesAccount(stage, caller, person) && caller.by !== person
	const reply = await caller.api.delete(userPath(person))
	return { line: `deletes ${person.name}`, may, reply, after: () => stage.powers.delete(person) }
}

const setAddress: Act = async (stage, { caller, person }) => {
	const { powers } = stage
	const type = 'security.email_changed'
	const told = await noticesOf(person, type)
	const may = reachesAccount(stage, caller, person)
	const email = `${unique('set')}@example.com`
	const reply = await caller.api.patch(userPath(person), { email, email_verified: true })
	const isSeen = reply.status >= 300 || caller.by === person || (await noticesOf(person, type)) > told
	const after = () => {
		if (!powers.isAdmin(caller)) person.reached ??= powers.now
	}
	const unseen = isSeen ? '' : ', which they never learn'
	return { line: `sets ${person.name}'s address${unseen}`, may: may && isSeen, reply, after }
}

const logInAs: Act = async (stage, { person, one }) => {
	const org = one([homeOf(person), ...(person.places.has('A') ? ['A'] : [])])
	if (!stage.orgs.has(org) || (org !== homeOf(person) && !person.places.has(org))) return undefined
	const password = one([...stage.passwords])
	const may = person.status === 'active' && person.password === password && !stage.powers.gone.has(org)
	const reply = await logIn(person.login, password, idOf(stage, org))
	const after = () => {
		session(stage, person, org, as(reply.body.access_token))
	}
	return { asks: false, line: `somebody logs in as ${person.name} with '${password}', in ${org}`, may, reply, after }
}

export const PEOPLE: Record<string, Act> = {
	setRoles,
	makeAdmin,
	revertRoles,
	putMember,
	changeRole,
	removeMember,
	leave,
	suspend,
	remove,
	setAddress,
	logInAs,
}

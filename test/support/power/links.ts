import { env } from 'cloudflare:workers'
import { send } from '../api.ts'
import { invited } from '../invitations.ts'
import { forgetPrincipals } from '../program.ts'
import { address, unique } from '../world.ts'
import type { Act } from './acts.ts'
import { type Invitation, type Person, ROLES } from './model.ts'
import { noticesOf } from './people.ts'
import { idOf } from './stage.ts'

// What a script leaves for later: links, invitations, changes on trial, a directory's word, and sessions that grow old.

const makeLink: Act = async (stage, { caller, person }) => {
	const { powers } = stage
	const type = 'security.password_reset_made'
	const told = await noticesOf(person, type)
	const may =
		powers.may(caller, 'people.write') &&
		person.status !== 'deleted' &&
		powers.reaches(caller, person) &&
		(caller.by !== person || powers.isAdmin(caller))
	const reply = await caller.api.post(`/v1/admin/users/${person.id}/password-reset`)
	const isSeen = reply.status >= 300 || caller.by === person || (await noticesOf(person, type)) > told
	const after = () => {
		if (!powers.isAdmin(caller)) person.reached ??= powers.now
		// It replaces an older one.
		powers.links = powers.links.filter(({ user }) => user !== person)
		const isOpen = person.status === 'active'
		powers.links.push({ token: reply.body.token, user: person, by: caller, since: powers.now, isOpen })
	}
	const unseen = isSeen ? '' : ', which they never learn'
	return { line: `makes a link for ${person.name} to choose a password${unseen}`, may: may && isSeen, reply, after }
}

let passwords = 0

const useLink: Act = async ({ powers, passwords: known }, { recent }) => {
	const link = recent(powers.links)
	if (!link) return undefined
	const { user } = link
	const password = `planted password ${(passwords += 1)}`
	const may = link.isOpen && user.status === 'active'
	const reply = await send('POST', '/v1/auth/password-reset/confirm', { body: { token: link.token, password } })
	const after = () => {
		link.isOpen = false
		known.add(password)
		Object.assign(user, { password, passwordSince: powers.now })
		powers.endSessions(user)
	}
	return {
		asks: false,
		line: `somebody uses ${link.by.name}'s link for ${user.name}: '${password}'`,
		may,
		reply,
		after,
	}
}

const invite: Act = async (stage, { caller, one }) => {
	const { powers } = stage
	const [org, role] = [one(['A', 'A', 'B']), one(ROLES)]
	const through = (['platform_admin', 'people.write'] as const).find((one) => powers.may(caller, one))
	const invitation: Invitation = { token: '', org, role, by: caller, through, since: powers.now, isOpen: true }
	const isAdmitted = powers.mayIn(caller, org, 'org.settings') || powers.mayIn(caller, org, 'people.write')
	const may = isAdmitted && caller.kind !== 'service' && powers.isInvitationGood(invitation)
	const reply = await caller.api.post(`/v1/orgs/${idOf(stage, org)}/invitations`, { email: invited(), role })
	const after = () => void powers.invitations.push({ ...invitation, token: reply.body.token })
	return { line: `invites somebody as ${role} of ${org}`, may, reply, after }
}

const accept: Act = async ({ powers }, { caller, recent }) => {
	const invitation = recent(powers.invitations)
	const { by } = caller
	// The model has no places for root, who would be an owner like any other.
	if (!invitation || caller.name.startsWith('root')) return undefined
	const { org, role, isOpen } = invitation
	const isOfAdmin = invitation.through === 'platform_admin' && invitation.by.by?.roles.has('admin') === true
	const may =
		caller.kind === 'session' &&
		powers.held(caller) !== undefined &&
		by !== undefined &&
		isOpen &&
		(!caller.isConfined || caller.org === org) &&
		(powers.isByMember(invitation) || isOfAdmin || by.roles.size === 0) &&
		(org !== 'A' || by.said !== 'out' || by.places.has('A'))
	const reply = await caller.api.post(`/v1/invitations/${invitation.token}/accept`)
	const after = () => {
		invitation.isOpen = false
		const own = by?.places.get(org)?.role ?? 'member'
		if (by && ROLES.indexOf(own) <= ROLES.indexOf(role)) powers.join(by, org, role)
	}
	return { asks: false, line: `accepts ${invitation.by.name}'s invitation as ${role} of ${org}`, may, reply, after }
}

let networks = 0

/** A change of an org that waits for somebody to confirm it. */
const tryChange: Act = async ({ powers }, { caller }) => {
	const { org } = caller
	networks += 1
	const rule = {
		type: 'blocklist',
		cidr: `198.${18 + (networks >> 15)}.${(networks >> 7) & 255}.${(networks & 127) * 2}/31`,
	}
	const headers = { 'Confirm-Within': '600' }
	const may = powers.may(caller, 'org.settings')
	const reply = await caller.api.post('/v1/ip-rules', rule, { headers })
	const id = reply.headers.get('Confirm-Id') ?? ''
	return {
		asks: false,
		line: `makes a change of ${org} on trial`,
		may,
		reply,
		after: () => void powers.trials.push({ id, org, by: caller, isSure: true }),
	}
}

const decide: Act = async ({ powers }, { caller, one, recent }) => {
	const trial = recent(powers.trials)
	if (!trial) return undefined
	const verb = one(['confirm', 'end'])
	const decides = powers.decides(caller, trial)
	// What became of a change whose maker lost the right to it is none of this.
	if (decides && !trial.isSure) return undefined
	const reply = await caller.api.post(`/v1/admin/changes/${trial.id}/${verb}`)
	const after = () => {
		powers.trials = powers.trials.filter((other) => other !== trial)
	}
	return { asks: false, line: `${verb}s the change on trial of ${trial.by.name}`, may: decides, reply, after }
}

const CALLED = { deactivate: false, activate: true }

/**
 * The directory of A says that somebody is out, or in. If whoever made its token left, it puts out plain members of its own only, and
 * brings nobody back.
 */
const directory: Act = async ({ powers, directory }, { one, person }) => {
	const verb = one(['deactivate', 'activate'] as const)
	const { said } = person
	const place = person.places.get('A')
	if ((!place && !said) || person.status !== 'active') return undefined
	const isIn = place !== undefined || said === 'in'
	const isPlain = said === 'in' && (!place || (place.role === 'member' && !place.isGiven))
	const mayPutOut = !powers.isLastOwner('A', person) && (isPlain || !powers.connection.waits)
	// Whoever is in already is left as they are, unless somebody else let them in after the directory put them out.
	const isNews = verb === 'activate' ? !isIn || said === 'out' : isIn
	const may = !isNews || (verb === 'activate' ? !powers.connection.waits : mayPutOut)
	const Operations = [{ op: 'replace', path: 'active', value: CALLED[verb] }]
	const reply = await directory.patch(`/scim/v2/Users/${person.id}`, { Operations })
	const after = () => {
		if (!isNews) return
		person.said = verb === 'activate' ? 'in' : 'out'
		if (verb === 'deactivate') putOut(person)
		else if (!place) powers.join(person, 'A', 'member', false)
	}
	const putOut = (one: Person) => {
		powers.leave(one, 'A')
		for (const each of powers.credentials) if (each.by === one && each.isConfined) each.isAlive = false
	}
	return { asks: false, line: `the directory of A ${verb}s ${person.name}`, may, reply, after }
}

/** A stranger has a new employee's address. The directory makes the employee all the same, finds and removes them. */
const hire: Act = async ({ powers, directory, connection }) => {
	const userName = `${unique('hire')}@${connection.domain}`
	const body = { login: unique('stranger'), password: 'correct horse 1', email: userName }
	await send('POST', '/v1/auth/register', { body, headers: { 'CF-Connecting-IP': address() } })
	const reply = await directory.post('/scim/v2/Users', { userName })
	const found = await directory.get(`/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
	if (reply.status === 201) await directory.delete(`/scim/v2/Users/${reply.body.id}`)
	return {
		asks: false,
		line: 'the directory makes somebody whose address a stranger has',
		may: !powers.connection.waits && found.body.totalResults === 1,
		reply,
	}
}

/** An hour goes by in which nobody proves anything: sessions stay, but give no power. */
const grow: Act = async ({ powers }, { caller }) => {
	const { by } = caller
	if (caller.kind !== 'session' || !caller.isAlive || !by || by.roles.has('admin')) return undefined
	const began = new Date(Date.now() - 3_600_000).toISOString()
	await env.DB.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL WHERE user_id = ?')
		.bind(began, by.id)
		.run()
	forgetPrincipals()
	const reply = await caller.api.get('/v1/me')
	const after = () => {
		for (const one of powers.credentials) if (one.by === by && one.kind === 'session') one.isProved = false
	}
	return { asks: false, line: 'proves nothing for an hour', may: powers.held(caller) !== undefined, reply, after }
}

/** Chooses the mail server, to which codes go that reset passwords. */
const chooseMail: Act = async ({ powers }, { caller }) => {
	const may = powers.isAdmin(caller)
	const wanted = { from: 'Plinth <p@example.com>', smtp_host: 'mail.example.com', smtp_port: 587 }
	const reply = await caller.api.put('/v1/admin/email/config', wanted, { headers: { 'Dry-Run': 'true' } })
	return { asks: false, line: 'chooses the mail server', may, reply }
}

/** Deletes eve's own org. */
const deleteOrg: Act = async (stage, { caller }) => {
	const { powers } = stage
	const eve = powers.people.find(({ name }) => name === 'eve')
	const isOwner =
		caller.kind === 'session' && powers.held(caller) !== undefined && powers.roleIn(caller, 'B') === 'owner'
	const hasHome = !eve?.places.has('B') || [...eve.places.keys()].some((org) => org !== 'B' && !powers.gone.has(org))
	const may = (powers.isAdmin(caller) || isOwner) && !powers.gone.has('B') && hasHome
	const reply = await caller.api.delete(`/v1/orgs/${idOf(stage, 'B')}`)
	return { asks: false, line: 'deletes B', may, reply, after: () => powers.gone.add('B') }
}

/** Brings it back, with all that had not ended before, but for what admits people. */
const restoreOrg: Act = async (stage, { caller }) => {
	const { powers } = stage
	if (!powers.gone.has('B') || powers.people.some(({ name, status }) => name === 'eve' && status === 'deleted'))
		return undefined
	const may = powers.may(caller, 'people.write')
	const reply = await caller.api.post(`/v1/admin/orgs/${idOf(stage, 'B')}/restore`)
	const after = () => {
		powers.gone.delete('B')
		for (const link of powers.links) if (link.by.account?.org === 'B') link.isOpen = false
	}
	return { line: 'restores B', may, reply, after }
}

export const LINKS: Record<string, Act> = {
	makeLink,
	useLink,
	invite,
	accept,
	tryChange,
	decide,
	directory,
	hire,
	grow,
	chooseMail,
	deleteOrg,
	restoreOrg,
}

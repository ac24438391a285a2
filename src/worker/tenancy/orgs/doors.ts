import type { Context, MiddlewareHandler } from 'hono'
import type { SignedIn, SignedInUser, Standing } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { callerOf, lacking, letIn, orWhatIsUnmet } from '../../ground/http/access.ts'
import { type Access, declare, type Door } from '../../ground/http/declared.ts'
import { forbidden, notFound, unauthorized } from '../../ground/http/errors.ts'
import type { Reason } from '../../ground/http/reasons.ts'
import type { AnyOf, Revertible } from '../../ground/write/configured.ts'
import { guard } from '../../ground/write/guards.ts'
import type { Permission, Principal } from '../../principal.ts'
import { callerIn, isOrgOpen, openOrg, roleOf } from './access.ts'

const isThere = prepared(['org_id'], (db, { org_id }) => guard(db, isOrgOpen(org_id.getSQL())))

/**
 * That an org isn't deleted, for the batch of an operator who changes something in it. It has no members, but its rows stay for a
 * restore, so an operator would find them by their ids.
 */
const presenceOf = ({ var: { db } }: Context<SignedIn>, org_id: string): Standing => ({
	holds: () => isThere(db, { org_id }),
	refusal: async () => {
		const [org] = await openOrg(db, { org_id })
		return org ? undefined : notFound('Org')
	},
})

/** Who may pass. */
export interface Who {
	/** At the platform's door: holders of one of these permissions. */
	platform?: AnyOf
	/** At an org's door: holders of one of these there, or every member. */
	org?: AnyOf | 'members'
	/** At an org's door: its owners, signed in as themselves, and operators with this permission. */
	owner?: Permission
	/** What they need in addition to a permission of an org. */
	and?: Permission
	/** Whether only people may pass, signed in as themselves: by the reason of a 403 for a key that holds the permission, or a 401 for any. */
	person?: true | 'key.persons_only'
}

/** Every member of an org, and operators who read. */
export const MEMBERS = { platform: ['platform.read'], org: 'members' } as const satisfies Who

/** The owners of an org in person, and platform admins in person: for what decides who signs in. */
export const OWNERS = { owner: 'platform_admin', person: true } as const satisfies Who

/** Everybody who may change the settings of an org. */
export const MANAGERS = { org: ['org.settings'] } as const satisfies Who

/** Everybody who may read settings: of the platform, and of an org. */
export const READERS = { platform: ['platform.read'], org: ['org.settings', 'platform.read'] } as const satisfies Who

/**
 * The access marker of a route that the platform and each org have, or only an org: `/v1/admin/budgets` and
 * `/v1/orgs/:org_id/budgets`. It's the first word of the route line, and takes a kind of thing with its writers, or a list of permissions. In
 * an org it counts what the caller may do in the org of the path, whichever org they act in. It sets `owner` and `role`, so no
 * handler asks again, and makes `principal` the caller as they are in that org. An org that the caller can't see is a 404. One D1
 * call for a member who acts in another org, else none.
 */
export function may(who: Who & { person: NonNullable<Who['person']> }): MiddlewareHandler<SignedInUser>
export function may(who: Who | Pick<Revertible, 'writers'>): MiddlewareHandler<SignedIn>
export function may(who: Who | Pick<Revertible, 'writers'>): MiddlewareHandler {
	const wanted: Who = 'writers' in who ? who.writers : who
	const check: MiddlewareHandler<SignedIn> = async (c, next) => {
		const principal = callerOf(c)
		if (!principal) throw await orWhatIsUnmet(c, unauthorized())
		const org_id = c.req.param('org_id')
		if (org_id === undefined) requirePlatform(principal, wanted)
		else await enter(c, org_id, wanted)
		c.set('owner', org_id ?? PLATFORM)
		await letIn(c)
		await next()
	}
	return declare(check, (door) => ({
		access: accessOf(wanted, door),
		refusals: refusalsOf(wanted, door),
		isDoor: true,
		...(wanted.person && { isInPerson: true }),
	}))
}

function requirePlatform({ kind, permissions }: Principal, { platform = ['platform_admin'], person }: Who) {
	if (!platform.some((permission) => permissions.has(permission))) throw lacking(...platform)
	if (person && kind !== 'user') throw forbidden(person === true ? 'auth.person_required' : person)
}

/** Makes the caller who they are in the org. */
async function enter(c: Context<SignedIn>, org_id: string, { org = 'members', owner, and, person }: Who) {
	const { principal } = c.var
	// `owner` means the platform's things by this word, so no path of an org may say it.
	if (org_id === PLATFORM) throw notFound('Org')
	if (person === true && principal.kind !== 'user') throw unauthorized('auth.api_key_not_accepted')
	const isOperator = owner !== undefined && principal.permissions.has(owner)
	const caller = isOperator ? principal : await callerIn(c, org_id, org === 'members' ? [] : org, and)
	if (person && caller.kind !== 'user') throw forbidden('key.persons_only')
	c.set('principal', caller)
	if (caller.org_id !== org_id) c.set('presence', presenceOf(c, org_id))
	c.set('role', roleOf(caller, org_id))
	if (owner) requireOwner(c, owner)
}

/** Throws 403 `orgs.owner_only`, behind `may`, unless the caller owns the org, signed in as themselves, or holds the permission. */
export function requireOwner({ var: { principal, role } }: Context<SignedIn>, ofOperator: Permission) {
	if (principal.permissions.has(ofOperator)) return
	if (role !== 'owner' || principal.kind !== 'user') throw forbidden('orgs.owner_only')
}

function refusalsOf({ owner, person }: Who, door: Door): Reason[] {
	if (person === 'key.persons_only') return [person]
	if (door === 'platform') return person ? ['auth.person_required'] : []
	return owner ? ['orgs.owner_only'] : []
}

function accessOf({ platform = ['platform_admin'], org = 'members', person }: Who, door: Door): Access {
	if (door === 'platform') return `permission:${platform.join('|')}`
	if (person === true) return 'user'
	return org === 'members' ? 'signed_in' : `permission:${org.join('|')}`
}

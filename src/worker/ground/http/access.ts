import type { Context, MiddlewareHandler } from 'hono'
import type { App, SignedIn, SignedInSelf, SignedInUser } from '../../context.ts'
import type { Permission, Principal, Stake } from '../../principal.ts'
import { PLATFORM } from '../db/columns.ts'
import { type Access, type Credential, declare, declareAs } from './declared.ts'
import { type ApiError, forbidden, unauthorized, withoutPermission } from './errors.ts'
import { changesSomething, type Operation, operationOf } from './operations.ts'
import { dearly, type Pace } from './rate-limits.ts'

// The access markers. Every route line begins with one of them, and a route without one fails a test.

/**
 * Who calls. Somebody who only comes to add the second factor that they need is nobody, except where a route line admits them, and so is
 * a session that doesn't meet what's demanded of it now.
 */
export function callerOf(c: Context): Principal | undefined {
	// `c.get`, because `c.var` copies all variables at each use.
	const principal: Principal | undefined = c.get('principal')
	return principal?.kind === 'user' && (principal.is_enrolling || principal.unmet) ? undefined : principal
}

/**
 * What follows once the caller is known to have access. Throws 403 for a key that only reads, or proposes, unless the operation
 * changes nothing: its route line says so if its method doesn't.
 */
export async function letIn(c: Context) {
	const principal: App['Variables']['principal'] = c.get('principal')
	if (principal && principal.mode !== 'act' && !c.get('dry_run') && !isOpenTo(principal, operationOf(c)))
		throw forbidden('key.read_only')
	await (c.get('after_access') as App['Variables']['after_access'])?.()
}

/** Whether a key that doesn't act may call an operation. Which it may, its route line says if its method doesn't. */
const isOpenTo = ({ mode }: Principal, operation: Operation | undefined) =>
	operation !== undefined &&
	(!changesSomething(operation) || (mode === 'propose' && operation.changes === 'own_requests'))

/** A marker that throws what `refusal` returns for the caller, and tells the contract who may call. */
function access<C extends SignedIn = SignedIn>(
	declared: Access,
	refusal: (principal: Principal | undefined) => ApiError | undefined,
	admits: { enrolling?: true } = {},
) {
	const check: MiddlewareHandler<C> = async (c, next) => {
		const refused = refusal(admits.enrolling ? c.get('principal') : callerOf(c))
		if (refused) throw await orWhatIsUnmet(c, refused)
		await letIn(c)
		await next()
	}
	return declare(check, { access: declared })
}

/** The 401 that says what is demanded of the caller's session now, if it doesn't meet that; else the refusal. */
export async function orWhatIsUnmet({ var: { principal, ask_to_meet } }: { var: App['Variables'] }, refused: ApiError) {
	return principal?.kind === 'user' && principal.unmet ? ask_to_meet(principal) : refused
}

/**
 * An access marker of a route whose handler checks more than the marker, such as which change it's about. A stored response to the same
 * request is replayed only once the handler has checked that, and calls `replayStored`.
 */
export const checkedInside = <H extends MiddlewareHandler>(marker: H): H =>
	declareAs(
		(async (c: Context<App>, next) => {
			c.set('is_checked_inside', true)
			return marker(c, next)
		}) as H,
		marker,
	)

/** Behind `checkedInside`: replays the response to the same request, if there is one. */
export const replayStored = async (c: Context<SignedIn>) => c.get('replay_stored')?.()

const pass: MiddlewareHandler<App> = async (c, next) => {
	c.set('principal', callerOf(c))
	await letIn(c)
	await next()
}

/** Everybody, even without a credential. `credentials` are those that the handler itself looks for. */
export const anyone = (...credentials: Credential[]) =>
	declare<MiddlewareHandler<App>>((c, next) => pass(c, next), { access: 'anyone', credentials })

/** Any user, API key or service account. Others get 401. */
export const signedIn = () => access('signed_in', (principal) => (principal ? undefined : unauthorized()))

/**
 * Users only, as under `/v1/me` and `/v1/api-keys`. API keys get 401 with the reason `auth.api_key_not_accepted`. With `enrolling` it
 * also admits those who can't log in before they have a second factor.
 */
export const signedInUser = (admits?: { enrolling: true }) =>
	access<SignedInUser>(
		'user',
		(principal) => {
			if (!principal) return unauthorized()
			return principal.kind === 'user' ? undefined : unauthorized('auth.api_key_not_accepted')
		},
		admits,
	)

/**
 * Keeps out users whom an org's connection signed in. An org decides who they are in the org, and its provider must not reach their
 * account or their other orgs. It follows the access marker: 403 `oidc.through_org`.
 */
export const ownSignIn = () =>
	declare<MiddlewareHandler<SignedIn>>(
		async (c, next) => {
			const { principal } = c.var
			if (principal.kind === 'user' && principal.is_confined) throw forbidden('oidc.through_org')
			await next()
		},
		{ refusals: ['oidc.through_org'] },
	)

/** Users and service accounts, for what both can read about themselves. A user's API keys get 401, as from `signedInUser`. */
export const userOrService = () =>
	access<SignedInSelf>('user_or_service', (principal) => {
		if (!principal) return unauthorized()
		return principal.kind === 'api_key' ? unauthorized('auth.api_key_not_accepted') : undefined
	})

/** API keys, and keys of service accounts. A person's access token gets the same 401 as none: what takes keys never acts with all that a person may. */
export const signedInByKey = () =>
	access('key', (principal) =>
		principal && principal.kind !== 'user' ? undefined : unauthorized('auth.api_key_required'),
	)

/**
 * Holders of a permission (spec 5.4), or of any of several. Other callers get 403 with the first one in `details`, and all of
 * them if there are several.
 */
export const requires = (...anyOf: [Permission, ...Permission[]]) =>
	access(`permission:${anyOf.join('|')}`, (principal) => {
		if (!principal) return unauthorized()
		return anyOf.some((permission) => principal.permissions.has(permission)) ? undefined : lacking(...anyOf)
	})

/**
 * People only, signed in as themselves, who also hold the permission. It follows `requires`. API keys and service accounts get 403
 * `auth.person_required`: a stolen key must not be able to do it.
 */
export const byPerson = (permission: Permission) =>
	declare<MiddlewareHandler<SignedInUser>>(
		async (c, next) => {
			if (c.var.principal.kind !== 'user') throw forbidden('auth.person_required')
			if (!c.var.principal.permissions.has(permission)) throw lacking(permission)
			await next()
		},
		{ refusals: ['auth.person_required'], isInPerson: true },
	)

/**
 * Limits a call that may read more than 5,000 rows: few a minute for an org, or for a user where the rows are theirs, and one at a time.
 * It follows the access marker. What the platform's own people do to the platform isn't limited.
 */
export const dear = (whose: 'org' | 'user', pace: Pace = 'dear') =>
	declare<MiddlewareHandler<SignedIn>>(
		(c, next) => {
			const { principal } = c.var
			const owner = (c.get('owner') as string | undefined) ?? principal.org_id
			if (whose === 'org' && owner === PLATFORM) return next()
			return dearly(c.env, whose === 'org' ? owner : principal.id, pace, next)
		},
		{ isDear: true },
	)

/**
 * How long a proof of who somebody is counts. What gives or takes power asks for a newer one than what only deletes, or makes
 * money.
 */
export const PROOF_TTL_MS = { power: 600_000, value: 3_600_000 } as const satisfies Record<Stake, number>

/** Whether somebody proved lately enough who they are. */
export const isRecentProof = ({ authenticated_at }: { authenticated_at: string }, stake: Stake) =>
	Date.parse(authenticated_at) > Date.now() - PROOF_TTL_MS[stake]

/** Whether the caller would be asked. API keys and service accounts aren't: nobody is there, so their scopes decide. Nor is a dry run. */
export const isAsked = ({ var: { principal, dry_run } }: Pick<Context<SignedIn>, 'var'>, stake: Stake) =>
	principal.kind === 'user' && !dry_run && !isRecentProof(principal, stake)

/** Anyone who acts by a right must still hold it in the batch that uses it. */
export const holdsInBatch = (c: Context) => c.set('standing', c.get('standing_of')())

/** Throws 401 `auth.step_up` for a user who last proved who they are too long ago, or not after `since`. */
export async function requireRecentProof(c: Context<SignedIn> | Context<SignedInUser>, stake: Stake, since = '') {
	holdsInBatch(c)
	const { principal, ask_for_proof, dry_run } = c.var
	if (principal.kind !== 'user' || dry_run) return
	if (isRecentProof(principal, stake) && principal.authenticated_at > since) return
	const refused = await ask_for_proof(principal, stake, since)
	if (refused) throw refused
}

/**
 * Asks a user for a recent proof of who they are, as `requireRecentProof` does, for all inputs or those that `onlyIf` names. It stands
 * after the access marker, and after `body` and `query` if `onlyIf` reads them. Where what's stored decides, `onlyIf` reads it only if
 * the caller would be asked.
 */
export const stepUp = (
	stake: Stake = 'power',
	onlyIf?: (body: never, c: Context<SignedIn>) => boolean | Promise<boolean>,
) =>
	declare<MiddlewareHandler<SignedIn>>(
		async (c, next) => {
			if ((await onlyIf?.(c.req.valid('json' as never), c)) ?? true) await requireRecentProof(c, stake)
			await next()
		},
		{ proofs: [{ stake, isAlways: onlyIf === undefined }] },
	)

/** Declares that the handler asks for a recent proof itself, because what's stored decides. */
export const mayAsk = (stake: Stake) =>
	declare<MiddlewareHandler<SignedIn>>((_, next) => next(), { proofs: [{ stake, isAlways: false }] })

/** The 403 of a caller who holds none of the permissions. */
export const lacking = (...anyOf: readonly [Permission, ...Permission[]]) =>
	withoutPermission(anyOf[0], anyOf.length > 1 ? { permissions: anyOf } : {})

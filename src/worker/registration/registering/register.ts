import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { inviteCodes } from '../../billing/invite-codes/table.ts'
import { typedCode, unusable, usable, useCode } from '../../billing/invite-codes/use.ts'
import { initialGrant, referral } from '../../billing/referrals/record.ts'
import type { WorkContext } from '../../context.ts'
import { typed } from '../../ground/db/one-case.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { type ApiError, invalid, rateLimited } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isInvitation, type Offer, selectOffer } from '../../people/invitations/offer.ts'
import { noRoom } from '../../people/orgs/members.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { deactivated, isAddressOut } from '../../sign-in/identities/word.ts'
import { requireTurn } from '../../sign-in/passwords/passwords.ts'
import { newAccount, reservedField } from '../../sign-in/sessions/accounts.ts'
import { type Begun, newSession } from '../../sign-in/sessions/session.ts'
import { byAddress, countedRequests, countRequest, tooManyRequests } from '../../sign-in/throttle/requests.ts'
import { takenField } from '../../tenancy/users/fields.ts'
import { isTaken } from '../../tenancy/users/names.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { acceptance, auditOf as auditOfAcceptance, proves } from '../accepting/accept.ts'
import type { Register } from './schema.ts'

type Registration = z.infer<typeof Register>
type Account = Omit<Registration, 'invite_code' | 'invitation_token'>

/** What lets somebody in, beside an open registration. */
interface Admission {
	code: string | undefined
	token: string | undefined
}

/** Registration needs an invite code or an invitation while a feature flag with this key exists and is off. */
const OPEN_FLAG = 'registration.open'
const isClosed = allOf(eq(featureFlags.key, OPEN_FLAG), eq(featureFlags.default_value, false))
const isOpenToAll = sql`NOT ${exists(featureFlags, isClosed)}`

/** One address can register ten users an hour. An office or a class stays below that; a flood doesn't. */
const limitsOf = (c: WorkContext) => [byAddress(c, 'register', 10)]

/**
 * Creates the account and its first session. The same batch writes the credits, the use of the invite code and the referral, and
 * the membership that an invitation offers. Errors: 409 for a taken login, username or address, and for an org without room; 400
 * for an invite code that is missing, and for a code or a token that can't be used; 429 after too many registrations from one
 * address; 503 while too many passwords wait to be hashed.
 */
export async function register(
	c: WorkContext,
	{ invite_code, invitation_token: token, ...account }: Registration,
): Promise<Begun> {
	requireTurn()
	const { db } = c.var
	const code = invite_code === undefined ? undefined : typedCode(invite_code)
	const offer = await offerBeforeHashing(c, account, { code, token })
	const { user_id, org_id, password_hash, statements } = await newAccount(c, {
		...account,
		email_verified: offer !== undefined && proves(offer, account.email),
		signs_in: true,
	})
	const { session, statements: sessionStatements } = newSession(c, user_id, org_id)
	const joined = offer && token !== undefined && { token, offer, user_id }
	const entry = joined && auditRow(c, auditOfAcceptance(joined))
	await write(
		c,
		{
			admission: code === undefined ? !joined && ensure(c, isOpenToAll) : useCode(c, code),
			counted: countRequest(c, limitsOf(c)),
			account: statements,
			grant: initialGrant(db, org_id),
			referral: code !== undefined && referral(db, { code, user_id, org_id }),
			before: entry && entry.leading,
			acceptance: joined && acceptance(c, joined),
			after: entry && entry.trailing,
			session: sessionStatements,
		},
		{
			audit: { action: 'users.register', target: users, target_id: user_id, actor_user_id: user_id },
			response: { none: 'Tokens are never stored' },
			// Without a username, the login is the username too, so we name the login, which the caller can change.
			duplicate: (constraint) =>
				takenField(account.username === undefined ? constraint.replace('username', 'login') : constraint),
			otherwise: async () =>
				(await standingOf(c, account, { code, token })).refusal ??
				(offer && (await isOutOf(c, offer)) ? deactivated() : rateLimited(1, 'auth.too_many_requests')),
		},
	)
	return { ...session, password_hash }
}

/**
 * Throws the error that the batch would throw, and returns what the token offers. Hashing a password takes long, so a request that
 * fails anyway must not get that far. The batch checks everything again, because another request may get in between.
 */
async function offerBeforeHashing(c: WorkContext, account: Account, admission: Admission): Promise<Offer | undefined> {
	const { refusal, offer } = await standingOf(c, account, admission)
	if (refusal) throw refusal
	return offer
}

interface Standing {
	/** Why the account can't be created now; undefined if it can. */
	refusal?: ApiError | undefined
	offer?: Offer | undefined
}

/** What a registration would meet now. One D1 call, and a second one to explain a refused code or a full org. */
async function standingOf(c: WorkContext, account: Account, { code, token }: Admission): Promise<Standing> {
	const { db } = c.var
	if (token !== undefined && !isInvitation(token)) return { refusal: notAnInvitation() }
	const { login, username, email } = account
	const limits = limitsOf(c)
	const isAdmitted = code !== undefined ? exists(inviteCodes, usable(code)) : token === undefined ? isOpenToAll : sql`1`
	const [[found], requests, offers = []] = await db.batch([
		db
			.select({
				admitted: sql<number>`${isAdmitted}`.as('admitted'),
				has_admin: sql<number>`${exists(platformAdmins, sql`1`)}`.as('has_admin'),
				login: sql<number>`${isTaken('login', login)}`.as('login_taken'),
				username: sql<number>`${isTaken('username', username ?? login)}`.as('username_taken'),
				email: sql<number>`${isTaken('email', email)}`.as('email_taken'),
			})
			.from(sql`(SELECT 1)`),
		countedRequests(db, limits),
		...(token === undefined ? [] : [selectOffer(db, token)]),
	])
	const [offer] = offers
	const tooMany = tooManyRequests(c.env, limits, requests)
	if (tooMany) return { refusal: tooMany }
	if (!found?.admitted) return { refusal: code === undefined ? invitationNeeded() : await unusable(db, code) }
	if (token !== undefined && !offer) return { refusal: notAnInvitation() }
	if (offer?.has_room === 0) return { refusal: await noRoom(c, offer.org_id) }
	const reserved = found.has_admin ? undefined : reservedField(c, account)
	const field = reserved ?? (['login', 'username', 'email'] as const).find((name) => found[name])
	// Without a username, the login is the username too.
	const named = field === 'username' && username === undefined && !reserved ? 'login' : field
	return { offer, refusal: named && takenField(named) }
}

const invitationNeeded = () => invalid([{ path: 'invite_code', message: must.invitation_required }])

const notAnInvitation = () => invalid([{ path: 'invitation_token', message: must.open_invitation }])

/** Whether the org's directory says that the person who was invited is out. */
async function isOutOf({ var: { db } }: WorkContext, { org_id, email }: Offer) {
	const { is_out } = await db.get<{ is_out: number }>(sql`SELECT ${isAddressOut(org_id, typed(email))} AS is_out`)
	return is_out === 1
}

import { and, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, SignedInUser } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { identities } from '../../sign-in/identities/table.ts'
import { newHome } from '../../sign-in/sessions/accounts.ts'
import { beginSession, candidatesOf } from '../../sign-in/sessions/begin.ts'
import { type Begun, refuseRisk } from '../../sign-in/sessions/session.ts'
import { byAddress, countRequest, refusalOf } from '../../sign-in/throttle/requests.ts'
import { named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { isAddressProved } from '../../tenancy/users/visible.ts'
import { type Asserted, assertedBy } from './access-assertion.ts'
import { shownIdentity } from './identity-routes.ts'
import { newUser } from './new-user.ts'
import { oidcRefusal } from './refusal.ts'
import { takeAddress } from './take-address.ts'

/** A person whom Access no longer lets in is out after this long, as with a connection. In seconds. */
const MAX_AGE_S = 43_200

/** What an identity of Access has in place of a connection. */
const ACCESS = 'access'

const isIdentity = ({ issuer, subject }: Asserted) =>
	allOf(eq(identities.issuer, issuer), eq(identities.subject, subject))

const ownerOf = (asserted: Asserted) =>
	sql`${users.id} = (SELECT ${identities.user_id} FROM ${identities} WHERE ${isIdentity(asserted)})`

/** Whether the deployment says that Access speaks for the domain of the address. */
function speaksFor({ ACCESS_DOMAINS = '' }: Env, address: string): boolean {
	const domain = address.slice(address.indexOf('@') + 1)
	return ACCESS_DOMAINS.toLowerCase()
		.split(/\s*,\s*/)
		.includes(domain)
}

/**
 * Starts a session for the person the request's assertion is about. Errors, in this order: what `assertedBy` throws, 429 after too many
 * logins, 403 for somebody without an account or with a suspended one, 403 for a request that is too risky, and what `beginSession`
 * throws.
 */
export async function logInByAccess(c: Context<App>, wanted: string | undefined): Promise<Begun> {
	const asserted = await assertedBy(c)
	const limits = [byAddress(c, 'access login', 600)]
	const { known } = await write(
		c,
		{ counted: countRequest(c, limits), known: candidatesOf(c, ownerOf(asserted)) },
		{ response: { none: 'A count is no response' }, otherwise: () => refusalOf(c, limits) },
	)
	const candidates = known.length > 0 ? known : await introduced(c, asserted)
	const [user] = candidates
	if (user?.status !== 'active') throw oidcRefusal('oidc.inactive')
	refuseRisk(c, user)
	const { user_id } = user
	const used = { ...addressOf(asserted), last_used_at: now() }
	return beginSession(c, {
		candidates,
		wanted,
		factor: 'access',
		through: { connection_id: null, max_age: MAX_AGE_S, authenticated_at: asserted.issued_at },
		guards: [
			c.var.db
				.update(identities)
				.set(used)
				.where(and(isIdentity(asserted), eq(identities.user_id, user_id))),
			ensureChanged(c),
			ensureExists(c, users, allOf(eq(users.id, user_id), eq(users.status, 'active'))),
		],
		refusal: () => Promise.resolve(oidcRefusal('oidc.inactive')),
	})
}

/**
 * Gives the identity to the account with its address, if that's verified, or to a new account. Only for a domain that the deployment
 * says Access speaks for. Throws `oidc.no_account` for any other.
 */
async function introduced(c: Context<App>, asserted: Asserted) {
	const { address } = asserted
	const { db } = c.var
	if (address === undefined || !speaksFor(c.env, address)) throw oidcRefusal('oidc.no_account')
	const [holder] = await db
		.select({
			user_id: users.id,
			email_verified: users.email_verified,
			is_proved: sql<number>`${isAddressProved}`.as('is_proved'),
			status: users.status,
		})
		.from(users)
		.where(named(address))
		.limit(1)
	if (holder?.email_verified && holder.status !== 'active') throw oidcRefusal('oidc.inactive')
	if (holder?.is_proved === 1) await keepIdentity(c, asserted, holder.user_id)
	else await makeAccount(c, asserted, address, holder)
	return candidatesOf(c, ownerOf(asserted))
}

/** What an assertion says of the address, which is plain ASCII in lower case. */
const addressOf = ({ address = null }: { address?: string | null | undefined }) => ({
	email: address,
	email_caseless: address,
})

const identityOf = (
	{ var: { db } }: Pick<Context<App>, 'var'>,
	{ issuer, subject, address }: Asserted,
	user_id: string,
) => {
	const row = { id: newId('idn'), user_id, issuer, subject, connection_id: ACCESS, ...addressOf({ address }) }
	const insert = db
		.insert(identities)
		.values({ ...row, created_at: now() })
		.onConflictDoNothing()
	return { id: row.id, insert }
}

/** Does nothing if another request was faster. */
async function makeAccount(c: Context<App>, asserted: Asserted, address: string, holder?: { user_id: string }) {
	const account = newUser(c, asserted.address, address)
	const home = newHome(c.var.db, account)
	const identity = identityOf(c, asserted, account.user_id)
	await tryWrite(
		c,
		{
			before: account.entry.leading,
			taken: takeAddress(c, address, holder),
			account: account.statements,
			home: home.statements,
			identity: identity.insert,
			isTheirs: ensureChanged(c),
			after: account.entry.trailing,
		},
		{ response: { none: 'The login that made it answers' } },
	)
}

/** Adds the identity to a user's account, unless it has it already, and returns it. Throws `oidc.linked` if it's somebody else's. */
export async function keepIdentity(c: Context<App> | Context<SignedInUser>, asserted: Asserted, user_id: string) {
	const where = isIdentity(asserted)
	const { id, insert } = identityOf(c, asserted, user_id)
	const { kept } = await write(
		c,
		{
			insert,
			isTheirs: ensureExists(c, identities, allOf(where, eq(identities.user_id, user_id))),
			kept: c.var.db.select(shownIdentity).from(identities).where(where),
		},
		{
			audit: {
				action: 'identities.create',
				target: identities,
				target_id: id,
				where,
				actor_user_id: user_id,
				isNew: true,
			},
			response: { none: 'Repeating it changes nothing' },
			otherwise: oidcRefusal('oidc.linked'),
		},
	)
	return kept[0]
}

import { createHmac } from 'node:crypto'
import { and, eq, getTableColumns, gt } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, SignedInUser } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { existing } from '../../ground/http/errors.ts'
import { write } from '../../ground/write/write.ts'
import { cookiesNamed, readCookie, writeCookie } from '../../keys/auth/cookies.ts'
import { hashOf, newCredential } from '../../keys/auth/tokens.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { waitsSince } from '../../tenancy/users/through.ts'
import { redirectUriOf } from '../oidc-connections/columns.ts'
import type { Connection, Secrets } from '../oidc-connections/provider.ts'
import { oidcRefusal } from './refusal.ts'
import { oidcSignIns } from './table.ts'

// Where a sign-in is while its browser is at the provider: a secret in a cookie of its own, from which `state`, nonce and PKCE
// verifier follow, and a row that counts once.

const COOKIES = 'plinth_oidc_'
/** How many sign-ins a browser may have at providers. The cookies of more would make its requests too large. */
const MAX_AT_ONCE = 20
const TTL_MS = 600_000

/** Each sign-in has a cookie, named after its `state`, because a browser with many tabs begins many at the same moment. */
const cookieFor = (state: string) => COOKIES + state.replaceAll(/[^\w-]/g, '').slice(0, 16)

const secretsOf = (cookie: string): Secrets => {
	const derived = (name: string) => createHmac('sha256', cookie).update(name).digest('base64url')
	return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

export const connectionColumns = { ...getTableColumns(oidcConnections), waits_since: waitsSince().as('waits_since') }

/** A connection that people can sign in through: it's active, and its org isn't deleted. */
export const isUsable = (id: string) =>
	allOf(eq(oidcConnections.id, id), eq(oidcConnections.is_active, true), isOrgOpen(oidcConnections.org_id))

/** That connection. Throws 404 if there's none. */
export async function usableConnection(c: Context<App> | Context<SignedInUser>, id: string) {
	const [connection] = await c.var.db.select(connectionColumns).from(oidcConnections).where(isUsable(id)).limit(1)
	return existing(connection, 'OIDC connection')
}

interface Begin {
	/** A path of ours. */
	return_to: string
	/** The session that adds an identity to its user. */
	session_id?: string
	/** How many seconds ago somebody may have proved who they are. */
	max_age?: number | undefined
}

/**
 * Begins a sign-in, and returns the address at the provider. Throws a `ProviderError` if the provider doesn't say where that is.
 */
export async function begin(
	c: Context<App> | Context<SignedInUser>,
	connection: Connection,
	{ return_to, session_id, max_age }: Begin,
): Promise<string> {
	const cookie = newCredential('oidc_sign_in')
	const secrets = secretsOf(cookie)
	const asked = { redirect_uri: redirectUriOf(c, connection.id), max_age }
	const { authorizationUrl } = await import('../oidc-connections/provider.ts')
	const url = await authorizationUrl(c.env, connection, secrets, asked)
	const row = {
		state_hash: hashOf(secrets.state),
		connection_id: connection.id,
		return_to,
		session_id: session_id ?? null,
	}
	const insert = c.var.db.insert(oidcSignIns).values({ ...row, expires_at: fromNow(TTL_MS), created_at: now() })
	await write(c, { insert }, { response: { none: 'Its cookie is a credential' } })
	writeCookie(c, cookieFor(secrets.state), cookie, TTL_MS / 1000)
	for (const oldest of cookiesNamed(c, COOKIES).slice(0, 1 - MAX_AT_ONCE)) writeCookie(c, oldest, '', 0)
	return url
}

/** Takes the sign-in that this browser began with the connection. Throws `oidc.unknown_sign_in` if it began none, or if it's over. */
export async function take(c: Context<App>, connection_id: string) {
	const state = c.req.query('state') ?? ''
	const cookie = readCookie(c, cookieFor(state))
	const secrets = secretsOf(cookie ?? '')
	if (cookie === undefined || state !== secrets.state) throw oidcRefusal('oidc.unknown_sign_in')
	const { state_hash, expires_at } = oidcSignIns
	const isIt = and(
		eq(state_hash, hashOf(secrets.state)),
		eq(oidcSignIns.connection_id, connection_id),
		gt(expires_at, now()),
	)
	const { taken } = await write(c, { taken: c.var.db.delete(oidcSignIns).where(isIt).returning() })
	writeCookie(c, cookieFor(state), '', 0)
	if (!taken[0]) throw oidcRefusal('oidc.unknown_sign_in')
	return { ...taken[0], secrets }
}

import { eq, gt, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { ApiError } from '../../ground/http/errors.ts'
import { secrets as vault } from '../../ground/secrets/table.ts'
import { at, open } from '../../ground/secrets/vault.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { clientSecretPlace, identities, oidcConnections } from '../../sign-in/identities/table.ts'
import { grant } from '../../sign-in/sessions/session.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { type Claims, ProviderError } from '../oidc-connections/claims.ts'
import { redirectUriOf } from '../oidc-connections/columns.ts'
import { enter } from './enter.ts'
import { isIdentityOf, known, newIdentity } from './identity.ts'
import { oidcRefusal } from './refusal.ts'
import { connectionColumns, isUsable, take } from './sign-ins.ts'
import { isAsRead } from './standing.ts'

type Connection = typeof oidcConnections.$inferSelect

/**
 * Ends what `begin` began: signs the browser in, or adds an identity to its user. Returns the path to continue at. Throws an `oidc.…`
 * refusal, and what `enter` throws.
 */
export async function finish(c: Context<App>, connection_id: string): Promise<string> {
	const { return_to, session_id, secrets } = await take(c, connection_id)
	const [[connection], [sealed]] = await c.var.db.batch([
		c.var.db.select(connectionColumns).from(oidcConnections).where(isUsable(connection_id)).limit(1),
		c.var.db
			.select()
			.from(vault)
			.where(at(clientSecretPlace(connection_id)))
			.limit(1),
	])
	if (!connection || !sealed) throw oidcRefusal('oidc.unknown_sign_in')
	const client_secret = await open(c.env, sealed)
	const answered = { url: new URL(c.req.url), secrets, redirect_uri: redirectUriOf(c, connection_id) }
	// Few isolates sign anybody in by a provider, and its library is large.
	const { claimsOf } = await import('../oidc-connections/provider.ts')
	const claims = await claimsOf(c.env, { ...connection, client_secret }, answered).catch((error: unknown) =>
		refused(c, connection, error),
	)
	if (session_id === null) await grant(c, await enter(c, connection, claims))
	else await link(c, connection, claims, session_id)
	return return_to
}

/** Keeps what the provider said, for those who test the connection, and throws the refusal. */
export async function refused(c: WorkContext, { id }: Pick<Connection, 'id'>, error: unknown): Promise<never> {
	if (!(error instanceof ProviderError)) throw error
	const { said } = error
	const noted = c.var.db
		.update(oidcConnections)
		.set({ last_failure: said.slice(0, 200), last_failed_at: now() })
		.where(eq(oidcConnections.id, id))
	await write(c, { noted }, { response: { none: 'A failed sign-in is a refusal' } })
	throw oidcRefusal('oidc.provider', said)
}

/** Adds the identity to the user of the session that asked for it. Throws `oidc.linked` if it's somebody else's. */
async function link(c: Context<App>, connection: Connection, claims: Claims, session_id: string): Promise<void> {
	const { db } = c.var
	const isLive = allOf(
		eq(sessions.id, session_id),
		isNull(sessions.ended_at),
		gt(sessions.expires_at, now()),
		isNull(sessions.connection_id),
	)
	const [session] = await db.select({ user_id: sessions.user_id }).from(sessions).where(isLive).limit(1)
	if (!session) throw oidcRefusal('oidc.unknown_sign_in')
	if (connection.waits_since !== null) throw oidcRefusal('oidc.waits')
	const { user_id } = session
	const { row, audit } = newIdentity(c, connection, claims, user_id)
	await write(
		c,
		{
			isLive: ensureExists(c, sessions, isLive),
			admits: ensureExists(c, oidcConnections, isAsRead(connection)),
			known: known(c, connection, claims, row),
			isTheirs: ensureExists(c, identities, isIdentityOf(connection, claims, user_id)),
		},
		{ audit, response: { none: 'Repeating it changes nothing' }, otherwise: oidcRefusal('oidc.linked') },
	)
}

/** Where a browser continues whose sign-in was refused: the console says why. */
export function refusedAt(c: Context<App>, error: unknown): string {
	if (!(error instanceof ApiError) || error.status >= 500) throw error
	c.set('refused', error)
	const { said } = error.details
	const why = new URLSearchParams({
		refused: error.reason ?? error.code,
		...(typeof said === 'string' ? { said } : {}),
		trace_id: c.var.trace_id,
	})
	return `/console/?${why.toString()}`
}

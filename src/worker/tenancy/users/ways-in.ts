import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hasCodes, hasPasskey, signsInByPassword, type UserId } from './factors.ts'
import { waitsSince } from './through.ts'

/** Whether the user may do without their password: a second passkey or a recovery code is left if they lose one. */
export const canDoWithoutPassword = (user_id: UserId): SQL =>
	sql`((SELECT count(*) FROM passkeys p WHERE p.user_id = ${user_id}) >= iif(${hasCodes(user_id)}, 1, 2))`

/** Whether the user has a provider that a connection leads to now. Cloudflare Access is set up by the deployment, and has no row. */
const hasProvider = (user_id: UserId): SQL =>
	sql`EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${user_id} AND (i.connection_id = 'access'
		OR EXISTS (SELECT 1 FROM oidc_connections o WHERE o.issuer = i.issuer AND o.is_active)))`

/** Whether the user can sign in at all. While password sign-in is off they keep a passkey, because a provider may drop them. */
export const hasWayIn = (user_id: UserId): SQL =>
	sql`(${hasPasskey(user_id)} OR ${signsInByPassword(user_id)}
		OR (EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND u.password_sign_in) AND ${hasProvider(user_id)}))`

/** Whether the user can sign in without a connection, which may lie about who they are: in their own way, or through another one. */
export const hasWayBeside = (user_id: SQLWrapper, connection_id: SQLWrapper): SQL =>
	sql`(${hasPasskey(user_id)} OR ${signsInByPassword(user_id)}
		OR EXISTS (SELECT 1 FROM identities i LEFT JOIN oidc_connections other ON other.id = i.connection_id WHERE i.user_id = ${user_id}
			AND (i.connection_id = 'access' OR (other.id <> ${connection_id} AND other.is_active AND ${waitsSince('other')} IS NULL))))`

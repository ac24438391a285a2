import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { columnsBut, orgIdOf } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, literal } from '../../ground/db/state.ts'
import { publicAddressOf, type Located } from '../../ground/http/public-url.ts'
import { oidcConnections, type oidcDomains, scimTokens } from '../../sign-in/identities/table.ts'
import { signInRequirements } from '../../sign-in/requirements/table.ts'
import { waitsSince } from '../../tenancy/users/through.ts'
import type { OidcConnection } from './schema.ts'

/** Whose connections: an org's, or the platform's if it's null. */
export type Owner = string | null

/** Whose connections a call at one of the doors is about. */
export const ownerOf = ({ var: { owner } }: Pick<Context<SignedIn>, 'var'>): Owner => orgIdOf(owner)

export const connectionOf = (owner: Owner, id: string) => allOf(eq(oidcConnections.id, id), ownedBy(owner))

export const ownedBy = (owner: Owner): SQL =>
	owner === null ? isNull(oidcConnections.org_id) : eq(oidcConnections.org_id, owner)

/** How long a SCIM token continues whose maker may make none any longer. A dead one would let the next leaver in. */
const NARROWED_DAYS = 14

/** When the SCIM token `t` ends for that; null if it doesn't. */
export const scimTokenEnds = sql`strftime('%Y-%m-%dT%H:%M:%fZ', t.narrowed_at, '+${literal(NARROWED_DAYS)} days')`

const shown = columnsBut(oidcConnections, 'people_count', 'through_connection_id')

export const selectConnections = (db: Database['reader'], where: SQL | undefined, limit = 1) =>
	db
		.select({
			...shown,
			waits_since: waitsSince().as('waits_since'),
			domains:
				sql<string>`(SELECT json_group_array(json_object('domain', d.domain, 'challenge', d.challenge, 'proved_at', d.proved_at, 'checked_at', d.checked_at) ORDER BY d.domain)
				FROM oidc_domains d WHERE d.connection_id = ${oidcConnections.id})`.as('domains'),
			is_required:
				sql<number>`EXISTS (SELECT 1 FROM ${signInRequirements} WHERE ${eq(signInRequirements.connection_id, oidcConnections.id)})`.as(
					'is_required',
				),
			scim_token_created_at: sql<
				string | null
			>`(SELECT t.created_at FROM ${scimTokens} t WHERE t.connection_id = ${oidcConnections.id})`.as(
				'scim_token_created_at',
			),
			scim_token_ends_at: sql<
				string | null
			>`(SELECT ${scimTokenEnds} FROM ${scimTokens} t WHERE t.connection_id = ${oidcConnections.id})`.as(
				'scim_token_ends_at',
			),
		})
		.from(oidcConnections)
		.where(where)
		.orderBy(sql`${oidcConnections.id} DESC`)
		.limit(limit)

type Row = Awaited<ReturnType<typeof selectConnections>>[number]

export type KnownDomain = Omit<typeof oidcDomains.$inferSelect, 'connection_id'>

export const domainsOf = ({ domains }: Pick<Row, 'domains'>) => JSON.parse(domains) as KnownDomain[]

/** The name of the TXT record that proves a domain, and what it has to say. */
export const recordOf = ({ domain, challenge }: Pick<KnownDomain, 'domain' | 'challenge'>) => ({
	record: `_plinth.${domain}`,
	value: `plinth-domain=${challenge}`,
})

/** Where a provider sends people back to. Without `PUBLIC_URL` it's the address of the request. */
export const redirectUriOf = (c: Located, id: string) => `${publicAddressOf(c)}/v1/auth/oidc/${id}/callback`

export const toConnection = (c: Located, row: Row): z.infer<typeof OidcConnection> => ({
	...row,
	domains: domainsOf(row).map(({ challenge, ...domain }) => ({
		...domain,
		...recordOf({ domain: domain.domain, challenge }),
	})),
	is_required: row.is_required === 1,
	redirect_uri: redirectUriOf(c, row.id),
})

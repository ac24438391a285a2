import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { doc } from '#doc'
import type { WorkContext } from '../../context.ts'
import { requires } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import {
	connectionsLeft,
	encryptionKeysLeft,
	invitationsLeft,
	isProgram,
	keysLeft,
	type Left,
	nameOf,
	SINCE,
	tokensLeft,
} from './left.ts'

const MOST = 200

const KINDS = ['oidc_connection', 'scim_token', 'service_account_key', 'encryption_key', 'invitation'] as const

const LeftBehind = named('LeftBehind', {
	items: z
		.array(
			z.object({
				kind: z.enum(KINDS),
				id: z.string().meta(
					doc({
						description: 'The id of the connection, the key or the invitation; the `kid` of an encryption key.',
						example: 'sak_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
					}),
				),
				name: z.string().meta(
					doc({
						description: 'The name of the connection or of the service account, or the address that was invited.',
						example: 'CI',
					}),
				),
				service_account_id: z
					.nullable(id('svc'))
					.meta(doc({ description: 'The account of the key or encryption key; null for anything else.' })),
				org_id: z.nullable(id('org')).meta(doc({ description: 'Null for what belongs to the platform.' })),
				user_id: z
					.nullable(id('usr'))
					.meta(doc({ description: 'Who decided or made it; null for a service account.' })),
				by_service_account_id: z
					.nullable(id('svc'))
					.meta(doc({ description: 'The service account that made it; null for a user.' })),
				username: z
					.string()
					.meta(doc({ description: 'The name of either; the id of a deleted account.', example: 'Ada Lovelace' })),
				left_at: timestamp().meta(
					doc({
						description:
							'Since when they may no longer decide there, the org was restored, or the connection that it was made through waits; when it was made, if that connection is deleted.',
					}),
				),
			}),
		)
		.meta(
			doc({
				description:
					'Connections that wait for a confirmation, SCIM tokens that do little more than read, keys of service accounts that who left has seen, and keys, encryption keys and invitations that were made through a connection that waits: 200 at most.',
			}),
		),
})

type Item = z.infer<typeof LeftBehind>['items'][number]

/** What's left. An org has few of each. */
const select = ({ var: { db } }: WorkContext, left: Left, ofOrg = sql``) =>
	db
		.select({
			kind: sql<Item['kind']>`kind`.as('kind'),
			id: sql<string>`id`.as('id'),
			name: sql<string>`name`.as('name'),
			service_account_id: sql<string | null>`service_account_id`.as('service_account_id'),
			org_id: sql<string | null>`org_id`.as('org_id'),
			user_id: sql<string | null>`iif(${isProgram(sql`maker`)}, NULL, maker)`.as('user_id'),
			by_service_account_id: sql<string | null>`iif(${isProgram(sql`maker`)}, maker, NULL)`.as('by_service_account_id'),
			username: nameOf(sql`maker`).as('username'),
			left_at: sql<string>`left_at`.as('left_at'),
		})
		.from(
			sql`(SELECT 'oidc_connection' AS kind, o.id, o.name, NULL AS service_account_id, o.org_id, o.decided_by AS maker, ${SINCE.connection} AS left_at ${connectionsLeft(left)}
			UNION ALL SELECT 'scim_token', o.id, o.name, NULL, o.org_id, t.created_by, ${SINCE.token} ${tokensLeft(left)}
			UNION ALL SELECT 'service_account_key', k.id, s.name, s.id, s.org_id, k.created_by, ${SINCE.key} ${keysLeft(left)}
			UNION ALL SELECT 'invitation', i.id, i.email, NULL, i.org_id, i.inviter_user_id, ${SINCE.invitation} ${invitationsLeft(left)} ${ofOrg})`,
		)
		.limit(MOST)

export const orgLeavingRoutes = routes().get(
	'/:org_id/left-behind',
	may(READERS),
	returns(200, LeftBehind, 'Read what people left in an org who may no longer decide there', { isTagged: false }),
	async (c) => {
		const org_id = c.req.param('org_id')
		const left = { isBy: () => sql`1`, isIn: (column: ReturnType<typeof sql>) => sql`${column} = ${org_id}` }
		const encryptionKeys = sql`UNION ALL SELECT 'encryption_key', e.kid, s.name, s.id, s.org_id, e.created_by, ${SINCE.encryptionKey} ${encryptionKeysLeft(org_id)}`
		const [[org], items] = await c.var.db.batch([openOrg(c.var.db, { org_id }), select(c, left, encryptionKeys)])
		if (!org) throw notFound('Org')
		return c.json({ items })
	},
)

export const userLeavingRoutes = routes().get(
	'/:user_id/left-behind',
	requires('platform.read'),
	returns(200, LeftBehind, 'Read what a user left where they may no longer decide', { isTagged: false }),
	async (c) => {
		const user_id = c.req.param('user_id')
		const left = { isBy: (column: ReturnType<typeof sql>) => sql`${column} = ${user_id}`, isIn: () => sql`1` }
		const [[user], items] = await c.var.db.batch([
			c.var.db.select({ id: users.id }).from(users).where(present(user_id)).limit(1),
			select(c, left),
		])
		if (!user) throw notFound('User')
		return c.json({ items })
	},
)

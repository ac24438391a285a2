import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { allOf } from '../../ground/db/state.ts'
import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, existing, notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { identities } from '../../sign-in/identities/table.ts'
import { hasWayIn } from '../../tenancy/users/ways-in.ts'
import { oidcRefusal } from './refusal.ts'
import { Identity, LinkStarted, StartLink } from './schema.ts'
import { begin, usableConnection } from './sign-ins.ts'

export const identityRoutes = routes()

const { id, connection_id, issuer, subject, email, last_used_at, created_at, user_id } = identities
export const shownIdentity = { id, connection_id, issuer, subject, email, last_used_at, created_at }

identityRoutes.get(
	'/',
	signedInUser(),
	ownSignIn(),
	query(PageQuery),
	returns(200, z.array(Identity), 'List who you are at the providers that you sign in with'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(shownIdentity)
			.from(identities)
			.where(and(eq(user_id, c.var.principal.user_id), page.before(id)))
			.orderBy(desc(id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.id))
	},
)

identityRoutes.get(
	'/:id',
	signedInUser(),
	ownSignIn(),
	returns(200, Identity, 'Read who you are at one provider'),
	async (c) => {
		const where = allOf(eq(id, c.req.param('id')), eq(user_id, c.var.principal.user_id))
		const [identity] = await c.var.db.select(shownIdentity).from(identities).where(where).limit(1)
		return taggedJson(c, existing(identity, 'Identity'))
	},
)

identityRoutes.post(
	'/:connection_id/start',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	body(StartLink),
	returns(200, LinkStarted, 'Begin to add a provider to your account', { isAudited: false }),
	refuses('oidc.provider', 'oidc.waits'),
	async (c) => {
		const connection = await usableConnection(c, c.req.param('connection_id'))
		if (connection.waits_since !== null) throw oidcRefusal('oidc.waits')
		const wanted = { ...c.req.valid('json'), session_id: c.var.principal.session_id }
		const url = await begin(c, connection, wanted).catch(async (error: unknown) => {
			const { refused } = await import('./callback.ts')
			return refused(c, connection, error)
		})
		return c.json({ url })
	},
)

identityRoutes.delete(
	'/:id',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(204, undefined, 'Remove a provider from your account'),
	refuses('identities.last'),
	async (c) => {
		const user = c.var.principal.user_id
		const where = allOf(eq(id, c.req.param('id')), eq(user_id, user))
		await write(
			c,
			{
				deleted: c.var.db.delete(identities).where(where),
				found: ensureChanged(c),
				keepsAWayIn: ensure(c, hasWayIn(user)),
			},
			{
				audit: { action: 'identities.delete', target: identities, target_id: c.req.param('id'), where },
				otherwise: async () => {
					const [known] = await c.var.db.select({ id }).from(identities).where(where).limit(1)
					if (!known) return notFound('Identity')
					return conflict('identities.last')
				},
			},
		)
		return c.body(null, 204)
	},
)

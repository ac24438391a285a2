import { and, asc, eq, isNull, or } from 'drizzle-orm'
import * as z from 'zod'
import { anyone } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { hasProved } from '../oidc-connections/proof.ts'
import { hasAssertion } from './access-assertion.ts'
import { CallbackQuery, OfferedConnection, OfferQuery, StartQuery } from './schema.ts'
import { begin, usableConnection } from './sign-ins.ts'

export const oidcRoutes = routes()

// Few isolates sign anybody in by a provider.
const callback = () => import('./callback.ts')

const MAX_OFFERED = 50
/** What a browser is offered that comes through Cloudflare Access. */
const ACCESS = { id: 'access', name: 'Cloudflare Access', org_id: null }

oidcRoutes.get(
	'/connections',
	anyone(),
	query(OfferQuery),
	returns(200, z.array(OfferedConnection), 'List the providers that somebody can sign in with'),
	async (c) => {
		const { login } = c.req.valid('query')
		const domain = login?.split('@')[1]?.toLowerCase()
		const { id, name, org_id } = oidcConnections
		const offered = await c.var.db
			.select({ id, name, org_id })
			.from(oidcConnections)
			.where(
				and(eq(oidcConnections.is_active, true), isOrgOpen(org_id), or(isNull(org_id), hasProved(id, domain ?? ''))),
			)
			.orderBy(asc(id))
			.limit(MAX_OFFERED)
		return c.json(hasAssertion(c) ? [ACCESS, ...offered] : offered)
	},
)

oidcRoutes.get(
	'/oidc/:connection_id/start',
	anyone(),
	query(StartQuery),
	returns(303, undefined, 'Sign in with a provider: sends the browser there', {
		changes: true,
		isAudited: false,
	}),
	async (c) => {
		const connection = await usableConnection(c, c.req.param('connection_id'))
		const url = await begin(c, connection, c.req.valid('query')).catch(async (error: unknown) => {
			const { refused, refusedAt } = await callback()
			return refused(c, connection, error).catch((refusal: unknown) => refusedAt(c, refusal))
		})
		return c.redirect(url, 303)
	},
)

oidcRoutes.get(
	'/oidc/:connection_id/callback',
	anyone(),
	query(CallbackQuery),
	returns(303, undefined, 'Come back from a provider: signs in, and sends the browser to the console', {
		changes: true,
		isAudited: true,
	}),
	// The browser gets them in the address of the console.
	refuses(
		'oidc.unknown_sign_in',
		'oidc.no_role',
		'oidc.no_account',
		'oidc.inactive',
		'oidc.waits',
		'oidc.linked',
		'oidc.required',
		'oidc.provider',
	),
	async (c) => {
		const { finish, refusedAt } = await callback()
		const path = await finish(c, c.req.param('connection_id')).catch((error: unknown) => refusedAt(c, error))
		return c.redirect(path, 303)
	},
)

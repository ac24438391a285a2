import { and, desc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { readTogether } from '../../ground/db/reading.ts'
import { allOf } from '../../ground/db/state.ts'
import { isAsked, requires, signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen, requireReader, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { givesCredits } from '../entitlement-keys/catalogue.ts'
import { withValidity } from '../entitlement-keys/fit.ts'
import type { Grants } from '../entitlement-keys/remembered.ts'
import { configuredEntitlementOverrides } from './configured.ts'
import { effectiveOf, grantsOf } from './effective.ts'
import { putOverride } from './override.ts'
import {
	CreateEntitlementOverride,
	EntitlementOverride,
	ListedEntitlement,
	OverrideListQuery,
	OverrideQuery,
} from './schema.ts'
import { entitlementOverrides } from './table.ts'

export const entitlementOverrideRoutes = routes()

entitlementOverrideRoutes.get(
	'/',
	requires('platform.read'),
	query(OverrideListQuery),
	returns(200, z.array(EntitlementOverride), "List an org's entitlement overrides"),
	refuses(404),
	async (c) => {
		const { org_id, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const listed = c.var.db
			.select()
			.from(entitlementOverrides)
			.where(and(eq(entitlementOverrides.org_id, org_id), page.before(entitlementOverrides.id)))
			.orderBy(desc(entitlementOverrides.id))
			.limit(page.limit)
		const rows = await rowsOfOrg(c.var.db, org_id, listed)
		return c.json(page.close(rows, ({ id }) => id).map(withValidity))
	},
)

entitlementOverrideRoutes.post(
	'/',
	requires('people.write', 'money.write'),
	body(CreateEntitlementOverride),
	stepUp('value', ({ key }: z.infer<typeof CreateEntitlementOverride>) => givesCredits(key)),
	returns([201, 200], EntitlementOverride, 'Set or replace an entitlement override of an org'),
	async (c) => {
		const { response, isNew } = await putOverride(c, c.req.valid('json'))
		return c.json(response, isNew ? 201 : 200)
	},
)

entitlementOverrideRoutes.get(
	'/:id',
	requires('platform.read'),
	query(OverrideQuery),
	returns(200, EntitlementOverride, 'Read an entitlement override of an org'),
	async (c) => {
		const where = overrideOf(c.req.param('id'), c.req.valid('query').org_id)
		const [override] = await c.var.db.select().from(entitlementOverrides).where(where).limit(1)
		return taggedJson(c, withValidity(existing(override, 'Entitlement override')))
	},
)

entitlementOverrideRoutes.delete(
	'/:id',
	requires('people.write', 'money.write'),
	query(OverrideQuery),
	stepUp('value', boundsCredits),
	returns(200, Ok, 'Delete an entitlement override'),
	async (c) => {
		const id = c.req.param('id')
		const { org_id } = c.req.valid('query')
		const where = overrideOf(id, org_id)
		const remove = c.var.db.delete(entitlementOverrides).where(where)
		const undo = [{ table: entitlementOverrides, where }]
		const kinds = [{ kind: configuredEntitlementOverrides }]
		await write(
			c,
			{ remove, found: ensureChanged(c) },
			{
				audit: {
					action: 'entitlement_overrides.delete',
					target: entitlementOverrides,
					target_id: id,
					org_id,
					undo,
					kinds,
				},
				otherwise: notFound('Entitlement override'),
			},
		)
		return c.json({ ok: true as const })
	},
)

/** Whether an override is of credits, which its end may give. */
async function boundsCredits(_: never, c: Context<SignedIn>) {
	if (!isAsked(c, 'value')) return false
	const { org_id } = c.req.query()
	const where = overrideOf(c.req.param('id') ?? '', org_id ?? '')
	const [override] = await c.var.db
		.select({ key: entitlementOverrides.key })
		.from(entitlementOverrides)
		.where(where)
		.limit(1)
	return override !== undefined && givesCredits(override.key)
}

const overrideOf = (id: string, org_id: string) =>
	allOf(
		eq(entitlementOverrides.id, id),
		eq(entitlementOverrides.org_id, org_id),
		isOrgOpen(entitlementOverrides.org_id),
	)

export const entitlementRoutes = routes()

entitlementRoutes.get(
	'/',
	signedIn(),
	query(OverrideQuery),
	returns(200, z.array(ListedEntitlement), 'List the effective entitlements of an org, each with its source'),
	refuses(404),
	async (c) => {
		const { org_id } = c.req.valid('query')
		await requireReader(c, org_id)
		const [grants] = await readTogether(c.var.db, [grantsOf(org_id)])
		if (!grants) throw notFound('Org')
		const without = (absent: Partial<Grants>) =>
			new Map(effectiveOf(c.env, { ...grants, ...absent }).map((one) => [one.key, one]))
		const [no_override, no_plan] = [without({ overrides: [] }), without({ of_plan: [] })]
		return c.json(
			effectiveOf(c.env, grants).map((one) => {
				if (one.source === 'override') return { ...one, without_override: no_override.get(one.key) ?? null }
				if (one.source === 'plan') return { ...one, without_plan: no_plan.get(one.key) ?? null }
				return one
			}),
		)
	},
)

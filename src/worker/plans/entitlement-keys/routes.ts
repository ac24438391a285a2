import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { signedIn } from '../../ground/http/access.ts'
import { returns } from '../../ground/http/contract.ts'
import { catalogueOf } from './catalogue.ts'
import { EntitlementKey } from './schema.ts'

export const entitlementKeyRoutes = new Hono<App>()

entitlementKeyRoutes.get(
	'/',
	signedIn(),
	returns(200, z.array(EntitlementKey), 'List the entitlement keys that have a type, a default and a meaning'),
	(c) => c.json(catalogueOf(c.env)),
)

import * as z from 'zod'
import { signedIn } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { catalogueOf } from './catalogue.ts'
import { EntitlementKey } from './schema.ts'

export const entitlementKeyRoutes = routes()

entitlementKeyRoutes.get(
	'/',
	signedIn(),
	returns(200, z.array(EntitlementKey), 'List the entitlement keys that have a type, a default and a meaning'),
	(c) => c.json(catalogueOf(c.env)),
)

import type { Concept } from '../../concept-examples.ts'
import type { Translation } from '../../guide.ts'
import { authenticationPage, errorsPage, idempotencyPage, paginationPage } from './calls.ts'
import { clientsPage, dryRunPage, rateLimitsPage, unitsPage, versioningPage } from './rules.ts'

export const concepts: Record<Concept, Translation> = {
	'concepts/authentication': authenticationPage,
	'concepts/errors': errorsPage,
	'concepts/pagination': paginationPage,
	'concepts/idempotency': idempotencyPage,
	'concepts/dry-run': dryRunPage,
	'concepts/rate-limits': rateLimitsPage,
	'concepts/units': unitsPage,
	'concepts/versioning': versioningPage,
	'concepts/clients': clientsPage,
}

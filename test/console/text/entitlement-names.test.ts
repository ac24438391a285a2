import { expect, test } from 'vitest'
import { entitlementName, entitlementTitle } from '../../../src/console/change/entitlement-name.ts'

test.for([
	['credits.monthly_grant', 'credits a month', 'Credits a month'],
	['feature.deep_research', 'deep research', 'Deep research'],
	['models.premium', 'premium models', 'Premium models'],
	['pilot', 'pilot', 'Pilot'],
	['acme.very.large_jobs', 'acme very large jobs', 'Acme very large jobs'],
])('%s is called “%s”', ([key, name, title]) => {
	expect([entitlementName(key ?? ''), entitlementTitle(key ?? '')]).toEqual([name, title])
})

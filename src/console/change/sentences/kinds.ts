import { billing } from './billing.ts'
import type { Kind } from './kind.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { platform } from './platform.ts'
import { providers } from './providers.ts'
import { traffic } from './traffic.ts'

/** Every kind of row that a change can have, by the name of its table. A test fails if one is missing. */
export const KINDS: Readonly<Record<string, Kind>> = {
	...billing,
	...people,
	...plans,
	...platform,
	...providers,
	...traffic,
}

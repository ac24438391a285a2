import { fields } from '../../text/en/actions.ts'
import { billing } from './billing.ts'
import type { Kind } from './kind.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { platform } from './platform.ts'
import { providers } from './providers.ts'
import { traffic } from './traffic.ts'
import { nameIn } from './values.ts'

const OWN: Readonly<Record<string, Partial<Kind>>> = {
	...billing,
	...people,
	...plans,
	...platform,
	...providers,
	...traffic,
}

const LABELS: Readonly<Record<string, Kind['fields']>> = fields

/**
 * Every kind of row that a change can have, by the name of its table. One with a name and labels needs no more than the labels. A test
 * fails if one is missing.
 */
export const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
	Object.keys({ ...LABELS, ...OWN }).map((table) => [table, { name: nameIn, fields: LABELS[table], ...OWN[table] }]),
)

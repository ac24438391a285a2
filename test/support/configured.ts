import { budgets } from './configured/budgets.ts'
import { doors } from './configured/doors.ts'
import type { Kind } from './configured/kind.ts'
import { models } from './configured/models.ts'
import { plans } from './configured/plans.ts'
import { tools } from './configured/tools.ts'

/**
 * Every kind of configuration, with samples of its changes. `test/changes/configured.walk.test.ts` makes each change in every
 * possible way, and fails if a section of a document has no entry here.
 */
export const KINDS: Kind[] = [...plans, ...tools, ...models, ...budgets, ...doors]

import { doors } from './configured/doors.ts'
import type { Kind } from './configured/kind.ts'
import { models } from './configured/models.ts'
import { plans } from './configured/plans.ts'
import { tools } from './configured/tools.ts'

/**
 * Every kind of thing that can be configured, with samples of its changes. `test/changes/configured.walk.test.ts` makes each of
 * them in every way there is, and fails for a section of a document that has no entry here.
 */
export const KINDS: Kind[] = [...plans, ...tools, ...models, ...doors]

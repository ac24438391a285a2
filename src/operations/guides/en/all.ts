import type { Guides } from '../guide.ts'
import { changes } from './changes.ts'
import { firstRun } from './first-run.ts'
import { runtime } from './runtime.ts'
import { spending } from './spending.ts'
import { webhooks } from './webhooks.ts'

export const guides: Guides = { 'first-run': firstRun, changes, spending, runtime, webhooks }

import type { Name } from '../en/all.ts'
import type { Translation } from '../guide.ts'
import { changes } from './changes.ts'
import { concepts } from './concepts/all.ts'
import { firstRun } from './first-run.ts'
import { frameworks } from './frameworks.ts'
import { litellm } from './litellm.ts'
import { models } from './models.ts'
import { operate } from './operate.ts'
import { runtime } from './runtime.ts'
import { signIn } from './sign-in.ts'
import { spending } from './spending.ts'
import { webhooks } from './webhooks.ts'

export const translations: Record<Name, Translation> = {
	'first-run': firstRun,
	changes,
	spending,
	models,
	litellm,
	runtime,
	frameworks,
	operate,
	webhooks,
	'sign-in': signIn,
	...concepts,
}

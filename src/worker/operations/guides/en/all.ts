import type { Concept } from '../concept-examples.ts'
import type { Guide } from '../guide.ts'
import { changes } from './changes.ts'
import { firstRun } from './first-run.ts'
import { frameworks } from './frameworks.ts'
import { litellm } from './litellm.ts'
import { models } from './models.ts'
import { operate } from './operate.ts'
import { runtime } from './runtime.ts'
import { signIn } from './sign-in.ts'
import { spending } from './spending.ts'
import { webhooks } from './webhooks.ts'

/** Each guide by its address below `/docs`, in the order of the list. */
export const guides = {
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
} satisfies Record<string, Guide>

export type Name = keyof typeof guides | Concept

import { createRoute } from '@tanstack/react-router'
import { at } from '../root.ts'
import { textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

const register = createRoute({
	...at('/register'),
	validateSearch: (raw): { code?: string | undefined } => ({ code: textIn(raw, 'code') }),
	component: screen(() => import('../join/has-account.tsx'), 'HasAccount'),
})

const join = createRoute({
	...at('/join'),
	component: screen(() => import('../join/join.tsx'), 'Join'),
})

/** Where people come in. Anyone who isn't signed in sees `session/sign-in.tsx` there. */
export const joining = [register, join] as const

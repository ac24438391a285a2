import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at } from '../root.ts'
import { textIn } from '../search.ts'

const register = createRoute({
	...at('/register'),
	validateSearch: (raw): { code?: string | undefined } => ({ code: textIn(raw, 'code') }),
	component: lazyRouteComponent(() => import('../join/has-account.tsx'), 'HasAccount'),
})

const join = createRoute({
	...at('/join'),
	component: lazyRouteComponent(() => import('../join/join.tsx'), 'Join'),
})

/** Where people come in. Whoever isn't signed in sees `session/sign-in.tsx` there. */
export const joining = [register, join] as const

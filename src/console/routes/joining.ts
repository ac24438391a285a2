import { screen } from '../root.ts'
import { texts } from '../search.ts'

/** Where people come in. Anyone who isn't signed in sees `session/sign-in.tsx` there. */
export const joining = [
	screen('/register', () => import('../join/has-account.tsx'), 'HasAccount', texts('code')),
	screen('/join', () => import('../join/join.tsx'), 'Join'),
] as const

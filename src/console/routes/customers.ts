import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at } from '../root.ts'
import { choiceIn, listSearch, type ListSearch } from '../search.ts'

const users = createRoute({
	...at('/users'),
	validateSearch: (raw): ListSearch & { status?: 'active' | 'suspended' | undefined } => ({
		...listSearch(raw),
		status: choiceIn(raw, 'status', ['active', 'suspended']),
	}),
	component: lazyRouteComponent(() => import('../users/users.tsx'), 'Users'),
})

const user = createRoute({
	...at('/users/$user_id'),
	component: lazyRouteComponent(() => import('../users/user.tsx'), 'User'),
})

/** Users, orgs and their runs. */
export const customers = [users, user] as const

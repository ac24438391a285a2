import { createRoute } from '@tanstack/react-router'
import { at } from '../root.ts'
import { listSearch } from '../search.ts'
import { screen } from '../ui/loading.ts'

const broadcasts = createRoute({
	...at('/broadcasts'),
	validateSearch: listSearch,
	component: screen(() => import('../broadcasts/broadcasts.tsx'), 'Broadcasts'),
})

const compose = createRoute({
	...at('/broadcasts/new'),
	component: screen(() => import('../broadcasts/compose.tsx'), 'Compose'),
})

const broadcast = createRoute({
	...at('/broadcasts/$broadcast_id'),
	component: screen(() => import('../broadcasts/broadcast.tsx'), 'Broadcast'),
})

const email = createRoute({
	...at('/email'),
	component: screen(() => import('../email/email.tsx'), 'Email'),
})

/** Messages to users, and the server that sends mails. */
export const messages = [broadcasts, compose, broadcast, email] as const

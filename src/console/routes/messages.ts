import { screen } from '../root.ts'
import { LIST } from '../search.ts'

/** Messages to users, and the server that sends mails. */
export const messages = [
	screen('/broadcasts', () => import('../broadcasts/broadcasts.tsx'), 'Broadcasts', LIST),
	screen('/broadcasts/new', () => import('../broadcasts/compose.tsx'), 'Compose'),
	screen('/broadcasts/$broadcast_id', () => import('../broadcasts/broadcast.tsx'), 'Broadcast'),
	screen('/email', () => import('../email/email.tsx'), 'Email'),
] as const

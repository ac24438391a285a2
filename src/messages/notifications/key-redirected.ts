import { type SQL, sql } from 'drizzle-orm'
import type { Notice } from './notify.ts'

interface Redirect {
	/** The provider whose key it is, in words. */
	provider: string | SQL
	/** Where the key goes from now on. */
	host: string | SQL
	/** Who did it. */
	actor_user_id: string
	payload: Record<string, unknown>
	/** Whether it is one; judged by the row as it was, so the statement stands before the change. */
	when: SQL
}

/** What is told when a key that stays is sent to another address from now on: whoever steals a login may steal keys so. */
export const keyRedirected = ({ provider, host, actor_user_id, payload, when }: Redirect): Notice => ({
	type: 'security.key_redirected',
	title: 'A stored key goes to another address',
	body: sql`'The stored key of ' || ${provider} || ' is sent to ' || ${host} || ' from now on.'`,
	payload: { ...payload, actor_user_id },
	when,
})

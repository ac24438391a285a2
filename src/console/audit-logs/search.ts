import { texts } from '../search.ts'

/** What the address of the audit log can contain. */
export const SEARCH = texts('action', 'target_id', 'actor_user_id', 'org_id', 'from', 'to', 'cursor', 'row')

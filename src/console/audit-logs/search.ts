import { textIn } from '../search.ts'

/** What the address of the audit log can contain. */
const NAMES = ['action', 'target_id', 'actor_user_id', 'org_id', 'from', 'to', 'cursor', 'row'] as const

export type AuditSearch = { [Name in (typeof NAMES)[number]]?: string | undefined }

export const auditSearch = (raw: Record<string, unknown>): AuditSearch =>
	Object.fromEntries(NAMES.map((name) => [name, textIn(raw, name)]))

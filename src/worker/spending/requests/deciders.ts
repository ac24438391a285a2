import { type SQL, sql } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import { lacking } from '../../ground/http/access.ts'
import { type ApiError, forbidden } from '../../ground/http/errors.ts'
import type { Principal, Role } from '../../principal.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import type { requests } from './table.ts'

// Who decides requests, who is told of them, and what a request is called.

/** Why the caller doesn't decide a request of this owner; undefined if they do. `role` is theirs in the org. */
export function refusalToDecide(
	{ kind, permissions }: Principal,
	role: Role | null,
	of: { owner: string; kind: string },
): ApiError | undefined {
	if (kind !== 'user') return forbidden('key.persons_only')
	if (of.owner !== PLATFORM)
		return role === null && !permissions.has('platform_admin') ? lacking('platform_admin') : undefined
	return of.kind === 'spend' && !permissions.has('money.write') ? lacking('money.write') : undefined
}

/** Whether the user `u` decides what an owner is asked: owners and admins in an org, and for the platform whoever holds what the kind takes. */
export function decides(of: { owner: SQL; kind: SQL }): SQL {
	const isOfPlatform = sql`${of.owner} = ${literal(PLATFORM)}`
	return sql`u.id IN (SELECT m.user_id FROM memberships m WHERE m.org_id = ${of.owner} AND m.role IN ('owner', 'admin') AND ${isOrgOpen(sql`m.org_id`)}
		UNION ALL SELECT p.user_id FROM platform_admins p WHERE ${isOfPlatform}
		UNION ALL SELECT p.user_id FROM platform_roles p WHERE ${isOfPlatform} AND (p.role = 'billing' OR ${of.kind} = 'change' AND p.role IN ('support', 'operations')))`
}

/** What is told of a request. */
export type Row = Pick<typeof requests.$inferSelect, 'id' | 'owner' | 'kind' | 'reason' | 'spend' | 'change'>

/** What the run or the call of a request is called. */
export const callOf = ({ change }: Pick<Row, 'change'>) => `${String(change?.['method'])} ${String(change?.['path'])}`
export const runOf = ({ spend }: Pick<Row, 'spend'>) => spend?.agent_id ?? spend?.run_id ?? ''

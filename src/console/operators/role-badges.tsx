import type { Schema } from '../api.ts'
import { roleNames } from '../text/en/roles.ts'
import { Badge } from '../ui/badge.tsx'

export type Role = Schema<'UserRoles'>['roles'][number]

/** The roles, those that may do most first. */
export const ROLES = ['admin', 'support', 'billing', 'operations', 'auditor'] as const satisfies readonly Role[]

/** Platform roles by their names. */
export const RoleBadges = ({ roles }: { roles: readonly Role[] }) =>
	ROLES.filter((role) => roles.includes(role)).map((role) => (
		<span key={role}>
			<Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roleNames[role]}</Badge>{' '}
		</span>
	))

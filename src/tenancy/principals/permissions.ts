import { type Permission, PERMISSIONS, type Principal, type Role } from '../../context.ts'

const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

/** The permissions of a role, null for a user who is no member. A platform admin holds all of them in every org. */
export const permissionsOf = (role: Role | null, isPlatformAdmin: boolean): readonly Permission[] =>
	isPlatformAdmin ? PERMISSIONS : role === null ? [] : OF_ROLE[role]

/**
 * Whether IP rules and the risk threshold do not apply to the principal. Platform admins are exempt, because they must be able
 * to repair a lock-out.
 */
export const isExempt = ({ permissions }: Principal) => permissions.has('platform_admin')

import { type Permission, PERMISSIONS, type Principal, type Role } from '../../context.ts'

const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

/** The permissions of a role; `null` is the role of a user who isn't a member. A platform admin holds all of them in every org. */
export const permissionsOf = (role: Role | null, isPlatformAdmin: boolean): readonly Permission[] =>
	isPlatformAdmin ? PERMISSIONS : role === null ? [] : OF_ROLE[role]

/**
 * Whether the principal is exempt from IP rules and the risk threshold. Platform admins are, because they must be able to
 * repair a lockout.
 */
export const isExempt = ({ permissions }: Principal) => permissions.has('platform_admin')

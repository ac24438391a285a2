import { type Permission, PERMISSIONS, type Principal, type Role } from '../../context.ts'

const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

/** What a role permits. A platform admin may do everything, in every org. */
export const permissionsOf = (role: Role, isPlatformAdmin: boolean): readonly Permission[] =>
	isPlatformAdmin ? PERMISSIONS : OF_ROLE[role]

/** Whether no IP rule and no risk threshold stops the principal: platform admins can always get in to repair a lock-out. */
export const isExempt = ({ permissions }: Principal) => permissions.has('platform_admin')

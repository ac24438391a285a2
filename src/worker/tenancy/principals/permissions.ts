import {
	type Permission,
	PERMISSIONS,
	PLATFORM_PERMISSIONS,
	type PlatformRole,
	type Principal,
	type Role,
} from '../../principal.ts'

const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

/** Operations writes the settings of every org, because it keeps the orgs' providers, MCP servers and webhooks running. */
const OF_PLATFORM_ROLE: Record<PlatformRole, readonly Permission[]> = {
	admin: PERMISSIONS,
	auditor: ['platform.read'],
	support: ['platform.read', 'people.write'],
	billing: ['platform.read', 'money.write'],
	operations: ['platform.read', 'platform.write', 'data.secrets', 'org.settings'],
}

/**
 * The permissions of a user in an org: those of their role there (`null` if they aren't a member) and those of their platform
 * roles, which they hold in every org.
 */
export const permissionsOf = (role: Role | null, platformRoles: readonly PlatformRole[]): ReadonlySet<Permission> =>
	new Set([...platformRoles.flatMap((one) => OF_PLATFORM_ROLE[one]), ...(role === null ? [] : OF_ROLE[role])])

/** What a caller may do in another org than the one they act in: what their role there gives, and what they hold of the platform. */
export const permissionsIn = (role: Role, held: ReadonlySet<Permission>): ReadonlySet<Permission> =>
	new Set([...[...held].filter(isOfPlatform), ...OF_ROLE[role]])

/** What an API key may do: its scopes, as far as its user holds them. `platform_admin` covers all platform permissions. */
export const scopedTo = (scopes: readonly Permission[], held: ReadonlySet<Permission>): ReadonlySet<Permission> =>
	new Set(
		scopes
			.flatMap((scope) => (scope === 'platform_admin' ? ([scope, ...PLATFORM_PERMISSIONS] as const) : [scope]))
			.filter((permission) => held.has(permission)),
	)

/** Whether a permission reaches beyond one org. */
export const isOfPlatform = (permission: Permission) =>
	permission === 'platform_admin' || PLATFORM_PERMISSIONS.some((one) => one === permission)

/** Whether the principal holds one of the permissions in every org, as operators do, and not as a member of one org. */
export function holdsEverywhere({ permissions }: Principal, anyOf: readonly Permission[]): boolean {
	return anyOf.some(
		(permission) => permissions.has(permission) && (!ofMembers(permission) || isOperations(permissions)),
	)
}

/** Whether a membership can give the permission. */
const ofMembers = (permission: Permission) => permission === 'data.secrets' || permission === 'org.settings'
const isOperations = (permissions: ReadonlySet<Permission>) => permissions.has('platform.write')

/**
 * Whether the principal is exempt from IP rules and the risk threshold. Operators are, because they must be able to see and to
 * repair a lockout.
 */
export const isExempt = ({ permissions }: Principal) => permissions.has('platform.read')

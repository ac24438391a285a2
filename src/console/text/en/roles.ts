import type { components } from '#client-types'

export type Permission = components['schemas']['Me']['permissions'][number]

/** The roles of the platform, as people call them. */
export const roleNames = {
	admin: 'Platform admin',
	auditor: 'Auditor',
	support: 'Support',
	billing: 'Billing',
	operations: 'Operations',
} as const

const IN_ORG = 'Owner or Admin in this org'

/** The role that gives a permission. Platform admins hold them all, so the others don't name them. */
const ROLE_OF: Record<Permission, string> = {
	platform_admin: roleNames.admin,
	'platform.read': roleNames.auditor,
	'people.write': roleNames.support,
	'money.write': roleNames.billing,
	'platform.write': roleNames.operations,
	'org.settings': IN_ORG,
	'data.secrets': IN_ORG,
	'runtime.report': roleNames.admin,
	'runtime.resolve': roleNames.admin,
}

/** What somebody lacks who has none of the permissions. */
export const needsText = (anyOf: readonly string[]) =>
	`Needs the role ${[...new Set(anyOf.map((one) => ROLE_OF[one as Permission] ?? one))].join(' or ')}`

import type * as en from '../en/roles.ts'
import type { Texts } from '../texts.ts'

export const roleNames: Texts<typeof en.roleNames> = {
	admin: '平台管理员',
	auditor: '审计员',
	support: '客服',
	billing: '计费',
	operations: '运维',
}

const IN_ORG = '本组织的所有者或管理员'

const ROLE_OF: Record<en.Permission, string> = {
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

export const needsText: Texts<typeof en.needsText> = (anyOf) =>
	`需要角色：${[...new Set(anyOf.map((one) => ROLE_OF[one as en.Permission] ?? one))].join('或')}`

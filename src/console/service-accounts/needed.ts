import type { Schema } from '../api.ts'
import { type Permission, useMay, useMe } from '../session/session.ts'

export type Account = Schema<'ServiceAccount'>

/** What a role of an org can give. */
const OF_ORG: readonly Permission[] = ['org.settings', 'data.secrets']

/**
 * What giving these permissions to an account takes, or making a key of an account that has them. Nobody gives more than they hold
 * by their role in the org, so operators who aren't members give nothing.
 */
export function useNeededToGive(org_id: string, permissions: readonly Permission[]): readonly Permission[] {
	const { orgs } = useMe()
	const role = orgs.find((one) => one.org_id === org_id)?.role
	const isAdminThere = useMay('org.settings') && (role === 'owner' || role === 'admin')
	return isAdminThere && permissions.every((one) => OF_ORG.includes(one)) ? ['org.settings'] : ['platform_admin']
}

/** What somebody may give to an account of an org. */
export function useGivable(): Permission[] {
	const { permissions } = useMe()
	return permissions.filter((one) => permissions.includes('platform_admin') || OF_ORG.includes(one))
}

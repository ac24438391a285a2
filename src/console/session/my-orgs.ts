import { useQuery } from '@tanstack/react-query'
import { api, page } from '../api.ts'
import { useMay, useMe } from './session.ts'

/** The roles in an org, highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const

export type Role = (typeof ROLES)[number]

/** Your role in an org; undefined if you aren't a member. */
export const useRole = (org_id: string): Role | undefined => useMe().orgs.find((one) => one.org_id === org_id)?.role

/** Whether you may make, change and remove owners: owners may, and platform admins. */
export function useRulesOwners(org_id: string): boolean {
	const isPlatformAdmin = useMay('platform_admin')
	return useRole(org_id) === 'owner' || isPlatformAdmin
}

/** The orgs that the user belongs to. */
export const useMyOrgs = () =>
	useQuery({
		queryKey: ['my-orgs'],
		queryFn: () => page(api.GET('/v1/me/orgs', { params: { query: { limit: 200 } } })),
	})

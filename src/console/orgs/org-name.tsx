import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'

/** The name of an org, read once and then remembered. This is the one place where an org's id becomes a name. */
export function useOrgName(org_id: string): string | undefined {
	const { data: org } = useQuery({
		queryKey: ['orgs', org_id, 'name'],
		queryFn: async () => (await data(api.GET('/v1/admin/orgs/{org_id}', { params: { path: { org_id } } }))).name,
		staleTime: 300_000,
	})
	return org
}

/** An org by its name, or by its id until the name is there. */
export function OrgName({ org_id }: { org_id: string }) {
	const name = useOrgName(org_id)
	return name === undefined ? <code>{org_id}</code> : <span title={org_id}>{name}</span>
}

import type { LinkProps } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useRulesOwners } from '../session/my-orgs.ts'
import { useIsOperator, useMay } from '../session/session.ts'

export type Connection = Schema<'OidcConnection'>

/** The org whose connections they are; null for those of the platform. */
export type Owner = string | null

type Headers = Record<string, string>
/** The roles differ between the platform and an org. The API checks them. */
type Create = Omit<Schema<'CreateOrgOidcConnection'>, 'role_map' | 'default_role'> &
	Pick<Connection, 'role_map' | 'default_role'>
export type Update = Partial<Create> & { is_required?: boolean }

/** The operations on the connections of an owner, which have the same form at two addresses. */
export function callsOf(owner: Owner) {
	const of = (connection_id: string) => ({ path: { org_id: owner ?? '', connection_id } })
	const org = { org_id: owner ?? '' }
	return {
		list: (query: { cursor?: string | undefined; limit: number }) =>
			owner === null
				? api.GET('/v1/admin/oidc-connections', { params: { query } })
				: api.GET('/v1/orgs/{org_id}/oidc-connections', { params: { path: org, query } }),
		read: (id: string) =>
			owner === null
				? api.GET('/v1/admin/oidc-connections/{connection_id}', { params: of(id) })
				: api.GET('/v1/orgs/{org_id}/oidc-connections/{connection_id}', { params: of(id) }),
		create: (body: Create, headers: Headers) =>
			owner === null
				? api.POST('/v1/admin/oidc-connections', {
						body: body as Schema<'CreatePlatformOidcConnection'>,
						headers,
					})
				: api.POST('/v1/orgs/{org_id}/oidc-connections', {
						params: { path: org },
						body: body as Schema<'CreateOrgOidcConnection'>,
						headers,
					}),
		change: (id: string, body: Update, headers: Headers) =>
			owner === null
				? api.PATCH('/v1/admin/oidc-connections/{connection_id}', {
						params: of(id),
						body: body as Schema<'UpdatePlatformOidcConnection'>,
						headers,
					})
				: api.PATCH('/v1/orgs/{org_id}/oidc-connections/{connection_id}', {
						params: of(id),
						body: body as Schema<'UpdateOrgOidcConnection'>,
						headers,
					}),
		remove: (id: string, headers: Headers) =>
			owner === null
				? api.DELETE('/v1/admin/oidc-connections/{connection_id}', { params: of(id), headers })
				: api.DELETE('/v1/orgs/{org_id}/oidc-connections/{connection_id}', { params: of(id), headers }),
		makeToken: (id: string) =>
			owner === null
				? api.POST('/v1/admin/oidc-connections/{connection_id}/scim-token', { params: of(id) })
				: api.POST('/v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token', { params: of(id) }),
		revokeToken: (id: string, headers: Headers) =>
			owner === null
				? api.DELETE('/v1/admin/oidc-connections/{connection_id}/scim-token', { params: of(id), headers })
				: api.DELETE('/v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token', { params: of(id), headers }),
		confirm: (id: string, headers: Headers) =>
			owner === null
				? api.POST('/v1/admin/oidc-connections/{connection_id}/confirm', { params: of(id), headers })
				: api.POST('/v1/orgs/{org_id}/oidc-connections/{connection_id}/confirm', { params: of(id), headers }),
		test: (id: string, headers: Headers) =>
			owner === null
				? api.POST('/v1/admin/oidc-connections/{connection_id}/test', { params: of(id), headers })
				: api.POST('/v1/orgs/{org_id}/oidc-connections/{connection_id}/test', { params: of(id), headers }),
	}
}

/** Whether you may change them: the owners of the org, and platform admins. */
export function useRules(owner: Owner): boolean {
	const isPlatformAdmin = useMay('platform_admin')
	const rulesOwners = useRulesOwners(owner ?? '')
	return owner === null ? isPlatformAdmin : rulesOwners
}

/** Returns the page of a connection. Operators open it in its org, and its owners in their own. */
export function useLinkTo(): (owner: Owner, connection_id: string) => LinkProps {
	const isOperator = useIsOperator()
	return (owner, connection_id) => {
		if (owner === null) return { to: '/oidc-connections/$connection_id', params: { connection_id } }
		return isOperator
			? { to: '/orgs/$org_id/oidc-connections/$connection_id', params: { org_id: owner, connection_id } }
			: { to: '/your-org/oidc-connections/$connection_id', params: { connection_id } }
	}
}

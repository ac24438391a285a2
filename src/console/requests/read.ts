import type { LinkProps } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { type Scope, useScope } from '../session/scope.ts'
import { type Me, useMe } from '../session/session.ts'

export type Request = Schema<'Request'>
export type Detail = Schema<'RequestDetail'>

/** Who decides: an org, or the platform if it's undefined. */
export type Owner = string | undefined

/** An org, or the platform, has at most 100 open ones of a kind. */
export const MOST_OPEN = 100

/** How often what waits is read again. */
export const FRESH_MS = 5_000

/** Whose requests the side shows. */
export function useOwner(): Owner {
	const { org_id } = useMe()
	return useScope() === 'platform' ? undefined : org_id
}

/** The page of a request. From the platform's side one of an org names the org. */
export const linkTo = ({ id, org_id }: Request, side: Scope): LinkProps => ({
	to: '/requests/$request_id',
	params: { request_id: id },
	search: { org_id: side === 'platform' ? (org_id ?? undefined) : undefined },
})

/** What somebody may decide: in an org its admins, and platform admins; for the platform whoever moves its money. */
export const mayDecideFor =
	({ permissions, orgs }: Me, owner: Owner) =>
	({ kind }: Pick<Request, 'kind'>): boolean => {
		const isAdmin = permissions.includes('platform_admin')
		if (owner === undefined) return kind === 'spend' ? permissions.includes('money.write') : isAdmin
		return isAdmin || (permissions.includes('org.settings') && orgs.some(({ org_id }) => org_id === owner))
	}

// The requests to the platform and those in an org have the same operations.

interface Asked {
	state?: Request['state']
	kind?: Request['kind']
	cursor?: string | undefined
	limit?: number
	run_id?: string
}

export const listRequests = (org_id: Owner, query: Asked) =>
	page<Request>(
		org_id === undefined
			? api.GET('/v1/admin/requests', { params: { query } })
			: api.GET('/v1/orgs/{org_id}/requests', { params: { path: { org_id }, query } }),
	)

export const readRequest = (org_id: Owner, request_id: string) =>
	org_id === undefined
		? api.GET('/v1/admin/requests/{request_id}', { params: { path: { request_id } } })
		: api.GET('/v1/orgs/{org_id}/requests/{request_id}', { params: { path: { org_id, request_id } } })

export const grantRequest = (
	org_id: Owner,
	request_id: string,
	body: Schema<'GrantRequest'>,
	headers: Record<string, string>,
) =>
	org_id === undefined
		? api.POST('/v1/admin/requests/{request_id}/grant', { params: { path: { request_id } }, body, headers })
		: api.POST('/v1/orgs/{org_id}/requests/{request_id}/grant', {
				params: { path: { org_id, request_id } },
				body,
				headers,
			})

export const declineRequest = (
	org_id: Owner,
	request_id: string,
	body: Schema<'DeclineRequest'>,
	headers: Record<string, string>,
) =>
	org_id === undefined
		? api.POST('/v1/admin/requests/{request_id}/decline', { params: { path: { request_id } }, body, headers })
		: api.POST('/v1/orgs/{org_id}/requests/{request_id}/decline', {
				params: { path: { org_id, request_id } },
				body,
				headers,
			})

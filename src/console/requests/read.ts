import { api, page, type Schema } from '../api.ts'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'

export type Request = Schema<'Request'>
export type Detail = Schema<'RequestDetail'>

/** Who decides: an org, or the platform if it's undefined. */
export type Owner = string | undefined

/** How often what waits is read again. */
export const FRESH_MS = 5_000

/** Whose requests the side shows. */
export function useOwner(): Owner {
	const { org_id } = useMe()
	return useScope() === 'platform' ? undefined : org_id
}

// The requests to the platform and those in an org have the same operations.

interface Asked {
	state?: Request['state']
	kind?: Request['kind']
	cursor?: string | undefined
	limit: number
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

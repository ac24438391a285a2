import { api, type Schema } from '../api.ts'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { configuration as t } from '../text/en/configuration.ts'
import { rowsPerPage } from '../ui/pages.ts'

type Request = Schema<'ConfigurationRequest'>

interface Apply {
	request: Request
	/** How many entries the user agreed to delete. */
	allow_deletes: number
	headers: Record<string, string>
}

/** The org whose configuration is shown; undefined for the platform's, which is for operators. */
export function useOwner(owner: string | undefined): string | undefined {
	const { org_id } = useMe()
	return useScope() === 'platform' ? owner : org_id
}

/** Who may apply and restore the configuration of an owner. */
export const neededFor = (org_id: string | undefined) =>
	[org_id === undefined ? 'platform_admin' : 'org.settings'] as const

/** The owner's name in a sentence. */
export const useOwnerName = (org_id: string | undefined) => useName(org_id ?? '') ?? org_id ?? t.apply.platform

/** The base that an apply was planned from. `useChange` has it among the headers. */
const baseIn = (headers: Record<string, string>) => ({ 'If-Match': headers['If-Match'] ?? '' })

/** The same operations for the platform's configuration and an org's. The user has already confirmed an apply that locks them out. */
export function callsOf(org_id: string | undefined) {
	const confirm = 'true'
	if (org_id === undefined)
		return {
			read: () => api.GET('/v1/admin/config'),
			plan: (body: Request) => api.POST('/v1/admin/config/plan', { body }),
			apply: ({ request: body, allow_deletes, headers }: Apply) =>
				api.PUT('/v1/admin/config', {
					params: { header: baseIn(headers), query: { allow_deletes, confirm } },
					body,
					headers,
				}),
			revisions: (cursor?: string) =>
				api.GET('/v1/admin/config/revisions', { params: { query: { cursor, limit: rowsPerPage() } } }),
			revision: (number: string) => api.GET('/v1/admin/config/revisions/{number}', { params: { path: { number } } }),
			restore: (number: string, allow_deletes: number, headers: Record<string, string>) =>
				api.POST('/v1/admin/config/revisions/{number}/restore', {
					params: { path: { number }, query: { allow_deletes, confirm } },
					headers,
				}),
		}
	const path = { org_id }
	return {
		read: () => api.GET('/v1/orgs/{org_id}/config', { params: { path } }),
		plan: (body: Request) => api.POST('/v1/orgs/{org_id}/config/plan', { params: { path }, body }),
		apply: ({ request: body, allow_deletes, headers }: Apply) =>
			api.PUT('/v1/orgs/{org_id}/config', {
				params: { header: baseIn(headers), path, query: { allow_deletes, confirm } },
				body,
				headers,
			}),
		revisions: (cursor?: string) =>
			api.GET('/v1/orgs/{org_id}/config/revisions', { params: { path, query: { cursor, limit: rowsPerPage() } } }),
		revision: (number: string) =>
			api.GET('/v1/orgs/{org_id}/config/revisions/{number}', { params: { path: { ...path, number } } }),
		restore: (number: string, allow_deletes: number, headers: Record<string, string>) =>
			api.POST('/v1/orgs/{org_id}/config/revisions/{number}/restore', {
				params: { path: { ...path, number }, query: { allow_deletes, confirm } },
				headers,
			}),
	}
}

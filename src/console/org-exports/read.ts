import { useQuery } from '@tanstack/react-query'
import { api, data, page, type Schema } from '../api.ts'

export type OrgExport = Schema<'OrgExport'>

/** While an export runs, its tick writes for half of each minute. */
const POLL_MS = 5_000
const ROWS = 10

const isRunning = (one: OrgExport | undefined) => one?.status === 'running'

/** A page of an org's exports, the newest first. It's read again while one of them runs. */
export const useExports = (org_id: string, cursor: string | undefined) =>
	useQuery({
		queryKey: ['org-exports', org_id, { cursor }],
		queryFn: () =>
			page(api.GET('/v1/orgs/{org_id}/exports', { params: { path: { org_id }, query: { cursor, limit: ROWS } } })),
		refetchInterval: ({ state }) => state.data?.rows.some(isRunning) && POLL_MS,
	})

/** An export with its files, once one is chosen. It's read again while it runs. */
export const useExport = (org_id: string, export_id: string | undefined) =>
	useQuery({
		queryKey: ['org-exports', org_id, export_id],
		queryFn: () =>
			data(
				api.GET('/v1/orgs/{org_id}/exports/{export_id}', { params: { path: { org_id, export_id: export_id ?? '' } } }),
			),
		enabled: export_id !== undefined,
		refetchInterval: ({ state }) => isRunning(state.data) && POLL_MS,
	})

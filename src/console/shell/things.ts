import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { raw } from '../api.ts'
import { useIsPlatformAdmin } from '../session/session.ts'
import type { IconName } from '../ui/icon.tsx'

/** A thing that the API's search has found. */
export interface Thing {
	kind: string
	id: string
	title: string
	subtitle: string | null
	/** The org that it belongs to; null for what is the platform's. */
	org_id: string | null
}

interface Kind {
	icon: IconName
	link: (thing: Thing) => LinkProps
	/** Only who acts in its org sees it. The palette acts there first. */
	isOfOrg?: boolean
}

/** Where a thing of each kind is shown. A kind that is not here is not found by the palette. */
export const KINDS: Record<string, Kind> = {
	user: { icon: 'users', link: ({ id }) => ({ to: '/users/$user_id', params: { user_id: id } }) },
	llm_provider: {
		icon: 'models',
		link: ({ id }) => ({ to: '/llm-providers/$provider_id', params: { provider_id: id } }),
		isOfOrg: true,
	},
	mcp_config: {
		icon: 'server',
		link: ({ id }) => ({ to: '/mcp-configs/$config_id', params: { config_id: id } }),
		isOfOrg: true,
	},
	webhook_endpoint: {
		icon: 'webhook',
		link: ({ id }) => ({ to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id: id } }),
		isOfOrg: true,
	},
	feature_flag: { icon: 'flag', link: ({ title }) => ({ to: '/feature-flags/$key', params: { key: title } }) },
}

/** The things that match, one search for all kinds. */
export function useThings(q: string): Thing[] {
	const isPlatformAdmin = useIsPlatformAdmin()
	const { data = [] } = useQuery({
		queryKey: ['search', q],
		queryFn: async () => (await raw<Thing[]>('GET', `/v1/admin/search?q=${encodeURIComponent(q)}`)).data ?? [],
		enabled: import.meta.env.HAS_SEARCH && isPlatformAdmin && q.length > 1,
		staleTime: 30_000,
		placeholderData: (old) => old,
	})
	return q.length > 1 ? data.filter(({ kind }) => kind in KINDS) : []
}

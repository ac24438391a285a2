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
}

/** Where a thing of each kind is shown. A kind that is not here is not found by the palette. */
export const KINDS: Record<string, { icon: IconName; link: (thing: Thing) => LinkProps }> = {
	user: { icon: 'users', link: ({ id }) => ({ to: '/users/$user_id', params: { user_id: id } }) },
	org: { icon: 'org', link: ({ id }) => ({ to: '/orgs/$org_id', params: { org_id: id } }) },
	run: { icon: 'run', link: ({ id }) => ({ to: '/runs/$run_id', params: { run_id: id } }) },
	plan: { icon: 'plan', link: ({ id }) => ({ to: '/plans/$id', params: { id } }) },
	subscription: { icon: 'card', link: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }) },
	invite_code: { icon: 'invite', link: ({ id }) => ({ to: '/invite-codes/$code_id', params: { code_id: id } }) },
	redemption_code: { icon: 'codes', link: ({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } }) },
	broadcast: {
		icon: 'broadcast',
		link: ({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } }),
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

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { useIsOperator } from '../session/session.ts'
import type { IconName } from '../ui/icon.tsx'

/** A thing that the API's search found. */
export type Thing = Schema<'Found'>

interface Shown {
	icon: IconName
	link: (thing: Thing) => LinkProps
	/** You only see it while you're acting in its org, so the palette switches there first. */
	isOfOrg?: boolean
}

/** Where each kind of thing is shown. The palette doesn't find kinds that aren't listed here. */
const KINDS: Partial<Record<Thing['kind'], Shown>> = {
	user: { icon: 'users', link: ({ id }) => ({ to: '/users/$user_id', params: { user_id: id } }) },
	org: { icon: 'org', link: ({ id }) => ({ to: '/orgs/$org_id', params: { org_id: id } }) },
	run: { icon: 'run', link: ({ id }) => ({ to: '/runs/$run_id', params: { run_id: id } }) },
	budget: {
		icon: 'budget',
		link: ({ id, org_id }) => ({
			to: '/budgets/$budget_id',
			params: { budget_id: id },
			search: { org_id: org_id ?? undefined },
		}),
	},
	plan: { icon: 'plan', link: ({ id }) => ({ to: '/plans/$id', params: { id } }) },
	subscription: { icon: 'card', link: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }) },
	invite_code: { icon: 'invite', link: ({ id }) => ({ to: '/invite-codes/$code_id', params: { code_id: id } }) },
	redemption_code: { icon: 'codes', link: ({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } }) },
	broadcast: {
		icon: 'broadcast',
		link: ({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } }),
	},
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
	// Its id consists of those of the event and the endpoint.
	webhook_delivery: {
		icon: 'webhook',
		link: ({ id }) => ({
			to: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
			params: { endpoint_id: `whe_${id.slice(31)}`, delivery_id: id },
		}),
		isOfOrg: true,
	},
	feature_flag: { icon: 'flag', link: ({ title }) => ({ to: '/feature-flags/$key', params: { key: title } }) },
	trace: { icon: 'story', link: ({ id }) => ({ to: '/trace/$trace_id', params: { trace_id: id } }) },
	// The subtitle of an audit row is its target. The list of that has the row.
	audit_log: {
		icon: 'audit',
		link: ({ id, subtitle }) => ({ to: '/audit-logs', search: { target_id: subtitle ?? undefined, row: id } }),
	},
	api_key: { icon: 'key', link: ({ id }) => ({ to: '/audit-logs', search: { target_id: id } }) },
}

/** What was found, and where it's shown. */
export interface FoundThing extends Shown {
	thing: Thing
}

/** Shorter texts would find too much. */
export const MIN_LETTERS = 2

/** The API is asked once somebody pauses for this long. */
const PAUSE_MS = 200

/** The things that match, in one search for all kinds. */
export function useThings(q: string): { things: FoundThing[]; isSearching: boolean } {
	const isOperator = useIsOperator()
	const [asked, setAsked] = useState(q)
	useEffect(() => {
		const timer = setTimeout(() => setAsked(q), PAUSE_MS)
		return () => clearTimeout(timer)
	}, [q])
	const mayAsk = import.meta.env.HAS_SEARCH && isOperator && q.length >= MIN_LETTERS
	const {
		data: found = [],
		isFetching,
		isPlaceholderData,
	} = useQuery({
		queryKey: ['search', asked],
		queryFn: ({ signal }) => data(api.GET('/v1/admin/search', { params: { query: { q: asked } }, signal })),
		enabled: mayAsk && asked.length >= MIN_LETTERS,
		staleTime: 30_000,
		placeholderData: keepPreviousData,
	})
	const isOld = isPlaceholderData || asked !== q
	const things = found.flatMap((thing) => {
		const shown = q.length >= MIN_LETTERS && KINDS[thing.kind]
		return shown && (!isOld || says(thing, q)) ? [{ thing, ...shown }] : []
	})
	return { things, isSearching: mayAsk && (isFetching || asked !== q) }
}

/** While the API is asked, results of the previous text only stay if they name the new one too. */
const says = ({ id, title, subtitle }: Thing, q: string) =>
	`${id} ${title} ${subtitle ?? ''}`.toLowerCase().includes(q.toLowerCase())

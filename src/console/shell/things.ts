import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, data } from '../api.ts'
import { offeredQuery } from '../names/agents.ts'
import type { Place, Thing } from '../places/place.ts'
import { PLACES } from '../places/places.ts'
import { useIsOperator, useMay, useMe } from '../session/session.ts'

interface Shown extends Pick<Place, 'icon' | 'isOfOrg'> {
	link: (thing: Thing) => LinkProps
}

/** Where each kind of thing is shown. */
const KINDS: Partial<Record<Thing['kind'], Shown>> = Object.fromEntries(
	PLACES.flatMap(({ icon, isOfOrg, finds = {} }) =>
		Object.entries(finds).map(([kind, link]) => [kind, { icon, link, isOfOrg }]),
	),
)

/** What was found, and where it's shown. */
export interface FoundThing extends Shown {
	thing: Thing
}

/** Shorter texts would find too much. */
export const MIN_LETTERS = 2

/** The API is asked once somebody pauses for this long. */
const PAUSE_MS = 200

/** So many agents are offered. */
const AGENTS = 5

/** The things that match, in one search for all kinds and one for agents, which everyone may ask who sees runs. */
export function useThings(q: string): { things: FoundThing[]; isSearching: boolean } {
	const isOperator = useIsOperator()
	const [asked, setAsked] = useState(q)
	useEffect(() => {
		const timer = setTimeout(() => setAsked(q), PAUSE_MS)
		return () => clearTimeout(timer)
	}, [q])
	const { org_id } = useMe()
	const isLong = q.length >= MIN_LETTERS && asked.length >= MIN_LETTERS
	const mayAsk = import.meta.env.HAS_SEARCH && isOperator && q.length >= MIN_LETTERS
	const mayAskAgents = useMay('org.settings', 'platform.read') && isLong
	const agents = useQuery({
		...offeredQuery(isOperator ? undefined : org_id, asked, AGENTS),
		enabled: mayAskAgents,
		placeholderData: keepPreviousData,
	})
	const {
		data: found = [],
		isFetching,
		isPlaceholderData,
	} = useQuery({
		queryKey: ['search', asked],
		queryFn: ({ signal }) => data(api.GET('/v1/admin/search', { params: { query: { q: asked } }, signal })),
		enabled: mayAsk && isLong,
		staleTime: 30_000,
		placeholderData: keepPreviousData,
	})
	const isOld = isPlaceholderData || agents.isPlaceholderData || asked !== q
	const named = (isLong ? (agents.data ?? []) : []).flatMap((agent): Thing[] =>
		agent.agent_id === null
			? []
			: [{ kind: 'agent', id: agent.agent_id, title: agent.agent_id, subtitle: null, org_id: agent.org_id }],
	)
	const things = [...named, ...found].flatMap((thing) => {
		const shown = q.length >= MIN_LETTERS && KINDS[thing.kind]
		return shown && (!isOld || says(thing, q)) ? [{ thing, ...shown }] : []
	})
	return { things, isSearching: (mayAsk || mayAskAgents) && (isFetching || agents.isFetching || asked !== q) }
}

/** While the API is asked, results of the previous text only stay if they name the new one too. */
const says = ({ id, title, subtitle }: Thing, q: string) =>
	`${id} ${title} ${subtitle ?? ''}`.toLowerCase().includes(q.toLowerCase())

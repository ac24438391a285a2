import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, data } from '../api.ts'
import { offeredQuery } from '../names/agents.ts'
import type { Place, Thing } from '../places/place.ts'
import { PLACES } from '../places/places.ts'
import { useIsOperator, useMay, useMe } from '../session/session.ts'
import { palette } from '../text/en/palette.ts'
import { matchOf } from './match.ts'
import { useOwnThings } from './own-things.ts'

const { kinds } = palette

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

/** So many agents are offered, and so many are looked through for one that's typed with a letter wrong. */
const AGENTS = 5
const MOST_AGENTS = 100

/** An ID finds its thing, and nothing else. */
const ID = /^([a-z]{2,5}_|[\da-f]{32}$)/i

/** Shorter parts find too much. */
const PART = 3

/** What the API finds by a text. It compares phrases, so several words, or one with a letter wrong, are asked for by a part. */
async function search(q: string, signal: AbortSignal): Promise<Thing[]> {
	const ask = (text: string) => data(api.GET('/v1/admin/search', { params: { query: { q: text } }, signal }))
	const found = await ask(q)
	if (found.length > 0 || ID.test(q)) return found
	const [word = ''] = q.split(/\s+/).toSorted((one, other) => other.length - one.length)
	const middle = Math.ceil(word.length / 2)
	const parts = [word, word.slice(0, middle), word.slice(middle)].filter((part) => part !== q && part.length >= PART)
	for (const part of parts) {
		// oxlint-disable-next-line no-await-in-loop -- the next part is only asked for if this one finds nothing
		const near = (await ask(part)).filter((thing) => matchOf(q, wordsOf(thing)) > 0)
		if (near.length > 0) return near
	}
	return []
}

const wordsOf = ({ id, title, subtitle, kind }: Thing) =>
	`${title} ${subtitle ?? ''} ${id} ${kinds[kind as keyof typeof kinds] ?? ''}`

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
	const mayAsk = isOperator && q.length >= MIN_LETTERS
	const mayAskAgents = useMay('org.settings', 'platform.read') && isLong
	const ofOrg = isOperator ? undefined : org_id
	const agents = useQuery({
		...offeredQuery(ofOrg, asked, AGENTS),
		enabled: mayAskAgents,
		placeholderData: keepPreviousData,
	})
	const others = useQuery({
		...offeredQuery(ofOrg, '', MOST_AGENTS),
		enabled: mayAskAgents && agents.data?.length === 0 && !ID.test(asked),
	})
	const near = others.data?.filter(({ agent_id }) => matchOf(asked, agent_id ?? '') > 0).slice(0, AGENTS)
	const own = useOwnThings(isLong && !isOperator, asked)
	const {
		data: found = [],
		isFetching,
		isPlaceholderData,
	} = useQuery({
		queryKey: ['search', asked],
		queryFn: ({ signal }) => search(asked, signal),
		enabled: mayAsk && isLong,
		staleTime: 30_000,
		placeholderData: keepPreviousData,
	})
	const isOld = isPlaceholderData || agents.isPlaceholderData || asked !== q
	const named = (isLong ? (agents.data?.length ? agents.data : (near ?? [])) : []).flatMap((agent): Thing[] =>
		agent.agent_id === null
			? []
			: [{ kind: 'agent', id: agent.agent_id, title: agent.agent_id, subtitle: null, org_id: agent.org_id }],
	)
	const things = [...named, ...own, ...found].flatMap((thing) => {
		const shown = q.length >= MIN_LETTERS && KINDS[thing.kind]
		return shown && (!isOld || says(thing, q)) ? [{ thing, ...shown }] : []
	})
	return { things, isSearching: (mayAsk || mayAskAgents) && (isFetching || agents.isFetching || asked !== q) }
}

/** While the API is asked, results of the previous text only stay if they name the new one too. */
const says = (thing: Thing, q: string) => matchOf(q, wordsOf(thing)) > 0

import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, data, page, type Page } from '../../api.ts'
import { everybodyIn, membersQuery } from '../../names/members.ts'
import { nameOf, namesKey } from '../../names/name.tsx'
import { useMe } from '../../session/session.ts'
import { sentences as t } from '../../text/en/sentences.ts'
import { number } from '../../ui/format.ts'
import { named, Said } from '../../ui/said.tsx'
import { isLimitKey } from '../limit-key.ts'
import { describe } from './describe.ts'
import type { ChangedRow, Count, Facts } from './kind.ts'
import { textIn } from './values.ts'

/** The most rows of a page, and the most that are counted for a sentence. */
const PAGE = 200
const MOST = 5_000

const LIMITED = { params: { query: { limit: PAGE } } }

const orgsFrom = (cursor?: string) => page(api.GET('/v1/admin/orgs', { params: { query: { limit: PAGE, cursor } } }))

/** Reads the OpenID connections of an org, or of the platform. */
const connectionsOf = (owner: string) => () =>
	owner === 'platform'
		? data(api.GET('/v1/admin/oidc-connections', LIMITED))
		: data(api.GET('/v1/orgs/{org_id}/oidc-connections', { params: { path: { org_id: owner }, ...LIMITED.params } }))

/** How many rows a list has, on all its pages. */
async function countOf(read: (cursor?: string) => Promise<Page<unknown>>): Promise<Count> {
	let count = 0
	let cursor: string | undefined
	do {
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const { rows, next } = await read(cursor)
		count += rows.length
		cursor = next
	} while (cursor && count < MOST)
	return { count, text: cursor ? t.more(number(count)) : number(count) }
}

interface Read<T> {
	queryKey: QueryKey
	queryFn: () => Promise<T>
	staleTime: number
}

/** Sentences ask for what they need while they're made, and are made again when it's there. They're whole once nothing is missing. */
function useSentences(changes: readonly ChangedRow[], isPreview = false): { sentences: string[][]; isWhole: boolean } {
	const me = useMe()
	const queries = useQueryClient()
	const asked = new Map<string, Read<unknown>>()
	const isOperator = me.permissions.includes('platform.read')
	const read = <T,>(queryKey: QueryKey, queryFn: () => Promise<T>): T | undefined => {
		asked.set(JSON.stringify(queryKey), { queryKey, queryFn, staleTime: 60_000 })
		return queries.getQueryData<T>(queryKey)
	}
	/** An org doesn't learn who operates the platform, so anyone who isn't a member has no name. */
	const memberName = (id: string) =>
		id.startsWith('usr_')
			? read(membersQuery(me.org_id).queryKey, () => everybodyIn(me.org_id))?.find(({ user_id }) => user_id === id)
					?.username
			: undefined
	const facts: Facts = {
		isPreview,
		own_org: isOperator ? undefined : me.org_id,
		name(id) {
			const text = textIn(id)
			const own = text === me.id ? me.username : me.orgs.find(({ org_id }) => org_id === text)?.name
			if (own || !text.includes('_')) return named(own ?? text)
			if (!isOperator) return named(memberName(text) ?? text)
			return named(read(namesKey(text), () => nameOf(text)) ?? text)
		},
		connection(id, org_id) {
			const owners = isOperator ? [textIn(org_id), me.org_id, 'platform'] : [me.org_id]
			const mayRead = isOperator || me.permissions.includes('org.settings')
			const found = [...new Set(owners)]
				.filter((owner) => owner !== '' && mayRead)
				.flatMap((owner) => read(['oidc-connections', owner, 'named'], connectionsOf(owner)) ?? [])
				.find((one) => one.id === id)
			return named(found?.name ?? textIn(id))
		},
		orgCount() {
			return isOperator ? read(['orgs', 'counted'], () => countOf(orgsFrom)) : undefined
		},
		overrideCount(key) {
			const next = (cursor?: string) =>
				page(
					api.GET('/v1/feature-flags/{key}/org-overrides', {
						params: { path: { key }, query: { limit: PAGE, cursor } },
					}),
				)
			return isOperator ? read(['feature-flags', key, 'counted'], () => countOf(next)) : undefined
		},
		entitlementsOf: (org_id) =>
			read(['entitlements', org_id], () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } }))),
		planOf: (id) => read(['plans', 'all'], () => data(api.GET('/v1/plans', LIMITED)))?.find((plan) => plan.id === id),
		subscriberCount(plan_id) {
			if (!isOperator) return undefined
			const query = { params: { query: { plan_id } } }
			const counts = read(['plans', plan_id, 'counted'], () => data(api.GET('/v1/plans/subscriber-counts', query)))
			return counts && (counts[0]?.subscriber_count ?? 0)
		},
		defaultOf(key) {
			const known = read(['entitlement-keys'], () => data(api.GET('/v1/entitlement-keys')))
			const found = known?.find((one) => one.key === key)
			if (!found && isLimitKey(key)) return { key, value: '0', value_type: 'integer' }
			return found && { key, value: found.default, value_type: found.value_type }
		},
		activeTool(owner, group, except) {
			const scope = owner === 'platform' ? ('platform' as const) : ('org' as const)
			if (scope === 'org' && owner !== me.org_id) return undefined
			const all = read(['tool-providers', 'list', scope], () =>
				data(api.GET('/v1/tool-providers', { params: { query: { scope } } })),
			)
			return all?.groups
				.flatMap(({ providers }) => providers)
				.find((one) => one.group_name === group && one.is_active && one.provider_name !== except)?.provider_name
		},
	}
	const sentences = changes.map((change) => describe(change, facts))
	const answers = useQueries({ queries: [...asked.values()] })
	return { sentences, isWhole: answers.every((answer) => answer.data !== undefined || answer.error !== null) }
}

interface SentencesProps {
	changes: readonly ChangedRow[]
	isPreview?: boolean
	/** They won't get longer. */
	onWhole?: (() => void) | undefined
}

/** What changes do, one paragraph for each. */
export function Sentences({ changes, isPreview, onWhole }: SentencesProps) {
	const { sentences, isWhole } = useSentences(changes, isPreview)
	useEffect(() => {
		if (isWhole) onWhole?.()
	}, [isWhole, onWhole])
	return sentences.map((texts, index) => (
		// oxlint-disable-next-line no-array-index-key -- the changes of a dry run never move
		<p key={index}>
			<Said text={texts.join(' ')} />
		</p>
	))
}

/** What one change did, in a line. */
export function Sentence({ change }: { change: ChangedRow }) {
	const { sentences } = useSentences([change])
	return <Said text={sentences[0]?.[0] ?? ''} />
}

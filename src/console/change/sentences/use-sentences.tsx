import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, data } from '../../api.ts'
import { accountsIn, accountsQuery, everybodyIn, membersQuery } from '../../names/members.ts'
import { nameOf, namesKey } from '../../names/name.tsx'
import { useMe } from '../../session/session.ts'
import { named, Said } from '../../ui/said.tsx'
import { isLimitKey } from '../limit-key.ts'
import { describe } from './describe.ts'
import type { ChangedRow, Facts, Touching } from './kind.ts'
import { textIn } from './values.ts'

const LIMITED = { params: { query: { limit: 200 } } }

/** Reads the OpenID connections of an org, or of the platform. */
const connectionsOf = (owner: string) => () =>
	owner === 'platform'
		? data(api.GET('/v1/admin/oidc-connections', LIMITED))
		: data(api.GET('/v1/orgs/{org_id}/oidc-connections', { params: { path: { org_id: owner }, ...LIMITED.params } }))

interface Read<T> {
	queryKey: QueryKey
	queryFn: () => Promise<T>
	staleTime: number
}

/** Sentences ask for what they need while they're made, and are made again when it's there. They're whole once nothing is missing. */
function useSentences(
	changes: readonly ChangedRow[],
	affects?: readonly Touching[],
): { sentences: string[][]; isWhole: boolean } {
	const me = useMe()
	const queries = useQueryClient()
	const asked = new Map<string, Read<unknown>>()
	const isOperator = me.permissions.includes('platform.read')
	const read = <T,>(queryKey: QueryKey, queryFn: () => Promise<T>): T | undefined => {
		asked.set(JSON.stringify(queryKey), { queryKey, queryFn, staleTime: 60_000 })
		return queries.getQueryData<T>(queryKey)
	}
	/** An org doesn't learn who operates the platform, so anyone who isn't a member or an account of it has no name. */
	const memberName = (id: string) =>
		id.startsWith('usr_')
			? read(membersQuery(me.org_id).queryKey, () => everybodyIn(me.org_id))?.find(({ user_id }) => user_id === id)
					?.username
			: id.startsWith('svc_')
				? read(accountsQuery(me.org_id).queryKey, () => accountsIn(me.org_id))?.find((one) => one.id === id)?.name
				: undefined
	const facts: Facts = {
		isPreview: affects !== undefined,
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
		touched: (kind, what) => affects?.find((one) => one.kind === kind && one.what === what),
		entitlementsOf: (org_id) =>
			read(['entitlements', org_id], () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } }))),
		planOf: (id) => read(['plans', 'all'], () => data(api.GET('/v1/plans', LIMITED)))?.find((plan) => plan.id === id),
		defaultOf(key) {
			const known = read(['entitlement-keys'], () => data(api.GET('/v1/entitlement-keys')))
			const found = known?.find((one) => one.key === key)
			if (!found && isLimitKey(key)) return { key, value: '0', value_type: 'integer' }
			return found && { key, value: found.default, value_type: found.value_type }
		},
	}
	const sentences = changes.map((change) => describe(change, facts))
	const answers = useQueries({ queries: [...asked.values()] })
	return { sentences, isWhole: answers.every((answer) => answer.data !== undefined || answer.error !== null) }
}

interface SentencesProps {
	changes: readonly ChangedRow[]
	/** Whom a previewed change touches. Without it, the sentences only say what was done. */
	affects?: readonly Touching[]
	/** They won't get longer. */
	onWhole?: (() => void) | undefined
}

/** What changes do, one paragraph for each. */
export function Sentences({ changes, affects, onWhole }: SentencesProps) {
	const { sentences, isWhole } = useSentences(changes, affects)
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

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, data } from '../api.ts'
import type { Simulation } from '../change/change.ts'
import { punctuation } from '../text/en/language.ts'
import { orgDeletions } from '../text/en/org-deletions.ts'
import { Failure } from '../ui/failure.tsx'
import styles from './what-ends.module.css'

const t = orgDeletions.ends

/** The most names that anybody reads. */
const NAMES = 5

/** What a dry run says of the org: who and what depends on it. */
interface Affected {
	members: { user_id: string; has_other_org: boolean }[]
	api_key_count: number
	endpoint_count: number
	live_run_count: number
}

/** What ends with an org, according to a dry run. */
export function WhatEnds({ org_id, simulate }: { org_id: string; simulate: () => Promise<Simulation> }) {
	const id = useId()
	const { data: affected, error } = useQuery({
		queryKey: ['dry-run', id],
		queryFn: async () =>
			(await simulate()).changes.find(({ target_type }) => target_type === 'orgs')?.before as Affected,
		gcTime: 0,
		staleTime: Infinity,
		retry: false,
	})
	if (error) return <Failure refusal={error} isInline />
	if (!affected) return <p aria-busy="true">{t.loading}</p>
	const { members, api_key_count, endpoint_count, live_run_count } = affected
	const losers = members.filter(({ has_other_org }) => !has_other_org).map(({ user_id }) => user_id)
	return (
		<section className={styles.ends} aria-label={t.title}>
			<h3>{t.title}</h3>
			<ul>
				{members.length > 0 && <li>{t.members(members.length)}</li>}
				{losers.length > 0 && <Losers org_id={org_id} user_ids={losers} />}
				{api_key_count > 0 && <li>{t.keys(api_key_count)}</li>}
				{endpoint_count > 0 && <li>{t.endpoints(endpoint_count)}</li>}
				{live_run_count > 0 && <li>{t.runs(live_run_count)}</li>}
				<li>{t.exports}</li>
			</ul>
		</section>
	)
}

/** The members who have no other org. Only platform operators can read the names of all users, and owners those of their org. */
function Losers({ org_id, user_ids }: { org_id: string; user_ids: string[] }) {
	const { data: members } = useQuery({
		queryKey: ['org-members', org_id],
		queryFn: () => data(api.GET('/v1/orgs/{org_id}/members', { params: { path: { org_id }, query: { limit: 200 } } })),
	})
	const nameOf = (id: string) => members?.find(({ user_id }) => user_id === id)?.username ?? id
	return <li>{t.losers(user_ids.slice(0, NAMES).map(nameOf).join(punctuation.list), user_ids.length - NAMES)}</li>
}

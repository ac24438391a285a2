import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { useScope } from '../session/scope.ts'
import { requests as t } from '../text/en/requests.ts'
import { Panel } from '../ui/page.tsx'
import { Card } from './card.tsx'
import { FRESH_MS, listRequests } from './read.ts'

/** Says that a run waits for a decision, and for which. */
export function Waiting({ run: { run_id, org_id } }: { run: Pick<Schema<'Run'>, 'run_id' | 'org_id'> }) {
	const isOfPlatform = useScope() === 'platform'
	const { data } = useQuery({
		queryKey: ['requests', 'of-run', org_id, run_id, isOfPlatform],
		queryFn: async () => {
			const owners = isOfPlatform ? [org_id, undefined] : [org_id]
			const read = await Promise.all(owners.map((owner) => listRequests(owner, { state: 'open', run_id })))
			return read.flatMap(({ rows }) => rows)[0] ?? null
		},
		refetchInterval: FRESH_MS,
	})
	if (!data) return null
	return (
		<Panel
			title={t.waits}
			actions={
				<Link to="/requests" search={{ of: data.org_id === null ? undefined : isOfPlatform ? undefined : 'org' }}>
					{t.all}
				</Link>
			}
			noPadding
		>
			<Card request={data} owner={data.org_id ?? undefined} isFrameless />
		</Panel>
	)
}

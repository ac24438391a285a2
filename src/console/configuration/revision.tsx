import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type Reply, answered, data, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { UserLink } from '../names/user-name.tsx'
import { useMay } from '../session/session.ts'
import { configuration } from '../text/en/configuration.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Copy, Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Failure } from '../ui/failure.tsx'
import { number as formatted } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { DocumentField } from './document-field.tsx'
import { callsOf, neededFor, useOwner } from './owner.ts'
import { countsOf, deletionsIn, PlanView } from './plan-view.tsx'
import { Kind } from './revisions.tsx'

const t = configuration.revision

type Revision = Schema<'PlatformRevision'> | Schema<'OrgRevision'>
type Applied = Schema<'AppliedConfiguration'>

/** Lets the dry run pass. The real call carries the number that the user saw. */
const ANY_NUMBER = 999_999_999

/** One revision: its document, and what restoring it would change. */
export function Revision() {
	const { number } = useParams({ from: '/configuration/revisions/$number' })
	const { owner } = useSearch({ from: '/configuration/revisions/$number' })
	const org_id = useOwner(owner)
	const calls = callsOf(org_id)
	const needed = neededFor(org_id)
	const mayRestore = useMay(...needed)
	const [revision, instead] = useDetail({
		queryKey: ['configuration', 'revision', org_id, number],
		queryFn: () => data<Revision>(calls.revision(number) as Promise<Reply<Revision>>),
	})
	const plan = useQuery({
		queryKey: ['configuration', 'restore', org_id, number],
		queryFn: async () => {
			const { data: simulated } = await answered(calls.restore(number, ANY_NUMBER, { 'Dry-Run': 'true' }))
			return simulated && 'dry_run' in simulated ? (simulated.body as Applied) : simulated
		},
		enabled: revision !== undefined && mayRestore,
		retry: false,
	})
	if (!revision) return instead
	const text = JSON.stringify(revision.document, null, 2)
	const { actor_user_id, change_count } = revision
	return (
		<Page
			title={t.title(number)}
			mark={<Kind revision={revision} />}
			up={{ label: configuration.revisions.title, link: { to: '/configuration', search: { owner, tab: 'revisions' } } }}
			actions={<Only needs={needed}>{plan.data && <Restore number={number} org_id={org_id} plan={plan.data} />}</Only>}
		>
			<Columns>
				<Stack>
					{mayRestore && (
						<Panel title={configuration.plan.restore_title} hint={plan.data && countsOf(plan.data.changes)}>
							{plan.error && <Failure refusal={plan.error} onRetry={() => void plan.refetch()} />}
							{plan.data && <PlanView key={plan.data.hash} plan={plan.data} />}
						</Panel>
					)}
					<Panel title={terms.about}>
						<Facts
							facts={[
								[terms.when, <Ago key="when" time={revision.created_at} />],
								[
									terms.by,
									actor_user_id ? <UserLink key="by" user_id={actor_user_id} /> : configuration.revisions.system,
								],
								[terms.changes, change_count === null ? '–' : formatted(change_count)],
								[t.hash, <Id key="hash" text={revision.hash} what={t.hash} />],
							]}
						/>
					</Panel>
				</Stack>
				<Panel title={configuration.document.title} actions={<Copy text={text} what={configuration.document.copy} />}>
					<DocumentField label={configuration.document.label} value={text} />
				</Panel>
			</Columns>
		</Page>
	)
}

function Restore({ number, org_id, plan }: { number: string; org_id: string | undefined; plan: Applied }) {
	const ask = useAsk()
	const deletions = deletionsIn(plan.changes)
	const restore = useChange({
		send: (_: null, headers) => callsOf(org_id).restore(number, deletions, headers),
		done: ({ revision }) => configuration.apply.done(revision),
		canUndo: true,
	})
	return (
		<Button
			kind="primary"
			icon="undo"
			disabled={plan.changes.length === 0}
			title={plan.changes.length === 0 ? t.same : undefined}
			onClick={() =>
				ask({
					title: t.restore_title(number),
					body: t.restore_body(countsOf(plan.changes)),
					action: t.restore,
					isDanger: deletions > 0,
					...(deletions > 0 ? { typed: configuration.apply.typed(deletions) } : {}),
					change: restore,
					input: null,
				})
			}
		>
			{t.restore}
		</Button>
	)
}

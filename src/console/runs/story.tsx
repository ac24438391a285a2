import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, data, type Schema } from '../api.ts'
import { linkTo, listRequests, type Request } from '../requests/read.ts'
import { Refusing, titleOf } from '../requests/words.tsx'
import { type Scope, useScope } from '../session/scope.ts'
import { ledgerTypes } from '../text/en/balance.ts'
import { requests } from '../text/en/requests.ts'
import { runs } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { number, usd } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { Panel } from '../ui/page.tsx'
import { TimelineOf } from '../ui/timeline.tsx'
import { WhyLine } from '../why/why.tsx'
import { duration } from './duration.ts'
import { FRESH_MS } from './read.ts'
import { isGoingOn, StatusBadge } from './status-badge.tsx'

const t = runs.story

type Run = Schema<'Run'>
type Call = Schema<'AccessLogEntry'>

/** An org has few requests that are open, and those of a run are among its newest. */
const MOST = 100

interface Moment {
	at: string
	key: string
	icon: IconName
	kind: string
	what: ReactNode
}

/** What people read of a run while it lives and afterwards: its start, calls, refusals, requests, credits and end, in their order. */
export function Story({ run, entries }: { run: Run; entries: readonly Schema<'LedgerEntry'>[] }) {
	const side = useScope()
	const isOfPlatform = side === 'platform'
	const { run_id, org_id } = run
	const fresh = {
		placeholderData: keepPreviousData,
		refetchInterval: isGoingOn(run.status) ? FRESH_MS : (false as const),
	}
	const { data: calls = [] } = useQuery({
		queryKey: ['runs', run_id, 'calls'],
		queryFn: async () => {
			const query = { path: `/v1/runtime/runs/${run_id}/progress`, org_id, limit: MOST }
			return (await data(api.GET('/v1/admin/access-log', { params: { query } }))).data
		},
		enabled: isOfPlatform,
		...fresh,
	})
	const { data: asked = [] } = useQuery({
		queryKey: ['requests', 'of-run', run_id, 'all', isOfPlatform],
		queryFn: async () => {
			const owners = isOfPlatform ? [org_id, undefined] : [org_id]
			const read = await Promise.all(owners.map((owner) => listRequests(owner, { run_id, limit: MOST })))
			return read.flatMap(({ rows }) => rows)
		},
		...fresh,
	})
	const moments = [
		{ at: run.created_at, key: 'began', icon: 'run' as const, kind: t.began, what: <Began run={run} /> },
		...grouped(calls.toReversed()),
		...asked.flatMap((one) => ofRequest(one, side)),
		...entries.map(({ id, created_at, amount, balance_after, type }): Moment => ({
			at: created_at,
			key: id,
			icon: 'credits',
			kind: terms.credits,
			what: (
				<p>
					<Badge>{ledgerTypes[type]}</Badge>{' '}
					{t.balance(`${amount > 0 ? '+' : ''}${number(amount)}`, number(balance_after))}
				</p>
			),
		})),
		...(run.completed_at
			? [{ at: run.completed_at, key: 'ended', icon: 'check' as const, kind: t.ended, what: <Ended run={run} /> }]
			: []),
	].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
	const start = Date.parse(moments[0]?.at ?? '')
	return (
		<Panel title={t.title} hint={isOfPlatform ? t.hint : t.hint_org}>
			<TimelineOf
				moments={moments.map((moment) => ({ ...moment, later: t.later(duration(Date.parse(moment.at) - start)) }))}
			/>
		</Panel>
	)
}

const Began = ({ run: { persona_model, model } }: { run: Run }) => <p>{persona_model ?? model ?? runs.no_model}</p>

const Ended = ({ run: { status, total_cost_usd, credits_used, shortfall } }: { run: Run }) => (
	<p>
		<StatusBadge status={status} /> {t.cost(usd(total_cost_usd), number(credits_used))}{' '}
		{shortfall > 0 && runs.figures.shortfall(number(shortfall))}
	</p>
)

/** Calls that were answered in a row are one moment, and each refusal is one. */
function grouped(calls: readonly Call[]): Moment[] {
	const found: { first: Call; count: number }[] = []
	for (const call of calls) {
		const last = found.at(-1)
		if (last && call.status_code < 400 && last.first.status_code < 400) last.count += 1
		else found.push({ first: call, count: 1 })
	}
	return found.map(({ first, count }) => ({
		at: first.timestamp,
		key: first.id,
		icon: first.status_code < 400 ? 'activity' : 'refused',
		kind: first.status_code < 400 ? t.progress : t.refused,
		what:
			first.status_code < 400 ? (
				<p>{t.calls(count, number(count))}</p>
			) : (
				<>
					<p>
						<WhyLine request={first} />
					</p>
					<Link to="/trace/$trace_id" params={{ trace_id: first.trace_id }}>
						{t.trace}
					</Link>
				</>
			),
	}))
}

function ofRequest(request: Request, side: Scope): Moment[] {
	const { id, spend, reason, created_at, decided_at, decision_reason, state } = request
	const link = <Link {...linkTo(request, side)}>{titleOf(request)}</Link>
	const asked = {
		at: created_at,
		key: id,
		icon: 'requests' as const,
		kind: t.asked,
		what: (
			<>
				<p>{link}</p>
				<p>{reason}</p>
				{spend && (
					<p>
						{requests.refused_by} <Refusing spend={spend} />
					</p>
				)}
			</>
		),
	}
	if (!decided_at) return [asked]
	const what = (
		<p>
			<Badge tone={state === 'granted' ? 'good' : 'neutral'}>{requests.states[state]}</Badge> {decision_reason}
		</p>
	)
	return [asked, { at: decided_at, key: `${id} decided`, icon: 'requests', kind: t.decided, what }]
}

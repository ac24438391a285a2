import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Revert } from '../audit-logs/revert.tsx'
import { Differences } from '../change/differences.tsx'
import { Sentence } from '../change/sentences/use-sentences.tsx'
import { useName } from '../names/name.tsx'
import { useIsOperator } from '../session/session.ts'
import { actionText } from '../text/en/actions.ts'
import { ledgerTypes } from '../text/en/balance.ts'
import { changes } from '../text/en/changes.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { traces as t } from '../text/en/traces.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { named, Said } from '../ui/said.tsx'
import { Ago } from '../ui/time.tsx'
import { TimelineOf } from '../ui/timeline.tsx'
import { causeOf, DeliveryStatus } from '../webhook-endpoints/delivery-status.tsx'
import { WhyLine } from '../why/why.tsx'
import { toneOf } from './status-tone.ts'
import type { Moment } from './story.ts'
import styles from './timeline.module.css'

const ICONS: Record<Moment['kind'], IconName> = {
	began: 'forward',
	ended: 'back',
	audit: 'edit',
	ledger: 'credits',
	event: 'activity',
	delivery: 'webhook',
	attempt: 'webhook',
}

/** What happened, each with the time since the first. */
export function Timeline({ moments }: { moments: Moment[] }) {
	const start = Date.parse(moments[0]?.at ?? '')
	return (
		<TimelineOf
			moments={moments.map((moment) => ({
				key: moment.key,
				at: moment.at,
				icon: ICONS[moment.kind],
				kind: t.kinds[moment.kind],
				later: t.later(lengthOf(Date.parse(moment.at) - start)),
				what: <What moment={moment} />,
			}))}
		/>
	)
}

function What({ moment }: { moment: Moment }): ReactNode {
	if (moment.kind === 'began')
		return (
			<p>
				<code>
					{moment.request.method} {moment.request.path}
				</code>
			</p>
		)
	if (moment.kind === 'ended') {
		const { status_code, duration_ms, error } = moment.request
		return (
			<>
				<p>
					<Badge tone={toneOf(status_code)}>{status_code}</Badge> {t.ms(duration_ms)}
				</p>
				{error && (
					<Quiet>
						<WhyLine request={moment.request} />
					</Quiet>
				)}
			</>
		)
	}
	if (moment.kind === 'audit') return <Audited row={moment.row} />
	if (moment.kind === 'ledger') return <Moved entry={moment.entry} />
	if (moment.kind === 'event')
		return (
			<p>
				<Said text={t.event(named(moment.event.type), moment.event.deliveries.length)} />
			</p>
		)
	if (moment.kind === 'delivery') return <Sent delivery={moment.delivery} />
	const { attempt, status_code, error, latency_ms, response } = moment.attempt
	return (
		<>
			<p>
				{status_code === null
					? t.unanswered(attempt, error === null ? '' : causeOf(error), latency_ms)
					: t.attempt(attempt, status_code, latency_ms)}
			</p>
			<Quiet>{response}</Quiet>
		</>
	)
}

type Entry = Extract<Moment, { kind: 'ledger' }>['entry']

function Moved({ entry: { amount, balance_after, type, reference_id, note } }: { entry: Entry }) {
	const text = t.balance(`${amount > 0 ? '+' : ''}${number(amount)}`, number(balance_after))
	return (
		<>
			<p>
				<Badge>{ledgerTypes[type]}</Badge> {text}
			</p>
			<Quiet>{note || reference_id}</Quiet>
		</>
	)
}

type Delivery = Extract<Moment, { kind: 'delivery' }>['delivery']

/** Only operators may look up the name of an endpoint. */
function Sent({ delivery: { status, endpoint_id, type, next_attempt_at } }: { delivery: Delivery }) {
	const endpoint = useName(endpoint_id)
	const what = named(type)
	const to = endpoint && named(endpoint)
	return (
		<>
			<p>
				<DeliveryStatus status={status} /> <Said text={to ? t.delivered(what, to) : t.delivered_somewhere(what)} />
			</p>
			{next_attempt_at && (
				<Quiet>
					{terms.next_attempt}
					{punctuation.colon}
					<Ago time={next_attempt_at} isAhead />
				</Quiet>
			)}
		</>
	)
}

function Audited({ row }: { row: Extract<Moment, { kind: 'audit' }>['row'] }) {
	const { action, target_id, before, after, reverted_by } = row
	const isOperator = useIsOperator()
	return (
		<>
			<p>
				<strong>{actionText(action)}</strong>
			</p>
			<p>
				<Sentence change={row} />
			</p>
			<details>
				<summary>{changes.preview.details}</summary>
				<Differences before={before} after={after} />
				{isOperator && (
					<Link to="/audit-logs" search={{ target_id }} className={styles.link}>
						{t.all_changes}
					</Link>
				)}
			</details>
			{!reverted_by && (
				<div className={styles.revert}>
					<Revert row={row} />
				</div>
			)}
		</>
	)
}

const Quiet = ({ children }: { children: ReactNode }) => children && <p className={styles.quiet}>{children}</p>

/** "12 ms", "3.4 s", "5 min". */
function lengthOf(ms: number): string {
	if (ms < 1000) return t.ms(ms)
	return ms < 60_000 ? t.seconds(ms / 1000) : t.minutes(Math.round(ms / 60_000))
}

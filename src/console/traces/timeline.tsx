import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Revert } from '../audit-logs/revert.tsx'
import { Differences } from '../change/differences.tsx'
import { useIsOperator } from '../session/session.ts'
import { actionText } from '../text/en/actions.ts'
import { ledgerTypes } from '../text/en/balance.ts'
import { traces as t } from '../text/en/traces.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { number, utcOf } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Ago } from '../ui/time.tsx'
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
		<ol className={styles.timeline}>
			{moments.map((moment) => (
				<li key={moment.key} className={styles.moment}>
					<span className={styles.sign}>
						<Icon name={ICONS[moment.kind]} />
					</span>
					<div className={styles.what}>
						<p className={styles.kind}>
							{t.kinds[moment.kind]}
							<time dateTime={moment.at} title={utcOf(moment.at)}>
								{t.later(lengthOf(Date.parse(moment.at) - start))}
							</time>
						</p>
						<What moment={moment} />
					</div>
				</li>
			))}
		</ol>
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
				<strong>{moment.event.type}</strong> <code>{moment.event.id}</code>
			</p>
		)
	if (moment.kind === 'delivery') return <Sent delivery={moment.delivery} />
	const { attempt, status_code, error, latency_ms, response } = moment.attempt
	const result = status_code === null ? (error ?? t.no_answer) : String(status_code)
	return (
		<>
			<p>{t.attempt(attempt, result, latency_ms)}</p>
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

const Sent = ({ delivery: { status, endpoint_id, type, next_attempt_at } }: { delivery: Delivery }) => (
	<>
		<p>
			<Badge tone={DELIVERY_TONES[status]}>{status}</Badge> {type} {t.to_endpoint} <code>{endpoint_id}</code>
		</p>
		{next_attempt_at && (
			<Quiet>
				{t.next_attempt}: <Ago time={next_attempt_at} />
			</Quiet>
		)}
	</>
)

const DELIVERY_TONES: Record<Delivery['status'], Tone> = {
	pending: 'warn',
	delivered: 'normal',
	failed: 'bad',
	dead: 'bad',
	skipped: 'neutral',
}

function Audited({ row }: { row: Extract<Moment, { kind: 'audit' }>['row'] }) {
	const { action, target_id, before, after, reverted_by } = row
	const isOperator = useIsOperator()
	return (
		<>
			<p>
				<strong>{actionText(action)}</strong>{' '}
				{isOperator ? (
					<Link to="/audit-logs" search={{ target_id }} className={styles.link}>
						<code>{target_id}</code>
					</Link>
				) : (
					<code>{target_id}</code>
				)}
			</p>
			<Differences before={before} after={after} />
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

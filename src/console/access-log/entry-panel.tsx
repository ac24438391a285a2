import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, data as bodyOf } from '../api.ts'
import { OrgName } from '../names/org-name.tsx'
import { accessLog } from '../text/en/access-log.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Id } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Facts, PageSkeleton } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { risksOf } from '../why/risks.ts'
import { Why } from '../why/why.tsx'
import { Clock } from './clock.tsx'
import { type FilterName, idAfter } from './filters.ts'
import { type Entry, StatusBadge } from './log-table.tsx'
import styles from './access-log.module.css'

const t = accessLog.entry

/** One request, in a side panel. The API only has pages, so the entry of a shared link is the first one of a page. */
export function EntryPanel({ id, known = [] }: { id: string; known: Entry[] | undefined }) {
	const navigate = useNavigate({ from: '/access-log' })
	const shown = known.find((entry) => entry.id === id)
	const { data: entry = shown, error } = useQuery({
		queryKey: ['access-log', 'entry', id],
		queryFn: async () => {
			const query = { before: idAfter(id), limit: 1 }
			const { data } = await bodyOf(api.GET('/v1/admin/access-log', { params: { query } }))
			return data.find((found) => found.id === id) ?? null
		},
		enabled: shown === undefined,
		staleTime: Infinity,
		retry: false,
	})
	const close = () => void navigate({ search: (search) => ({ ...search, entry: undefined }), resetScroll: false })
	return (
		<Dialog
			kind="side"
			title={entry ? `${entry.method} ${entry.path}` : terms.request}
			hint={entry && <Clock time={entry.timestamp} />}
			onClose={close}
		>
			{error && !entry && <Failure refusal={error} isInline />}
			{entry === null && <Notice icon="search" title={t.gone} />}
			{entry === undefined && !error && <PageSkeleton />}
			{entry && <About entry={entry} />}
		</Dialog>
	)
}

function About({ entry }: { entry: Entry }) {
	const { trace_id, path, method, status_code, duration_ms, client_ip, country, city, user_agent, ua_type } = entry
	const { risk_score, risk_reasons, identity_type, user_id, username, org_id, id, timestamp } = entry
	const place = [city, country].filter(Boolean).join(punctuation.list)
	return (
		<>
			<Why request={entry} />
			<Link to="/trace/$trace_id" params={{ trace_id }} className={styles.trace}>
				{t.trace}
				<Icon name="forward" />
			</Link>
			<Facts
				facts={[
					[
						terms.status,
						<Filtered key="status" name="status_code" value={String(status_code)}>
							<StatusBadge status_code={status_code} />
						</Filtered>,
					],
					...WHY.flatMap((name) => whyOf(name, entry[name])),
					[terms.duration, accessLog.ms(number(duration_ms))],
					[
						accessLog.fields.method,
						<Filtered key="method" name="method" value={method}>
							<code>{method}</code>
						</Filtered>,
					],
					[
						accessLog.fields.path,
						<Filtered key="path" name="path" value={path}>
							<code>{path}</code>
						</Filtered>,
					],
					[
						t.time,
						<span key="time">
							<DateOf time={timestamp} />
							{punctuation.comma}
							<Clock time={timestamp} />
						</span>,
					],
					[terms.caller, accessLog.callers[identity_type]],
					...(user_id
						? [
								[
									terms.user,
									<Filtered key="user" name="user_id" value={user_id}>
										<Link to="/users/$user_id" params={{ user_id }}>
											{username ?? user_id}
										</Link>
									</Filtered>,
								] satisfies Fact,
							]
						: []),
					...(org_id
						? [
								[
									terms.org,
									<Filtered key="org" name="org_id" value={org_id}>
										<OrgName org_id={org_id} />
									</Filtered>,
								] satisfies Fact,
							]
						: []),
					[
						terms.ip,
						<Filtered key="ip" name="ip" value={client_ip}>
							<code>{client_ip}</code>
						</Filtered>,
					],
					[
						t.place,
						country ? (
							<Filtered key="country" name="country" value={country}>
								{place}
							</Filtered>
						) : (
							t.unknown
						),
					],
					[t.user_agent, user_agent || '–'],
					[
						terms.type,
						<Filtered key="kind" name="ua_type" value={ua_type}>
							{ua_type}
						</Filtered>,
					],
					[
						t.risk,
						<Filtered key="risk" name="risk_min" value={String(risk_score)}>
							{risk_score}
						</Filtered>,
					],
					...(risk_reasons.length > 0 ? [[t.risk_reasons, risksOf(risk_reasons)] satisfies Fact] : []),
					[
						terms.trace_id,
						<Filtered key="trace" name="trace_id" value={trace_id}>
							<Id text={trace_id} what={terms.trace_id} />
						</Filtered>,
					],
					[t.id, <Id key="id" text={id} what={t.id} />],
				]}
			/>
		</>
	)
}

/** What a refused request has. */
const WHY = ['error', 'reason', 'decided_by'] as const

type Fact = [name: string, value: ReactNode]

/** A value with a link to the requests that share it. */
const Filtered = ({ name, value, children }: { name: FilterName; value: string; children: ReactNode }) => (
	<span className={styles.filtered}>
		<span>{children}</span>
		<Link
			to="/access-log"
			search={(search) => ({ ...search, [name]: value, entry: undefined, cursor: undefined })}
			aria-label={accessLog.entry.only(accessLog.fields[name])}
			title={accessLog.entry.only(accessLog.fields[name])}
		>
			<Icon name="filter" />
		</Link>
	</span>
)

/** A fact about why the request was refused, if there is one. */
const whyOf = (name: (typeof WHY)[number], value: string | null): Fact[] =>
	value === null
		? []
		: [
				[
					accessLog.fields[name],
					<Filtered key={name} name={name} value={value}>
						<code>{value}</code>
					</Filtered>,
				],
			]

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api, page, type Schema } from '../api.ts'
import type BulkBarOf from '../change/bulk-bar.tsx'
import type { Bulk } from '../change/bulk.ts'
import { useChange } from '../change/change.ts'
import { Sentence } from '../change/sentences/use-sentences.tsx'
import { rowOf } from '../change/waiting.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { Name } from '../names/name.tsx'
import { ActorName } from '../names/people.tsx'
import { useIsOperator, useMe } from '../session/session.ts'
import { language, punctuation } from '../text/en/language.ts'
import { lists } from '../text/en/list.ts'
import { notifications as t } from '../text/en/shell.ts'
import type { Coded } from '../text/texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { later } from '../ui/loading.ts'
import { Said } from '../ui/said.tsx'
import { type Selection, useSelection } from '../ui/selection.ts'
import { Ago } from '../ui/time.tsx'
import { words } from '../ui/words.ts'
import { linkOf } from './link-of.ts'
import styles from './notifications.module.css'

const BulkBar = later(() => import('../change/bulk-bar.tsx')) as unknown as typeof BulkBarOf

type Notification = Schema<'Notifications'>['data'][number]

/**
 * A page of messages. Those that Plinth wrote are in the language of the console, by their code. Older ones have none, and a broadcast
 * is as it was written.
 */
async function read(cursor: string | undefined) {
	const found = await page<Notification>(api.GET('/v1/notifications', { params: { query: { cursor, limit: 20 } } }))
	const known = await language.notices?.().catch(() => undefined)
	if (!known) return found
	const said = (one: Notification) => {
		const { code = '', values = {} } = one.payload as Partial<Coded>
		const told = one.type === 'broadcast' ? undefined : known[code]?.(values, words)
		return told ? { ...one, title: told[0], body: told[1] } : one
	}
	return { ...found, rows: found.rows.map(said) }
}

const keyOf = ({ id }: Notification) => id

const markOne = ({ id }: Notification, headers: Record<string, string>) =>
	api.PATCH('/v1/notifications/{notification_id}', { params: { path: { notification_id: id } }, headers })

const BULK: Bulk<Notification> = {
	nameOf: ({ title }) => title,
	actions: [
		{
			label: t.read,
			takes: ({ read_at }) => read_at === null,
			send: markOne,
			done: (count) => t.read_some(number(count)),
			refreshes: ['notifications'],
		},
	],
}

/** The user's messages, newest first. */
export default function Notifications({ onLeave }: { onLeave: () => void }) {
	const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
		queryKey: ['notifications', 'list'],
		queryFn: ({ pageParam }) => read(pageParam),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
	})
	const readAll = useChange({
		send: (_: null, headers) => api.PATCH('/v1/notifications', { headers }),
		refreshes: ['notifications'],
	})
	const rows = data?.pages.flatMap((one) => one.rows) ?? []
	const selection = useSelection(rows.map(keyOf))
	const selected = rows.filter(({ id }) => selection.keys.has(id))
	if (error) return <Failure refusal={error} />
	if (!data) return null
	if (rows.length === 0) return <Notice icon="bell" title={t.empty} hint={t.empty_hint} />
	return (
		<>
			<div className={styles.head}>
				<Check
					label={t.select_all}
					isChecked={selected.length === rows.length}
					isPartial={selected.length > 0 && selected.length < rows.length}
					onToggle={selection.toggleAll}
				/>
				{rows.some(({ read_at }) => read_at === null) && (
					<Button icon="check" isBusy={readAll.isRunning} onClick={() => readAll.runOrTell(null)}>
						{t.read_all}
					</Button>
				)}
			</div>
			<div className={styles.rows}>
				<ul>
					{rows.map((row) => (
						<One key={row.id} notification={row} selection={selection} onLeave={onLeave} />
					))}
				</ul>
				<ListFoot
					page={data.pages[0]}
					hasSelected={selected.length > 0}
					selected={
						<Suspense>
							<BulkBar bulk={BULK} rows={selected} keyOf={keyOf} selection={selection} />
						</Suspense>
					}
					more={
						hasNextPage && (
							<Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
								{t.more}
							</Button>
						)
					}
				/>
			</div>
		</>
	)
}

interface OneProps {
	notification: Notification
	selection: Selection
	/** It led to another screen. */
	onLeave: () => void
}

/** The change of a message about one, whose own sentence can say more than the message. */
function changeOf({ type, payload, org_id }: Notification) {
	if (!type.startsWith('change.')) return undefined
	const { audit_id, target_id, target_type } = payload as Record<string, string | undefined>
	if (!audit_id || !target_id || !target_type) return undefined
	return { audit_id, target_id, target_type, org_id, action: `${target_type}.update` }
}

function ToldBy({ change }: { change: NonNullable<ReturnType<typeof changeOf>> }) {
	const { data: row } = useQuery({
		queryKey: ['audit-logs', 'row', change.audit_id],
		queryFn: () => rowOf(change),
		staleTime: Infinity,
	})
	return row ? <Sentence change={row} /> : null
}

const ID = /\b([a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26})\b/

/** A message with names for the IDs in it. An org reads the names of its members, because only operators may look up others. */
function Body({ text, org_id }: { text: string; org_id: string | null }) {
	const isOperator = useIsOperator()
	return text.split(ID).map((part, index) =>
		index % 2 === 0 ? (
			// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
			<Said key={index} text={part} />
		) : isOperator || org_id === null || !/^(usr|svc)_/.test(part) ? (
			<Name key={part} id={part} />
		) : (
			<ActorName key={part} org_id={org_id} id={part} />
		),
	)
}

function One({ notification, selection, onLeave }: OneProps) {
	const { id, title, body, org_id, read_at, created_at } = notification
	const link = linkOf(notification, useMe())
	const change = changeOf(notification)
	const markRead = useChange({
		send: (_: null, headers) => markOne(notification, headers),
		refreshes: ['notifications'],
	})
	const isUnread = read_at === null
	return (
		<li className={styles.one} data-unread={isUnread || undefined} data-selected={selection.keys.has(id) || undefined}>
			<Check
				label={lists.select.row(title)}
				isChecked={selection.keys.has(id)}
				onToggle={(isRange) => selection.toggle(id, isRange)}
			/>
			<div>
				<h3>
					{link ? (
						<Link {...link} onClick={onLeave}>
							{title}
						</Link>
					) : (
						title
					)}
					{isUnread && (
						<span className="unseen">
							{punctuation.open}
							{t.unread}
							{punctuation.close}
						</span>
					)}
				</h3>
				<p>{change ? <ToldBy change={change} /> : <Body text={body} org_id={org_id} />}</p>
				<p className={styles.time}>
					<Ago time={created_at} />
				</p>
			</div>
			{isUnread && (
				<IconButton
					icon="check"
					label={t.read}
					disabled={markRead.isRunning}
					onClick={() => markRead.runOrTell(null)}
				/>
			)}
		</li>
	)
}

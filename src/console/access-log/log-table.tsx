import type { ReactNode } from 'react'
import type { Schema } from '../api.ts'
import { accessLog as t } from '../text/en/access-log.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { type Column, Table } from '../ui/table.tsx'
import { Clock } from './clock.tsx'
import styles from './access-log.module.css'

export type Entry = Schema<'AccessLogEntry'>

const TONES = { 2: 'normal', 3: 'normal', 4: 'warn', 5: 'bad' } as const

export const StatusBadge = ({ status_code }: { status_code: number }) => (
	<Badge tone={TONES[Math.floor(status_code / 100) as keyof typeof TONES] ?? 'neutral'}>{status_code}</Badge>
)

/** What a request was, and how it went. */
export const REQUEST: Column<Entry>[] = [
	{
		title: terms.request,
		cell: ({ method, path }) => (
			<code className={styles.request} title={path}>
				<span>{method}</span> {path}
			</code>
		),
	},
	{ title: terms.status, cell: ({ status_code }) => <StatusBadge status_code={status_code} /> },
	{
		title: t.columns.why,
		cell: ({ error, reason }) => (error ? <code>{reason ?? error}</code> : null),
		from: 'medium',
	},
]

const COLUMNS: Column<Entry>[] = [
	...REQUEST,
	{ title: t.columns.time, cell: ({ timestamp }) => <Clock time={timestamp} />, from: 'medium' },
	{
		title: terms.duration,
		cell: ({ duration_ms }) => t.ms(number(duration_ms)),
		from: 'medium',
		align: 'end',
	},
	{
		title: terms.caller,
		cell: ({ username, identity_type }) => username ?? t.callers[identity_type],
		from: 'medium',
	},
	{
		title: terms.ip,
		cell: ({ client_ip, country }) => (
			<>
				<code>{client_ip}</code> {country}
			</>
		),
		from: 'wide',
	},
]

interface LogTableProps {
	label: string
	entries: Entry[] | undefined
	error?: unknown
	onRetry?: () => void
	isStale?: boolean
	empty: ReactNode
}

/** Entries of the log. Each one opens its side panel, which is part of the address. */
export const LogTable = ({ label, entries, error, onRetry, isStale = false, empty }: LogTableProps) => (
	<Table
		label={label}
		columns={COLUMNS}
		rows={entries}
		keyOf={({ id }) => id}
		linkOf={({ id }) => ({ to: '/access-log', search: (search) => ({ ...search, entry: id }), resetScroll: false })}
		error={error}
		{...(onRetry ? { onRetry } : {})}
		isStale={isStale}
		isDense
		expected={20}
		empty={empty}
	/>
)

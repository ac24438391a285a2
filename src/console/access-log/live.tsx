import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accessLog } from '../text/en/access-log.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice, Warning } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { EntryPanel } from './entry-panel.tsx'
import type { Filters } from './filters.ts'
import { LogTable } from './log-table.tsx'
import { MAX_ROWS, useLive } from './use-live.ts'
import styles from './access-log.module.css'

const t = accessLog.live

const TONES = { starting: 'neutral', following: 'good', broken: 'warn' } as const

/** Requests as they arrive, newest first. */
export function Live() {
	const { view: _v, cursor: _c, from: _f, to: _t, entry, ...filters } = useSearch({ from: '/access-log' })
	return <Followed key={JSON.stringify(filters)} filters={filters} entry={entry} />
}

function Followed({ filters, entry }: { filters: Filters; entry: string | undefined }) {
	const [followed] = useState(filters)
	const { entries, lost, fresh, connection, refusal, isPaused, toggle } = useLive(followed)
	return (
		<>
			{lost > 0 && <Warning text={accessLog.lost(number(lost))} />}
			<Panel
				title={accessLog.views.live}
				hint={t.rows(number(MAX_ROWS))}
				noPadding
				actions={
					<span className={styles.live}>
						<span role="status">
							<Badge tone={isPaused ? 'neutral' : TONES[connection]}>{isPaused ? t.paused : t[connection]}</Badge>
						</span>
						<Button icon={isPaused ? 'play' : 'pause'} onClick={toggle}>
							{isPaused ? t.go_on(number(fresh)) : t.pause}
						</Button>
					</span>
				}
			>
				<LogTable
					label={accessLog.views.live}
					entries={refusal ? undefined : entries}
					error={refusal}
					empty={<Notice icon="activity" title={accessLog.empty_live} hint={accessLog.empty_live_hint} />}
				/>
			</Panel>
			{entry && <EntryPanel id={entry} known={entries} />}
		</>
	)
}

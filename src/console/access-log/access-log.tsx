import { useSearch } from '@tanstack/react-router'
import { accessLog as t } from '../text/en/access-log.ts'
import { Choice } from '../ui/filters.tsx'
import { Page, Toolbar } from '../ui/page.tsx'
import { Charts } from './charts.tsx'
import { Entries } from './entries.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Live } from './live.tsx'

const VIEWS = [
	{ value: undefined, label: t.views.log },
	{ value: 'live', label: t.views.live },
	{ value: 'charts', label: t.views.charts },
]

const CONSOLE = [
	{ value: undefined, label: t.console.hidden },
	{ value: 'shown', label: t.console.shown },
]

/** Every request: as a list, live, or counted. Switching views keeps the filters. */
export function AccessLog() {
	const { view } = useSearch({ from: '/access-log' })
	return (
		<Page isWide hint={t.hint}>
			<Toolbar>
				<Choice of="parts" name="view" label={t.views.label} options={VIEWS} />
				<FilterBar />
				<Choice name="console" label={t.console.label} options={CONSOLE} />
			</Toolbar>
			{view === 'live' ? <Live /> : view === 'charts' ? <Charts /> : <Entries />}
		</Page>
	)
}

import type { Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { orgExports as t } from '../text/en/org-exports.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Facts } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Ago } from '../ui/time.tsx'
import { bytes } from './bytes.ts'

/** How far an export is, what it holds, or why it has no files. */
export function Summary({ of }: { of: Schema<'OrgExportWithManifest'> }) {
	const { status, error, table_count, table_total, row_count } = of
	const isWaiting = row_count + table_count === 0
	if (status === 'running')
		return (
			<ProgressBar
				label={t.progress}
				total={isWaiting ? undefined : table_total}
				done={table_count}
				text={isWaiting ? t.waiting : t.writing(number(table_count), number(table_total), number(row_count))}
			/>
		)
	if (status === 'failed') return <Notice icon="alert" title={t.failed} hint={t.failed_hint(error ?? '–')} />
	if (status === 'expired') return <Notice icon="clock" title={t.expired} hint={t.expired_hint} />
	return (
		<Facts
			facts={[
				[terms.started, <Ago key="started" time={of.created_at} />],
				[t.facts.by, of.created_by && <Name key="by" id={of.created_by} />],
				[t.facts.holds, t.holds(number(row_count), bytes(of.byte_count))],
				[t.facts.until, <Ago key="until" time={of.expires_at} />],
			]}
		/>
	)
}

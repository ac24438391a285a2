import type * as z from 'zod'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { ReportRun } from './schema.ts'
import { RUN_STATUSES } from './table.ts'

// Several reports of one run become one, because a statement changes a row once.

export type Report = Omit<z.infer<typeof ReportRun>, 'org_id'> & { org_id: string }

const rank = (status: Report['status']) => RUN_STATUSES.indexOf(status)
export const isTerminal = (status: Report['status']) => rank(status) >= rank('completed')

/** Merges several reports of one run into one, in their order. */
export function mergeReports(reports: Report[]): Report[] {
	const merged_reports = new Map<string, Report>()
	for (const [index, report] of reports.entries()) {
		const known = merged_reports.get(report.run_id)
		if (known && known.org_id !== report.org_id) throw invalid([{ path: `${index}.org_id`, message: must.org_of_run }])
		merged_reports.set(report.run_id, known ? merged(known, report) : report)
	}
	return [...merged_reports.values()]
}

/** Merges two reports of a run. A report that would move the run back is dropped. */
export const merged = (known: Report, report: Report): Report =>
	!isTerminal(known.status) && rank(report.status) >= rank(known.status)
		? { ...known, ...givenOf(report, known) }
		: known

const TOTALS = [
	'duration_ms',
	'total_input_tokens',
	'total_output_tokens',
	'total_cache_read_tokens',
	'total_cache_write_tokens',
	'total_cost_usd',
] as const

const isTotal = (name: string): name is (typeof TOTALS)[number] => TOTALS.some((total) => total === name)

/** What the report gives. Of each total the largest stays. */
const givenOf = (report: Report, known: Report) =>
	Object.fromEntries(
		Object.entries(report)
			.filter(([, value]) => value !== null && value !== undefined)
			.map(([name, value]) => [name, isTotal(name) ? Math.max(Number(value), known[name] ?? 0) : value]),
	) as Report

import { useState } from 'react'
import { bills as t } from '../text/en/bills.ts'
import { Notice } from '../ui/failure.tsx'
import { CheckField } from '../ui/field.tsx'
import { day, number, usd } from '../ui/format.ts'
import { Panel, Stack } from '../ui/page.tsx'
import { Compared } from './compared.tsx'
import { FileField } from './file-field.tsx'
import { type Bill, type Problem, readBill } from './read-bill.ts'

const MAX_BYTES = 20_000_000

type Read = Bill | Problem | { reason: 'too_large' }

/** Reads a vendor's bill in the browser, and shows where it differs from what Plinth counted. */
export function BillComparison() {
	const [read, setRead] = useState<Read>()
	const [isDateless, setDateless] = useState(false)
	const choose = async (file: File) => {
		const came = file.size > MAX_BYTES ? { reason: 'too_large' as const } : readBill(await file.text())
		setRead(came)
		setDateless('format' in came && came.format === 'openai')
	}
	const bill = read && 'lines' in read ? read : undefined
	return (
		<Stack>
			<Panel title={t.bill}>
				<Stack>
					<FileField label={t.file} hint={t.file_hint} onChoose={(file) => void choose(file)} />
					{read && 'reason' in read && <p role="alert">{sentenceOf(read)}</p>}
					{bill && <About bill={bill} />}
					{bill && (
						<CheckField
							name="dates"
							label={t.dates}
							hint={t.dates_hint}
							checked={isDateless}
							onChange={({ target }) => setDateless(target.checked)}
						/>
					)}
				</Stack>
			</Panel>
			{bill ? (
				<Compared bill={isDateless ? withoutDates(bill) : bill} />
			) : (
				<Notice icon="document" title={t.choose} hint={t.choose_hint} />
			)}
		</Stack>
	)
}

function About({ bill: { format, lines, refunds, empty, start, end } }: { bill: Bill }) {
	const refunded = refunds.reduce((sum, { cost_usd }) => sum - cost_usd, 0)
	return (
		<p aria-live="polite">
			{t.is(t.formats[format], number(lines.length), day(start), day(end))} {empty > 0 && t.empty_lines(number(empty))}{' '}
			{refunded > 0 && t.refunds(usd(refunded))}
		</p>
	)
}

function sentenceOf(problem: Problem | { reason: 'too_large' }): string {
	const said = t.problems[problem.reason]
	if (typeof said === 'string') return said
	const { line, cell } = problem as Problem
	return said(number(line ?? 0), cell ?? '')
}

/** The bill with the models that dated names are versions of. The API adds up what is one then. */
const withoutDates = (bill: Bill): Bill => ({
	...bill,
	lines: bill.lines.map((line) => ({ ...line, model: line.model.replace(/-(\d{4}-\d{2}-\d{2}|20\d{6})$/, '') })),
})

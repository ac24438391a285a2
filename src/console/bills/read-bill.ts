import { readCsv } from './csv.ts'
import { dayIn } from './days.ts'
import { foreignIn, NANO, nanousd, type Style, styleOf } from './money.ts'

// Reads the bill of a model vendor in the browser: what the cost pages of OpenAI and Anthropic export, and any CSV with a day, a
// model and a cost. Nothing is guessed. What can't be read in one way only is refused, with the line and the cell.

const MAX_LINES = 10_000

type Format = 'openai' | 'anthropic' | 'other'

interface BillLine {
	date: string
	model: string
	cost_usd: number
}

export interface Bill {
	format: Format
	/** One for each day and model. */
	lines: BillLine[]
	/** What is below 0 in all, such as a refund: the comparison is about what models cost. */
	refunds: BillLine[]
	/** How many lines of the file name no cost. */
	empty: number
	start: string
	end: string
}

/** What's wrong with a file. */
export interface Problem {
	reason:
		| 'empty'
		| 'quote'
		| 'no_date'
		| 'no_model'
		| 'no_cost'
		| 'no_models_named'
		| 'currency'
		| 'date_form'
		| 'date_missing'
		| 'calendar'
		| 'cost'
		| 'cost_unclear'
		| 'too_many'
	/** Where: the line of the file, and the cell as it's written. */
	line?: number
	cell?: string
}

/** The columns by what they hold, the best name first. Names are compared without case, spaces and signs. */
const COLUMNS = {
	date: [
		'start_time_iso',
		'usage_date_utc',
		'date',
		'day',
		'usage_date',
		'start_date',
		'start_time',
		'timestamp',
		'bucket_start_time',
		'starting_at',
		'ending_at',
	],
	model: ['model', 'line_item', 'model_name', 'model_version', 'model_id', 'description'],
	cost: [
		'amount_value',
		'cost_usd',
		'amount_usd',
		'total_cost_usd',
		'cost',
		'amount',
		'total_cost',
		'cost_in_usd',
		'total',
		'price',
		'spend',
	],
	currency: ['amount_currency', 'currency', 'currency_code'],
} as const

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '')

type Found = Partial<Record<keyof typeof COLUMNS, number>>

/** Reads a bill from the text of a CSV file. */
export function readBill(text: string, today = new Date()): Bill | Problem {
	const sheet = readCsv(text)
	if (!sheet) return { reason: 'quote' }
	const [head, ...rows] = sheet.rows
	if (!head || rows.length === 0) return { reason: 'empty' }
	const found = columnsIn(head.cells)
	const foreign = found.cost === undefined ? foreignAmount(head.cells) : foreignIn(head.cells[found.cost] ?? '')
	if (foreign !== undefined) return { reason: 'currency', line: head.line, cell: foreign }
	for (const column of ['date', 'model', 'cost'] as const)
		if (found[column] === undefined) return { reason: `no_${column}` }
	const cellsOf = (cells: string[], column: keyof Found) =>
		found[column] === undefined ? '' : (cells[found[column]] ?? '')
	const billed = rows.filter(({ cells }) => cellsOf(cells, 'cost') !== '')
	for (const { line, cells } of billed) {
		const named = cellsOf(cells, 'currency')
		const other =
			(named !== '' && !/^(usd|us\$|\$)$/i.test(named) ? named.toUpperCase() : undefined) ??
			foreignIn(cellsOf(cells, 'cost'))
		if (other !== undefined) return { reason: 'currency', line, cell: other }
	}
	const style = styleOf(
		billed.map(({ cells }) => cellsOf(cells, 'cost')),
		sheet.separator,
	)
	if (!style) return { reason: 'cost_unclear', ...withComma(billed, (cells) => cellsOf(cells, 'cost')) }
	return summed({ billed, style, format: formatOf(head.cells), cellsOf, empty: rows.length - billed.length, today })
}

function columnsIn(names: string[]): Found {
	const known = names.map(plain)
	const entries = Object.entries(COLUMNS).map(([column, wanted]) => {
		const at = wanted.map((name) => known.indexOf(plain(name))).find((index) => index !== -1)
		return [column, at] as const
	})
	const found = Object.fromEntries(entries.filter(([, at]) => at !== undefined)) as Found
	// Such as “Cost (EUR)”, which is refused by its name.
	const named = names.findIndex((name) =>
		/^(total )?(cost|amount|spend)\b|kosten|betrag/i.test(name.replaceAll('_', ' ')),
	)
	return found.cost === undefined && named !== -1 ? { ...found, cost: named } : found
}

const foreignAmount = (names: string[]) =>
	names.map((name) => (/cost|amount|price|total/i.test(name) ? foreignIn(name) : undefined)).find(Boolean)

function formatOf(names: string[]): Format {
	const known = new Set(names.map(plain))
	if (known.has('amountvalue') && known.has('lineitem')) return 'openai'
	return known.has('usagedateutc') && known.has('costusd') ? 'anthropic' : 'other'
}

interface Row {
	line: number
	cells: string[]
}

function withComma(rows: Row[], costOf: (cells: string[]) => string): { line?: number; cell?: string } {
	const unclear = rows.find(({ cells }) => /[,.]/.test(costOf(cells)))
	return unclear ? { line: unclear.line, cell: costOf(unclear.cells) } : {}
}

interface Reading {
	billed: Row[]
	style: Style
	format: Format
	cellsOf: (cells: string[], column: keyof Found) => string
	empty: number
	today: Date
}

function summed({ billed, style, format, cellsOf, empty, today }: Reading): Bill | Problem {
	const sums = new Map<string, { date: string; model: string; nanos: bigint }>()
	for (const { line, cells } of billed) {
		const cost = nanousd(cellsOf(cells, 'cost'), style)
		if (cost === undefined) return { reason: 'cost', line, cell: cellsOf(cells, 'cost') }
		const { day, problem } = dayIn(cellsOf(cells, 'date'), today)
		if (day === undefined) {
			const reason = problem === 'calendar' ? problem : problem === 'missing' ? 'date_missing' : 'date_form'
			return { reason, line, cell: cellsOf(cells, 'date') }
		}
		const model = modelIn(cellsOf(cells, 'model'), format)
		const key = `${day} ${model.toLowerCase()}`
		const sum = sums.get(key) ?? { date: day, model, nanos: 0n }
		sum.nanos += cost
		sums.set(key, sum)
	}
	const all = [...sums.values()].sort((a, b) => (a.date + a.model < b.date + b.model ? -1 : 1))
	if (all.length === 0) return { reason: 'empty' }
	if (all.every(({ model }) => model === '')) return { reason: 'no_models_named' }
	if (all.length > MAX_LINES) return { reason: 'too_many', cell: String(all.length) }
	const lines = all.map(({ date, model, nanos }) => ({
		date,
		model: model === '' ? UNNAMED : model,
		cost_usd: Number(nanos) / Number(NANO),
	}))
	return {
		format,
		lines: lines.filter(({ cost_usd }) => cost_usd >= 0),
		refunds: lines.filter(({ cost_usd }) => cost_usd < 0),
		empty,
		start: all[0]?.date ?? '',
		end: all.at(-1)?.date ?? '',
	}
}

/** What a bill has without a model, such as searches. */
const UNNAMED = 'other'

/** The upstream name of a model. OpenAI adds what was counted, as in `gpt-5, input`; Anthropic shows `Claude Haiku 4.5`. */
function modelIn(cell: string, format: Format): string {
	if (format === 'openai') return cell.split(/, (?=[a-z ]+$)/i)[0]?.trim() ?? ''
	const isShown = /^claude [\w. ]+$/i.test(cell)
	return isShown ? cell.toLowerCase().replaceAll(/[ .]+/g, '-') : cell
}

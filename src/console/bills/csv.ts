// Reads CSV as spreadsheets and vendors write it: RFC 4180, with a mark of the byte order or none, any line break, and a comma, a
// semicolon or a tab between the cells.

interface Sheet {
	/** The cells of each line that isn't empty, trimmed. */
	rows: { line: number; cells: string[] }[]
	separator: string
}

const SEPARATORS = [',', ';', '\t']

/** Reads a text as CSV. Undefined if a quoted cell never ends. */
export function readCsv(text: string): Sheet | undefined {
	const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
	const separator = separatorOf(plain)
	const rows: Sheet['rows'] = []
	let [line, cells, at] = [1, [] as string[], 0]
	let begun = 1
	while (at < plain.length) {
		const isQuoted = plain[at] === '"'
		const end = isQuoted ? closing(plain, at + 1) : at
		if (end === undefined) return undefined
		const after = endOfCell(plain, isQuoted ? end + 1 : at, separator)
		const raw = isQuoted
			? plain.slice(at + 1, end).replaceAll('""', '"') + plain.slice(end + 1, after)
			: plain.slice(at, after)
		cells.push(raw.trim())
		line += raw.split('\n').length - 1
		at = after + 1
		if (plain[after] === separator && at < plain.length) continue
		if (plain[after] === separator) cells.push('')
		if (cells.some((cell) => cell !== '')) rows.push({ line: begun, cells })
		cells = []
		line += 1
		begun = line
	}
	return { rows, separator }
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
	const [first = ''] = text
		.replaceAll(/"[^"]*"/g, '')
		.trimStart()
		.split('\n', 1)
	const count = (separator: string) => first.split(separator).length
	return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] as string
}

/** Where the quote is that ends a quoted cell. A doubled quote is one of the cell. */
function closing(text: string, from: number): number | undefined {
	let at = text.indexOf('"', from)
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
	return at === -1 ? undefined : at
}

function endOfCell(text: string, from: number, separator: string): number {
	let at = from
	while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1
	return at
}

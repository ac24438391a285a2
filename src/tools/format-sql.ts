// Formats SQL for reading: a line for each clause, indented subqueries, no quotes around names that don't need them. It changes
// nothing but white space, quotes around names and the case of keywords.

const WIDTH = 120
/** A subquery up to this length stays on its line. */
const SHORT = 80

const KEYWORDS = new Set(
	`ALL AND AS ASC BETWEEN BY CASE CAST CONFLICT CROSS DELETE DESC DISTINCT DO ELSE END EXISTS FILTER FROM GLOB GROUP HAVING IN INNER
	INSERT INTO IS JOIN LEFT LIMIT MATCH MATERIALIZED NOT NOTHING NULL ON OR ORDER OVER PARTITION RECURSIVE RETURNING SELECT SET THEN
	UNION UPDATE USING VALUES WHEN WHERE WINDOW WITH`.split(/\s+/),
)
/** Names that SQLite would read as something else without quotes. */
const RESERVED =
	/^(?:default|check|references|index|table|to|transaction|unique|primary|exists|add|drop|create|isnull|notnull)$/i

/** Keywords that start a new line. */
const CLAUSE =
	/^(?:WITH|SELECT|FROM|WHERE|GROUP BY|HAVING|WINDOW|ORDER BY|LIMIT|UNION|UNION ALL|INSERT INTO|VALUES|UPDATE|SET|DELETE FROM|ON CONFLICT|ON CONFLICT DO NOTHING|DO UPDATE SET|RETURNING|(?:CROSS |LEFT |INNER )?JOIN)$/
const PHRASES = [
	'GROUP BY',
	'ORDER BY',
	'PARTITION BY',
	'UNION ALL',
	'INSERT INTO',
	'DELETE FROM',
	'ON CONFLICT DO NOTHING',
	'ON CONFLICT',
	'DO UPDATE SET',
	'CROSS JOIN',
	'LEFT JOIN',
	'INNER JOIN',
	'IS NOT',
	'NOT IN',
	'NOT EXISTS',
	'NOT GLOB',
].map((phrase) => phrase.split(' '))

/** A token, or everything between two parentheses. */
export type Statements = string | Statements[]

/** A statement in its parts. `parameters` are the names of its question marks. */
export const partsOf = (sql: string, parameters: string[]): Statements[] =>
	joined(nested(namedTokens(sql, parameters).values()))

/** Whether a text differs from a statement in white space, quotes around names and the case of keywords only. */
export function hasTokens(text: string, sql: string, parameters: string[]): boolean {
	const [found, expected] = [tokensOf(text), namedTokens(sql, parameters)].map((list) => list.map(bare).join(' '))
	return found === expected
}

const bare = (token: string) => (token.startsWith("'") ? token : token.replaceAll('"', '').toUpperCase())

function namedTokens(sql: string, parameters: string[]): string[] {
	const names = parameters.values()
	return tokensOf(sql).map((token) => (token === '?' ? `:${names.next().value}` : token))
}

function tokensOf(sql: string): string[] {
	const found = sql.match(/'(?:[^']|'')*'|"[^"]*"|:?[\w$]+(?:\.\d+)?|->>|->|\|\||<<|>>|<=|>=|<>|!=|==|\S/g) ?? []
	return found.map((token) => {
		const name = /^"(\w+)"$/.exec(token)?.[1]
		if (name !== undefined) return KEYWORDS.has(name.toUpperCase()) || RESERVED.test(name) ? token : name
		return KEYWORDS.has(token.toUpperCase()) ? token.toUpperCase() : token
	})
}

function nested(tokens: ArrayIterator<string>): Statements[] {
	const parts: Statements[] = []
	for (let next = tokens.next(); !next.done && next.value !== ')'; next = tokens.next())
		parts.push(next.value === '(' ? nested(tokens) : next.value)
	return parts
}

/** Joins keywords of several words, names after a dot, and signs with their number into one token. */
function joined(parts: Statements[]): Statements[] {
	const found: Statements[] = []
	for (let at = 0; at < parts.length;) {
		const part = parts[at] as Statements
		const phrase = PHRASES.find((words) => words.every((word, index) => parts[at + index] === word))
		if (part === '.' || found.at(-1)?.toString().endsWith('.')) found.push(`${String(found.pop())}${String(part)}`)
		else if (/^[+-]$/.test(String(found.at(-1))) && isSign(found.at(-2)))
			found.push(typeof part === 'string' ? `${String(found.pop())}${part}` : joined(part))
		else if (phrase) found.push(phrase.join(' '))
		else found.push(Array.isArray(part) ? joined(part) : part)
		at += phrase?.length ?? 1
	}
	return found
}

/** Whether a plus or minus after this is a sign. */
const isSign = (before: Statements | undefined) =>
	before === undefined || (typeof before === 'string' && (KEYWORDS.has(before) || /^\W+$/.test(before)))

const isClause = (part: Statements) => typeof part === 'string' && CLAUSE.test(part)
export const isCall = (before: Statements | undefined) =>
	typeof before === 'string' && /^[+-]?[\w"]+$/.test(before) && (!KEYWORDS.has(before) || before === 'CAST')

/** What goes between two parts of a line. */
function gap(before: Statements | undefined, part: Statements): string {
	if (before === undefined || part === ',') return ''
	return Array.isArray(part) && isCall(before) ? '' : ' '
}

/** Everything on one line. */
export const flat = (parts: Statements[]): string =>
	parts.map((part, at) => gap(parts[at - 1], part) + (Array.isArray(part) ? `(${flat(part)})` : part)).join('')

/** Lays out the parts, starting at `column`; each further line begins with `indent` tabs. */
export function lay(parts: Statements[], indent: number, column: number, isStatement = false): string {
	const line = flat(parts)
	const hasClauses = parts.filter(isClause).length > 1
	const most = hasClauses ? Math.min(SHORT, WIDTH - column) : WIDTH - column
	if (line.length <= most && !(isStatement && hasClauses)) return line
	const newLine = `\n${'\t'.repeat(indent)}`
	if (hasClauses)
		return split(parts, isClause)
			.map((clause) => layClause(clause, indent))
			.join(newLine)
	if (parts.includes(',')) return layList(parts, indent, newLine)
	const conditions = conditionsOf(parts)
	if (conditions.length > 1) return conditions.map((one) => layLine(one, indent, 4 * indent)).join(newLine)
	const cases = split(parts, (part) => /^(?:WHEN|ELSE)$/.test(String(part)))
	if (cases.length > 1) return cases.map((one) => layLine(one, indent, 4 * indent)).join(`${newLine}\t`)
	return layLine(parts, indent, column)
}

/** A clause: its keyword, then the rest on the same line, or on the lines below. */
function layClause([keyword, ...rest]: Statements[], indent: number): string {
	if (typeof keyword !== 'string' || rest.length === 0)
		return layLine([keyword as Statements, ...rest], indent, 4 * indent)
	const column = 4 * indent + keyword.length + 1
	const fits = flat(rest).length <= WIDTH - column
	const isList = rest.includes(',') || (keyword === 'WHERE' && conditionsOf(rest).length > 1)
	if (isList && !fits) return `${keyword}\n${'\t'.repeat(indent + 1)}${lay(rest, indent + 1, 4 * indent + 4)}`
	const isLongJoin = keyword.endsWith('JOIN') && conditionsOf(rest).length > 1
	return `${keyword} ${lay(rest, isLongJoin ? indent + 1 : indent, column)}`
}

/** Items separated by commas: short ones share their lines, and each long one has its own. */
function layList(parts: Statements[], indent: number, newLine: string): string {
	const isObject = String(parts[0]).startsWith("'") && parts.filter((part) => part === ',').length % 2 === 1
	// A name and its value in `json_object` stay together.
	const items = split(parts, (_, at) => parts[at - 1] === ',' && !(isObject && isOdd(parts, at)))
	const lines: string[] = []
	let hasRoom = false
	for (const item of items) {
		const isShort = item.length <= (isObject ? 6 : 4) && flat(item).length <= 40
		const line = isShort ? flat(item) : layLine(item, indent, 4 * indent)
		const last = lines.at(-1) ?? ''
		if (isShort && hasRoom && 4 * indent + last.length + 1 + line.length <= WIDTH) lines.push(`${lines.pop()} ${line}`)
		else lines.push(line)
		hasRoom = isShort
	}
	return lines.join(newLine)
}

/** Parts one after another. Parentheses that don't fit on the line are split over several. */
function layLine(parts: Statements[], indent: number, column: number): string {
	let text = ''
	for (const [at, part] of parts.entries()) {
		const before = gap(parts[at - 1], part)
		const used = text.includes('\n') ? text.length - text.lastIndexOf('\n') + 3 * indent : column + text.length
		const one = Array.isArray(part) ? `(${flat(part)})` : part
		const isLong = Array.isArray(part) && (used + one.length > WIDTH || (one.length > SHORT && part.some(isClause)))
		const inner = '\t'.repeat(indent + 1)
		text += before
		text += isLong ? `(\n${inner}${lay(part, indent + 1, 4 * indent + 4)}\n${'\t'.repeat(indent)})` : one
	}
	return text
}

const isOdd = (parts: Statements[], at: number) => parts.slice(0, at).filter((part) => part === ',').length % 2 === 1

const conditionsOf = (parts: Statements[]) =>
	split(parts, (part, at) => part === 'OR' || (part === 'AND' && !isBetween(parts, at)))

/** Whether the AND at this place belongs to a BETWEEN. */
const isBetween = (parts: Statements[], at: number) =>
	parts.slice(0, at).findLast((part) => /^(?:AND|OR|BETWEEN)$/.test(String(part))) === 'BETWEEN'

/** Splits the parts into pieces; `begins` says where each one begins. */
function split(parts: Statements[], begins: (part: Statements, at: number) => boolean): Statements[][] {
	const pieces: Statements[][] = [[]]
	for (const [at, part] of parts.entries()) {
		if (at > 0 && begins(part, at)) pieces.push([])
		pieces.at(-1)?.push(part)
	}
	return pieces
}

import type { Fields } from '../api.ts'

/**
 * Where a spreadsheet would run what starts like a formula, some also in full width: at the start of a cell. In countries whose lists
 * have semicolons, these and line breaks end a cell, whatever is in quotes.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g

/** A spreadsheet reads this as a number, whatever its sign. */
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

/** Tells a spreadsheet that the file is in UTF-8. */
const MARK = '\u{feff}'

/** More members than this are one cell of JSON: they're data of somebody's own, and no two rows have the same. */
const MOST_MEMBERS = 10

/**
 * Rows as a file in the format of RFC 4180: the API's fields under the API's names, with a name beside each ID that has one.
 * An object is a column for each of its members, if those are simple.
 */
export function csvOf(rows: readonly Fields[], names: ReadonlyMap<string, string> = new Map()): Blob {
	const flat = flattened(rows).map((row) => withNames(row, names))
	const columns = columnsOf(flat)
	const lines = [columns, ...flat.map((row) => columns.map((column) => row[column]))]
	return new Blob([MARK, ...lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`)], {
		type: 'text/csv;charset=utf-8',
	})
}

const columnsOf = (rows: readonly Fields[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

function cellOf(value: unknown): string {
	if (value === null || value === undefined) return ''
	const text = typeof value === 'string' ? value : JSON.stringify(value)
	const safe = typeof value === 'number' || isNumber(text) ? text : text.replaceAll(FORMULA, "'")
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

const isSimple = (value: unknown) => typeof value !== 'object' || value === null

function flattened(rows: readonly Fields[]): Fields[] {
	const flat = new Set(columnsOf(rows).filter((column) => isFlat(rows.map((row) => row[column]))))
	return rows.map((row) =>
		Object.fromEntries(
			Object.entries(row).flatMap(([name, value]) =>
				flat.has(name) && isObject(value)
					? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
					: [[name, isSimple(value) || !flat.has(name) ? value : null]],
			),
		),
	)
}

/** Whether every row has an object of a few simple members there, or nothing. */
function isFlat(values: unknown[]): boolean {
	const objects = values.filter(isObject)
	const isOnlyThose = values.every((value) => value === null || value === undefined || isObject(value))
	if (objects.length === 0 || !isOnlyThose) return false
	return objects.every((value) => Object.values(value).every(isSimple)) && columnsOf(objects).length <= MOST_MEMBERS
}

/** Each ID is followed by its name: `user_id` by `user_name`. */
function withNames(row: Fields, names: ReadonlyMap<string, string>): Fields {
	return Object.fromEntries(
		Object.entries(row).flatMap(([field, value]) => {
			const name = typeof value === 'string' ? names.get(value) : undefined
			const column = `${field.replace(/_id$/, '')}_name`
			return name === undefined || column in row
				? [[field, value]]
				: [
						[field, value],
						[column, name],
					]
		}),
	)
}

/** The IDs that a file shows the names of: those of other things, which are in fields such as `user_id`. */
export const idsIn = (rows: readonly Fields[]) => [
	...new Set(flattened(rows).flatMap((row) => Object.entries(row).flatMap(idOf))),
]

const idOf = ([field, value]: [string, unknown]) =>
	field.endsWith('_id') && typeof value === 'string' && /^[a-z]{2,5}_[0-9A-Z]{26}$/.test(value) ? [value] : []

// The API only has cursors of next pages. So each tab remembers which page a cursor came from, and how many rows were before it.

const KEY = 'plinth.pages'
const ROWS_KEY = 'plinth.rows'

/** How many rows a page can have. */
export const ROWS = [25, 50, 100]

/** The oldest are forgotten. */
const MOST = 200

interface Known {
	/** The cursor of the page before; undefined for the first one. */
	previous: string | undefined
	/** How many rows are before this page. Unknown after a link into the middle of a list. */
	first?: number | undefined
}

const known = new Map<string, Known>(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Known][])

interface Shown {
	/** The cursor of the page that is shown. */
	previous: string | undefined
	/** How many rows are before it. */
	first: number | undefined
	/** How many rows it has. */
	count: number
}

/** Remembers that this cursor is the next page of the one that is shown. */
export function remember(next: string, { previous, first, count }: Shown) {
	known.delete(next)
	known.set(next, { previous, first: first === undefined ? undefined : first + count })
	for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest)
	sessionStorage.setItem(KEY, JSON.stringify([...known]))
}

/** Where the page of a cursor comes in its list. Undefined after a link into the middle. */
export const placeOf = (cursor: string | undefined) => (cursor ? known.get(cursor) : undefined)

/** How many rows are before the page of a cursor. */
export const firstRowOf = (cursor: string | undefined) => (cursor ? known.get(cursor)?.first : 0)

const chosen = Number(localStorage.getItem(ROWS_KEY))
let rows = ROWS.includes(chosen) ? chosen : 25

/** How many rows a page has in this browser. */
export const rowsPerPage = () => rows

export function setRowsPerPage(count: number) {
	rows = count
	localStorage.setItem(ROWS_KEY, String(count))
}

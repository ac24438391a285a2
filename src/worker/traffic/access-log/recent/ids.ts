import { encodeTime, incrementBase32, ulid } from 'ulid'

// The ids of entries are ULIDs. The recent log hands them out when it accepts a chunk, so entries become readable in the order
// of their ids. The last four digits count the entries of a chunk; the digits before them identify the chunk.

const PREFIX = 'log_'
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How many of a ULID's 26 digits count the entries of a chunk. */
const COUNTING = 4
const OF_CHUNK = PREFIX.length + 26 - COUNTING
/** Where the time of an id ends and its random part begins. */
const TIME_END = PREFIX.length + 10

/** Matches an id of the log. */
export const LOG_ID = /^log_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The first id of a chunk that arrives at `at`, in milliseconds. It sorts after `last`, the last id of the previous chunk. */
export function nextId(at: number, last?: string): string {
	const chunk = (PREFIX + ulid(at)).slice(0, OF_CHUNK)
	const isLater = last === undefined || chunk.slice(0, TIME_END) > last.slice(0, TIME_END)
	return (isLater ? chunk : PREFIX + incrementBase32(last.slice(PREFIX.length, OF_CHUNK))) + '0'.repeat(COUNTING)
}

/** The id of the entry at `index` of a chunk whose first id is `first`. */
export function idAfter(first: string, index: number): string {
	let digits = ''
	for (let place = 0; place < COUNTING; place += 1) digits = DIGITS.charAt((index >> (place * 5)) & 31) + digits
	return first.slice(0, OF_CHUNK) + digits
}

/** A text that sorts before every id handed out at `at`, in milliseconds, or later. */
export const idAt = (at: number) => `${PREFIX}${encodeTime(at, 10)}${'0'.repeat(16)}`

import { encodeTime, incrementBase32, ulid } from 'ulid'

// The ids of entries: ULIDs that the ring hands out as it takes a chunk in, so that ids are in the order in which entries can
// be read. The last digits of a chunk's ids count its entries, the others are the chunk's own.

const PREFIX = 'log_'
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Of a ULID's 26, those that count. */
const COUNTING = 4
const OF_CHUNK = PREFIX.length + 26 - COUNTING
/** An id up to its random part. */
const TIME_END = PREFIX.length + 10

/** An id of the log, and nothing else. */
export const LOG_ID = /^log_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The first id of a chunk that is taken in at `at`, in milliseconds; it comes after the chunk whose last id is `last`. */
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

/** What sorts before every id that is handed out at `at`, in milliseconds, or later. */
export const idAt = (at: number) => `${PREFIX}${encodeTime(at, 10)}${'0'.repeat(16)}`

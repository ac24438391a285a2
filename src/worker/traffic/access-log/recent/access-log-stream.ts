import { DurableObject } from 'cloudflare:workers'
import type { KeptEntry } from '../entry.ts'
import type { LogFilters } from '../schema.ts'
import { facetCounter, type FacetPart } from './facets.ts'
import { matcherOf, needlesOf } from './filters.ts'
import { idAfter, nextId } from './ids.ts'
import { newPace } from './pace.ts'
import { toRequest, unpack } from './pack.ts'

/** How many of the newest entries are kept. There may be up to a chunk and `SLACK` more. */
const KEPT = 50_000
/** Old chunks are deleted once there are this many entries too many, not at every append. */
const SLACK = 1_000

/** How many entries a call counts before other calls get their turn. */
const COUNTED = 5_000

/** Requests on their way into the log, in the order of their responses. */
export interface Chunk {
	/** The text that `pack` makes. */
	requests: string
	count: number
	max_risk: number
}

interface Appended {
	/** The id of the first entry of each chunk; `idAfter` gives the others. */
	first_ids: string[]
	/** By what factor appends come too often. */
	pressure: number
}

export interface LogQuery {
	filters: LogFilters
	/** Exclusive ids. */
	before?: string | undefined
	since?: string | undefined
	/** Entries with one of these reasons are left out. */
	except?: readonly string[] | undefined
	limit: number
	/** Which of the entries the page holds, when there are too many. The newest by default. */
	end?: 'oldest' | undefined
}

export interface LogPage {
	/** Newest first. */
	entries: KeptEntry[]
	/** Whether more entries match, in the direction of the page. */
	has_more: boolean
	/** The ends of the log, whatever the filters; null while it is empty. */
	oldest_id: string | null
	newest_id: string | null
	/** How many requests the isolates have reported as lost, in all. */
	lost: number
}

export interface FacetQuery {
	filters: LogFilters
	/** An exclusive id: `next_before` of the previous part. */
	before?: string | undefined
	/** The first minute with a count of its own, as `2026-11-21T07:00`. */
	since: string
}

interface Row extends Record<string, SqlStorageValue> {
	first_id: string
	requests: string
}

/**
 * The recent access log: the newest requests in chunks, in one object for all isolates. An append and a read each run without
 * an await, so a page never sees half a chunk, and a readable entry has its final place in the order.
 */
export class AccessLogStream extends DurableObject<Env> {
	private readonly sql = this.ctx.storage.sql
	private readonly pace = newPace()
	private last_id: string | undefined
	/** The number of the next entry, counted from the first entry ever. */
	private next_seq: number
	/** The number of the oldest entry that is kept. */
	private first_seq: number

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.sql.exec(`CREATE TABLE IF NOT EXISTS chunks (
			last_id TEXT PRIMARY KEY, first_id TEXT NOT NULL, first_seq INTEGER NOT NULL, count INTEGER NOT NULL,
			max_risk REAL NOT NULL, requests TEXT NOT NULL) WITHOUT ROWID`)
		this.sql.exec('CREATE TABLE IF NOT EXISTS losses (id INTEGER PRIMARY KEY CHECK (id = 1), lost INTEGER NOT NULL)')
		const [newest] = this.sql.exec<{ last_id: string; next_seq: number }>(
			'SELECT last_id, first_seq + count AS next_seq FROM chunks ORDER BY last_id DESC LIMIT 1',
		)
		const [oldest] = this.sql.exec<{ first_seq: number }>('SELECT first_seq FROM chunks ORDER BY last_id LIMIT 1')
		this.last_id = newest?.last_id
		this.next_seq = newest?.next_seq ?? 0
		this.first_seq = oldest?.first_seq ?? 0
	}

	/**
	 * Appends chunks, and adds `lost`: the requests that the sender lost since its last successful call.
	 */
	append(chunks: Chunk[], lost = 0): Appended {
		const first_ids = chunks.map((chunk) => this.insert(chunk))
		if (lost > 0)
			this.sql.exec('INSERT INTO losses VALUES (1, ?) ON CONFLICT DO UPDATE SET lost = lost + excluded.lost', lost)
		if (this.next_seq - this.first_seq > KEPT + SLACK) this.trim()
		return { first_ids, pressure: this.pace(Date.now()) }
	}

	private insert({ requests, count, max_risk }: Chunk): string {
		const first_id = nextId(Date.now(), this.last_id)
		const last_id = idAfter(first_id, count - 1)
		this.sql.exec(
			'INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?)',
			last_id,
			first_id,
			this.next_seq,
			count,
			max_risk,
			requests,
		)
		this.last_id = last_id
		this.next_seq += count
		return first_id
	}

	/** One page of the entries that pass the filters. */
	read({ filters, before, since, except, limit, end }: LogQuery): LogPage {
		const matches = matcherOf(filters, except)
		const isForward = end === 'oldest'
		const entries: KeptEntry[] = []
		const [oldest] = this.sql.exec<{ first_id: string }>('SELECT first_id FROM chunks ORDER BY last_id LIMIT 1')
		const [losses] = this.sql.exec<{ lost: number }>('SELECT lost FROM losses')
		const newest_id = this.last_id ?? null
		const rest = { oldest_id: oldest?.first_id ?? null, newest_id, lost: losses?.lost ?? 0 }
		for (const row of this.chunks(filters, before, since, isForward)) {
			const found = unpack(row.requests).flatMap((values, index): KeptEntry[] => {
				const id = idAfter(row.first_id, index)
				const isInside = (before === undefined || id < before) && (since === undefined || id > since)
				return isInside && matches(values) ? [{ id, ...toRequest(values) }] : []
			})
			for (const entry of isForward ? found : found.toReversed()) {
				if (entries.length === limit)
					return { entries: isForward ? entries.toReversed() : entries, has_more: true, ...rest }
				entries.push(entry)
			}
		}
		return { entries: isForward ? entries.toReversed() : entries, has_more: false, ...rest }
	}

	/** Counts a part of the entries that pass the filters, the newest part first. The parts are whole chunks. */
	facets({ filters, before, since }: FacetQuery): FacetPart & { lost: number } {
		const matches = matcherOf(filters)
		const counter = facetCounter(since)
		const [losses] = this.sql.exec<{ lost: number }>('SELECT lost FROM losses')
		const lost = losses?.lost ?? 0
		let read = 0
		for (const { first_id, requests } of this.chunks(filters, before, undefined, false)) {
			// `before` is the first id of a chunk, which the previous part already counted.
			if (first_id === before) continue
			const entries = unpack(requests)
			for (const values of entries.toReversed()) if (matches(values)) counter.add(values)
			read += entries.length
			if (read >= COUNTED) return { ...counter.part(first_id), lost }
		}
		return { ...counter.part(null), lost }
	}

	// `before` may point into a chunk, so reading starts with the chunk that contains it, or would contain it.
	private *chunks(filters: LogFilters, before: string | undefined, since: string | undefined, isForward: boolean) {
		const needles = needlesOf(filters)
		const conditions = [
			...(since === undefined ? [] : ['last_id > ?']),
			...(before === undefined
				? []
				: ["last_id <= coalesce((SELECT last_id FROM chunks WHERE last_id >= ? ORDER BY last_id LIMIT 1), 'm')"]),
			...(filters.risk_min === undefined ? [] : ['max_risk >= ?']),
			...needles.map(() => 'instr(requests, ?)'),
		]
		const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
		const bound = [since, before, filters.risk_min, ...needles].filter((value) => value !== undefined)
		yield* this.sql.exec<Row>(
			`SELECT first_id, requests FROM chunks ${where} ORDER BY last_id ${isForward ? 'ASC' : 'DESC'}`,
			...bound,
		)
	}

	private trim(): void {
		this.sql.exec(
			'DELETE FROM chunks WHERE last_id < (SELECT last_id FROM chunks WHERE first_seq + count > ? ORDER BY last_id LIMIT 1)',
			this.next_seq - KEPT,
		)
		const [oldest] = this.sql.exec<{ first_seq: number }>('SELECT first_seq FROM chunks ORDER BY last_id LIMIT 1')
		this.first_seq = oldest?.first_seq ?? this.next_seq
	}
}

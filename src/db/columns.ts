import { integer, text } from 'drizzle-orm/sqlite-core'
import { monotonicFactory } from 'ulid'

const nextUlid = monotonicFactory()

/** A new opaque id such as `plan_01J…`: the prefix and a ULID. Ids sort by the time of their creation. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`

/** The current time in the form that is stored and answered: RFC 3339 in UTC with milliseconds. */
export const now = () => new Date().toISOString()

/** The time `ms` milliseconds from now, in the same form. */
export const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

export const DAY_MS = 86_400_000

/** Whole micro-dollars, which the database stores, in the dollars of the wire. */
export const usd = (microusd: number) => microusd / 1_000_000

export const id = () => text().primaryKey()
export const createdAt = () => text().notNull()
export const boolean = () => integer({ mode: 'boolean' })
export const json = <T>() => text({ mode: 'json' }).$type<T>()

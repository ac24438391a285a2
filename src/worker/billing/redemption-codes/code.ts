import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Making, randomPart } from '../../ground/write/generated.ts'
import type { Permission } from '../../principal.ts'
import { redemptionCodes } from './table.ts'

/** 32 symbols that sound different when read aloud: no I, O, 0 or 1. It's a power of two, so `& 31` is unbiased. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random symbols, all equally likely. Invite codes use them too. */
export const symbols = (count: number, c?: Making) =>
	randomPart(c, count, () => Array.from(randomBytes(count), (byte) => ALPHABET.charAt(byte & 31)).join(''))

/** The number of symbols without the dashes: 80 random bits, too many to guess. */
export const LENGTH = 16

const grouped = (bare: string) => bare.match(/.{1,4}/g)?.join('-') ?? ''

/** A new code, `XXXX-XXXX-XXXX-XXXX`. */
export const newCode = (c?: Making) => grouped(symbols(LENGTH, c))

/** Turns a typed code (any case, other separators or none) into its stored form. */
export const codeFrom = (typed: string) => grouped(typed.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())

/** Whether the text has exactly as many letters and digits as a code. */
export const looksLikeCode = (typed: string) => codeFrom(typed).length === LENGTH + 3

// A code is money: who has it can redeem it. So it's whole in the answer that makes it and for those who may make codes, and everybody
// else sees its last four characters: enough to tell two codes apart.

/** The last four characters of a code, in SQL. */
export const LAST_FOUR = sql<string>`substr(${redemptionCodes.code}, -4)`

interface Caller {
	var: { principal: { permissions: ReadonlySet<Permission> }; dry_run?: unknown }
}

/** Whether a caller may read whole codes. A dry run never shows one. */
export const seesCodes = ({ var: { principal, dry_run } }: Caller): boolean =>
	principal.permissions.has('money.write') && !dry_run

/** The code as the caller may see it. */
export const shownTo =
	(c: Caller) =>
	<Row extends { code: string }>(row: Row): Row =>
		seesCodes(c) ? row : { ...row, code: row.code.slice(-4) }

/** Matches the codes with these last four characters. Undefined if the text isn't four. The index finds the few that contain them. */
export function endingIn(q: string): SQL | undefined {
	const bare = codeFrom(q)
	if (bare.length !== 4) return undefined
	const { seq } = redemptionCodes
	return sql`(${LAST_FOUR} = ${bare} AND ${seq} IN (SELECT rowid FROM redemption_codes_search WHERE redemption_codes_search MATCH ${`{code} : "${bare}"`}))`
}

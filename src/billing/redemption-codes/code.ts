import { randomBytes } from 'node:crypto'
import { type Making, randomPart } from '../../write/generated.ts'

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

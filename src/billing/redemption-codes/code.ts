import { randomBytes } from 'node:crypto'

/** 32 symbols that stay distinct when a code is read aloud: no I, O, 0 or 1. A power of two, so `& 31` is unbiased. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The given number of random symbols, each equally likely. Invite codes are made of them too. */
export const symbols = (count: number) => Array.from(randomBytes(count), (byte) => ALPHABET.charAt(byte & 31)).join('')

/** Symbols of a code without its dashes: 80 random bits, too many to guess. */
const LENGTH = 16

const grouped = (bare: string) => bare.match(/.{1,4}/g)?.join('-') ?? ''

/** A new code, `XXXX-XXXX-XXXX-XXXX`. */
export const newCode = () => grouped(symbols(LENGTH))

/** A code as it is stored, from a code as a person types it: in any case, with other separators or none. */
export const codeFrom = (typed: string) => grouped(typed.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())

/** Whether the typed text has as many letters and digits as a code. */
export const looksLikeCode = (typed: string) => codeFrom(typed).length === LENGTH + 3

import { randomBytes } from 'node:crypto'

/** 32 symbols nobody confuses when reading a code aloud: no I, O, 0 or 1. A power of two, so `& 31` is unbiased. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** So many random symbols, each equally likely. */
export function symbols(count: number): string {
	return Array.from(randomBytes(count), (byte) => ALPHABET.charAt(byte & 31)).join('')
}

import { symbols } from '../invite-codes/symbols.ts'

/** Symbols of a code, dashes left out: 80 random bits, which nobody guesses. */
const LENGTH = 16

/** A new code, `XXXX-XXXX-XXXX-XXXX`. */
export const newCode = () => grouped(symbols(LENGTH))

/** A code as it is stored, however it was typed: in any case, with other separators or none. */
export const codeFrom = (typed: string) => grouped(typed.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())

/** Whether what was typed has as many letters and digits as a code. */
export const looksLikeCode = (typed: string) => codeFrom(typed).length === LENGTH + 3

const grouped = (bare: string) => bare.match(/.{1,4}/g)?.join('-') ?? ''

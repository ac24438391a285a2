import type { Tone } from '../ui/badge.tsx'

/** Of the status of an answer. */
export const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good')

import type { Tone } from '../ui/badge.tsx'

/** The badge color for a response status. */
export const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'normal')

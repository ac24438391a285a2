import type { Why } from './why.ts'

/** What an error with this reason or code means, and what helps, where no single thing decided. The API's catalogue says it. */
export const errorText = (code: string, reason: string | null): Why | undefined =>
	(reason === null ? undefined : API_ERRORS.reasons[reason]) ?? API_ERRORS.codes[code]

import type { Why } from './why.ts'

/** The build puts the whole catalogue where this reads it, so it reads it once. */
let known: typeof API_ERRORS | undefined

/** What an error with this reason or code means, and what helps, where no single thing decided. The API's catalogue says it. */
export async function errorText(code: string, reason: string | null): Promise<Why | undefined> {
	known ??= API_ERRORS
	return (reason === null ? undefined : known.reasons[reason]) ?? known.codes[code]
}

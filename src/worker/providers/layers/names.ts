import { PLATFORM } from '../../ground/db/columns.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'

const PRINTABLE = /^[ -~]*$/

/**
 * A name as names of two layers are compared: A–Z in one case, and nothing else. SQL does the same by `lower()`. Names of the
 * platform's providers and models are ASCII, so no letter has another case in another language.
 */
export const acrossLayers = (name: string): string =>
	name
		.trim()
		.normalize('NFC')
		.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What the name of a provider or a model isn't, for an entry of this owner. */
export const misfitOfName = (owner: string, path: string, name: unknown): FieldError | undefined =>
	owner === PLATFORM && typeof name === 'string' && !PRINTABLE.test(name)
		? { path, message: must.ascii_name }
		: undefined

import { expect } from 'vitest'

// What many tests expect of responses.

/** The 400 that names a field or a parameter. */
export const invalidField = (path: string) => ({
	status: 400,
	body: { error: 'validation.error', details: { fields: [{ path }] } },
})

export const missing = { status: 404, body: { error: 'not_found' } }

/** A time as responses have it. */
export const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

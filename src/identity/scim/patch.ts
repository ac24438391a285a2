import type * as z from 'zod'
import { entriesOf } from '../../http/json-input.ts'
import { invalidValue } from './new-account.ts'
import { ScimActive, type ScimPatch, USER } from './schema.ts'

interface Wanted {
	active?: boolean
	user_name?: string
	external_id?: string | null
}

/**
 * What the operations of a PATCH (RFC 7644, section 3.5.2) want of the attributes that we keep. Okta sends an object without a path,
 * Microsoft Entra a path for each. Other attributes are left alone, because clients send many.
 */
export function wantedIn({ Operations }: z.infer<typeof ScimPatch>): Wanted {
	const wanted: Wanted = {}
	for (const { op, path, value } of Operations) {
		const isRemoved = op.toLowerCase() === 'remove'
		for (const [name, one] of path === undefined ? entriesOf(value) : ([[path, value]] as const))
			Object.assign(wanted, attributeOf(name, isRemoved ? undefined : one))
	}
	return wanted
}

/** An attribute may be named with its schema (RFC 7644, section 3.10). */
const OF_USER = `${USER.toLowerCase()}:`

function attributeOf(given: string, value: unknown): Wanted {
	const name = given.toLowerCase()
	switch (name.startsWith(OF_USER) ? name.slice(OF_USER.length) : name) {
		case 'active': {
			const { data, success } = ScimActive.safeParse(value)
			if (!success) throw invalidValue('active', 'Must be a boolean')
			return { active: data }
		}
		case 'username':
			return { user_name: textOf('userName', value) }
		case 'externalid':
			return { external_id: value === undefined || value === null ? null : textOf('externalId', value) }
		default:
			return {}
	}
}

function textOf(path: string, value: unknown): string {
	if (typeof value !== 'string' || value.length === 0 || value.length > 254)
		throw invalidValue(path, 'Must be a text of 1 to 254 characters')
	return value
}

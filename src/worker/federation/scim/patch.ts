import type * as z from 'zod'
import { said } from '../../ground/http/field-codes.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'
import { ScimActive, type ScimPatch } from './schema.ts'
import { attributesOf, bareName, invalidValue, refused } from './spelling.ts'

interface Wanted {
	active?: boolean
	user_name?: string
	external_id?: string | null
}

/**
 * What the operations of a PATCH (RFC 7644, section 3.5.2) want of the attributes that we keep. Okta sends an object without a path,
 * Microsoft Entra a path for each. Other attributes are left alone, because clients send many. Throws 400 for one that we keep, in a
 * form that we don't understand.
 */
export function wantedIn({ Operations }: z.infer<typeof ScimPatch>): Wanted {
	const wanted: Wanted = {}
	for (const { op, path, value } of Operations) {
		const isRemoved = op.toLowerCase() === 'remove'
		for (const [name, one] of named(path, value, isRemoved))
			Object.assign(wanted, attributeOf(name, isRemoved ? undefined : one))
	}
	return wanted
}

/** What an operation is about: one attribute, or those of an object. */
function named(path: string | undefined, value: unknown, isRemoved: boolean): [string, unknown][] {
	if (path !== undefined && bareName(path) !== '') return [[path, value]]
	if (isRemoved) throw refused('noTarget', 'path', must.named_removal)
	if (!isObject(value)) throw invalidValue('value', must.attributes)
	return attributesOf(value)
}

const KEPT = ['active', 'userName', 'externalId'] as const

function attributeOf(given: string, value: unknown): Wanted {
	const name = bareName(given)
	const kept = KEPT.find((one) => one.toLowerCase() === name.split(/[.[\s]/)[0])
	if (kept && kept.toLowerCase() !== name) throw refused('invalidPath', 'path', said('alone', { field: kept }))
	if (kept === undefined) return {}
	if (kept === 'userName') return { user_name: textOf(kept, value) }
	if (kept === 'externalId') return { external_id: value === undefined || value === null ? null : textOf(kept, value) }
	const { data, success } = ScimActive.safeParse(value)
	if (!success) throw invalidValue('active', must.boolean)
	return { active: data }
}

function textOf(path: string, value: unknown): string {
	if (typeof value !== 'string' || value.length === 0 || value.length > 254) throw invalidValue(path, must.scim_text)
	return value
}

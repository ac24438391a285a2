import * as z from 'zod'
import { doc } from '#doc'
import { inOneCase } from '../../ground/db/one-case.ts'
import { taken } from '../../ground/http/errors.ts'
import { nonBlankText, text } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'

// The fields of a user, at registration and in an admin's PATCH.

/** The prefix of the login and the username of a deleted user. No other user may have it. */
export const DELETED_PREFIX = 'deleted-'

const isNotReserved = (name: string) => !inOneCase(name).startsWith(DELETED_PREFIX)

const isBcp47 = (tag: string) => {
	try {
		return Intl.getCanonicalLocales(tag).length === 1
	} catch {
		return false
	}
}

const isTimeZone = (timeZone: string) => {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
	} catch {
		return false
	}
}

export const Login = z
	.string()
	.trim()
	.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, must.login_form)
	.refine(isNotReserved, must.reserved_login)
	.meta(doc({ example: 'ada' }))

/** Characters that show nothing: controls, format characters, those that turn the writing direction, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u

/** A blank name and a NUL have an error of their own. */
const isVisible = (name: string) => name.trim() === '' || name.includes('\u0000') || !INVISIBLE.test(name)

/** A name without them. Otherwise two users, or two orgs, could look the same in a list. */
export const visible = <S extends z.ZodType<string>>(name: S) => name.refine(isVisible, must.visible)

export const Username = visible(nonBlankText(128).trim())
	.refine(isNotReserved, must.reserved_login)
	.meta(doc({ example: 'Ada Lovelace' }))

export const Email = z
	.email()
	.max(254)
	.meta(doc({ example: 'ada@example.com' }))

/** We store `de_DE` as `de-DE`, the BCP 47 form. */
export const Locale = text(35)
	.overwrite((tag) => tag.replaceAll('_', '-'))
	.refine(isBcp47, must.language_tag)
	.meta(doc({ example: 'en' }))

export const TimeZone = text(64)
	.refine(isTimeZone, must.time_zone)
	.meta(doc({ example: 'Europe/Berlin' }))

const TAKEN = { email: 'This e-mail address', username: 'This username', login: 'This login' }

/** The 409 that names the taken field. `constraint` is SQLite's text for it, or the field itself. */
export const takenField = (constraint: string) => {
	const field = (['email', 'username'] as const).find((name) => constraint.includes(name)) ?? 'login'
	return taken(`${TAKEN[field]} is taken`, field)
}

import * as z from 'zod'
import { doc } from '#doc'
import { must } from '../../ground/http/must.ts'

/** A sender or recipient. The name is empty if there is none. */
export interface Mailbox {
	name: string
	address: string
}

export const MAX_LENGTH = 320

/** One plain ASCII address, without name, list or quotes. */
export const Address = z
	.email()
	.refine((value) => value.length <= MAX_LENGTH && value.indexOf('@') <= 64, must.address_length)
	.meta(doc({ example: 'ada@example.com', maxLength: MAX_LENGTH }))

/** Whether `value` contains control characters. They could break a header or an SMTP command. */
export const hasControls = (value: string) => /\p{Cc}/u.test(value)

/** Parses `address` or `Name <address>`, with or without quotes around the name; undefined for anything else. */
export function mailboxOf(value: string): Mailbox | undefined {
	if (value.length > MAX_LENGTH || hasControls(value) || !value.isWellFormed()) return undefined
	const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? []
	const address = Address.safeParse(bracketed ?? value)
	return address.success ? { name: unquoted(name.trim()), address: address.data } : undefined
}

const unquoted = (name: string) => /^"(.*)"$/.exec(name)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? name

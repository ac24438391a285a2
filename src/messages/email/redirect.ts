import { eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { allOf, stateOf } from '../../db/state.ts'
import { secrets } from '../../secrets/table.ts'
import { at } from '../../secrets/vault.ts'
import { type Caller, keyRedirect } from '../notices/redirect.ts'
import type { PutEmailConfig } from './schema.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, PASSWORD } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'

type Change = z.infer<typeof PutEmailConfig>

/** Whether the password is stored. */
const hasPassword = sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(PASSWORD)})`

const isTheRow = eq(emailConfig.id, EMAIL_CONFIG_ID)

/** The audited state. Even while nothing is stored there is a document to read, so there is a state too. */
export const stateWithoutPassword = sql`json_set(coalesce(${stateOf(emailConfig, isTheRow)}, '{}'), '$.smtp_pass_set', json(iif(${hasPassword}, 'true', 'false')))`

interface Server {
	host: SQL
	port: SQL
	mode: SQL
}

/** Where the row's password goes once `change` is made, in SQL. A field that is not set has its default. */
function serverAfter(change: Change): Server {
	const value = (name: 'smtp_host' | 'smtp_port' | 'smtp_tls_mode') =>
		change[name] === undefined ? sql`${emailConfig[name]}` : sql`${change[name]}`
	const mode = sql`coalesce(${value('smtp_tls_mode')}, ${DEFAULT_TLS_MODE})`
	const fallback = sql`iif(${mode} = 'tls', ${DEFAULT_PORTS.tls}, ${DEFAULT_PORTS.starttls})`
	return { host: value('smtp_host'), port: sql`CAST(coalesce(${value('smtp_port')}, ${fallback}) AS INTEGER)`, mode }
}

/**
 * The redirect that a change may be: the password stays and goes to another server, port or kind of connection. Undefined when
 * the change names none of them, or a password. A password without a server counts as well: else a redirect could be made in
 * two steps, the server removed first and then set.
 */
export function redirectBy(c: Caller, change: Change) {
	const { smtp_host, smtp_port, smtp_tls_mode, smtp_pass } = change
	if (smtp_pass !== undefined || [smtp_host, smtp_port, smtp_tls_mode].every((value) => value === undefined))
		return undefined
	const [before, after] = [serverAfter({}), serverAfter(change)]
	return keyRedirect(c, {
		table: emailConfig,
		where: allOf(isTheRow, hasPassword),
		moved: sql`${after.host} IS NOT NULL
			AND (${before.host} IS NOT ${after.host} OR ${before.port} <> ${after.port} OR ${before.mode} <> ${after.mode})`,
		otherwise: 'email_config.put',
		holder: 'the e-mail configuration',
		host: sql`(SELECT ${after.host} || ':' || ${after.port} FROM ${emailConfig} WHERE ${isTheRow})`,
		org_id: null,
		payload: {},
	})
}

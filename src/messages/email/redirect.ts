import { eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { keyRedirected } from '../notifications/key-redirected.ts'
import { notifyPlatformAdmins } from '../notifications/notify.ts'
import { at } from '../../secrets/vault.ts'
import { secrets } from '../../secrets/table.ts'
import type { PutEmailConfig } from './schema.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, PASSWORD } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'

type Change = z.infer<typeof PutEmailConfig>

/** Whether the password is stored. */
export const hasPassword = sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(PASSWORD)})`

const isTheRow = eq(emailConfig.id, EMAIL_CONFIG_ID)

interface Server {
	host: SQL
	port: SQL
	mode: SQL
}

/** Where the row's password goes once `change` is made, the defaults included. */
function serverAfter(change: Change): Server {
	const value = (name: 'smtp_host' | 'smtp_port' | 'smtp_tls_mode') =>
		change[name] === undefined ? sql`${emailConfig[name]}` : sql`${change[name]}`
	const mode = sql`coalesce(${value('smtp_tls_mode')}, ${DEFAULT_TLS_MODE})`
	const fallback = sql`iif(${mode} = 'tls', ${DEFAULT_PORTS.tls}, ${DEFAULT_PORTS.starttls})`
	return { host: value('smtp_host'), port: sql`CAST(coalesce(${value('smtp_port')}, ${fallback}) AS INTEGER)`, mode }
}

/**
 * Whether the stored password stays and goes to another server, port or kind of connection from now on, by the row as it was;
 * undefined when it cannot. A password without a server counts, or a redirect could be made in two steps.
 */
export function redirectOf(change: Change): SQL | undefined {
	const { smtp_host, smtp_port, smtp_tls_mode, smtp_pass } = change
	if (smtp_pass !== undefined || [smtp_host, smtp_port, smtp_tls_mode].every((value) => value === undefined))
		return undefined
	const [before, after] = [serverAfter({}), serverAfter(change)]
	return sql`EXISTS (SELECT 1 FROM ${emailConfig} WHERE ${isTheRow} AND ${hasPassword} AND ${after.host} IS NOT NULL
		AND (${before.host} IS NOT ${after.host} OR ${before.port} <> ${after.port} OR ${before.mode} <> ${after.mode}))`
}

/** A redirect is a line of its own in the audit log. */
export const actionOf = (redirected: SQL | undefined): string | SQL =>
	redirected ? sql`iif(${redirected}, 'email_config.redirect', 'email_config.put')` : 'email_config.put'

/** Tells the platform admins of a redirect. Stands before the change. */
export function tellOfRedirect(db: Database['reader'], actor_user_id: string, change: Change, when: SQL) {
	const { host, port } = serverAfter(change)
	return notifyPlatformAdmins(
		db,
		keyRedirected({
			provider: 'the e-mail configuration',
			host: sql`(SELECT ${host} || ':' || ${port} FROM ${emailConfig} WHERE ${isTheRow})`,
			actor_user_id,
			payload: {},
			when,
		}),
	)
}

import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { doc } from '#doc'
import { now } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import { chosen, column, constant, firstOf, joined } from '../../ground/db/value.ts'
import { secretField, storedSecret } from '../../ground/secrets/field.ts'
import type { Configured } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'
import { changedRows, current } from '../../ground/write/kept-rows.ts'
import { redirectsOf } from '../../ground/write/redirects.ts'
import { auditStates } from '../../ground/write/table.ts'
import { notifyPlatformAdmins } from '../notices/notify.ts'
import { redirectNotice } from '../notices/redirect.ts'
import { adoptsPassword } from './change.ts'
import { requireConnectable } from './host.ts'
import {
	EmailConfig,
	type PutEmailConfig,
	Sender,
	SmtpHost,
	SmtpPass,
	SmtpPort,
	SmtpTlsMode,
	SmtpUser,
} from './schema.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, environmentSettings, isConfigured, stateWithoutPassword } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'

const optional = <S extends z.ZodType>(schema: S) => schema.nullable().default(null as never)

const EmailEntry = z.object({
	from: optional(Sender),
	smtp_host: optional(SmtpHost),
	smtp_port: optional(SmtpPort),
	smtp_user: optional(SmtpUser),
	smtp_tls_mode: optional(SmtpTlsMode),
	smtp_pass: secretField(SmtpPass),
})

const EMPTY = { from: null, smtp_host: null, smtp_port: null, smtp_user: null, smtp_tls_mode: null }

const { from, smtp_host, smtp_port, smtp_user, smtp_tls_mode } = EmailConfig.shape

// The server that the password goes to, with the defaults for what isn't set. Removing the server while the password stays
// counts too. Otherwise a redirect could be made in two steps: remove the server, then set another one.
const mode = firstOf(column('smtp_tls_mode'), constant(DEFAULT_TLS_MODE))
const ports = Object.entries(DEFAULT_PORTS).map(([name, port]) => [name, constant(String(port))])
const port = firstOf(column('smtp_port'), chosen(mode, Object.fromEntries(ports)))
const server = joined(column('smtp_host'), constant(':'), port)
const address = joined(server, constant(' '), mode)

type Settings = Pick<z.infer<typeof EmailConfig>, 'from' | 'smtp_host'>

/** Whether a kept row, or the lack of one, sends mail in another way than before. */
const isMoved = sql.join(
	['from', 'smtp_host', 'smtp_port', 'smtp_tls_mode'].map((name) => {
		const path = literal(name)
		return sql`k.before ->> ${path} IS NOT k.after ->> ${path}`
	}),
	sql` OR `,
)

/** Whether an entry sets nothing. */
const isEmpty = (item: Item) => Object.values(item).every((value) => value == null)

export const configuredEmail: Configured = {
	name: 'email_config',
	called: ['The email settings'],
	of: 'platform',
	writers: { platform: ['platform_admin'] },
	isSingle: true,
	key: z.string(),
	entry: () => EmailEntry,
	document: {
		entry: z.object({ from, smtp_host, smtp_port, smtp_user, smtp_tls_mode, smtp_pass: storedSecret() }).meta(
			doc({
				description:
					"The stored settings. The deployment's variables aren't included. Null, when applied, removes them.",
			}),
		),
	},
	check: (env, _key, item) => {
		requireConnectable(env, item.smtp_host as string | null, item.smtp_port as number | null)
		return item
	},
	secrets: { fields: ['smtp_pass'] },
	rows: { table: emailConfig, moving: { updated_at: now } },
	stored: (row: typeof emailConfig.$inferSelect | undefined) => {
		const { from, smtp_host, smtp_port, smtp_user, smtp_tls_mode } = row ?? EMPTY
		return { key: 'email_config', item: { from, smtp_host, smtp_port, smtp_user, smtp_tls_mode } }
	},
	isNone: isEmpty,
	toRow: ({ item: { smtp_pass: _, ...item }, at }) => ({ id: EMAIL_CONFIG_ID, ...item, updated_at: at }),
	redirects: redirectsOf({
		table: emailConfig,
		key: undefined,
		notice: redirectNotice,
		rules: [
			{
				field: 'smtp_pass',
				address: () => address,
				host: server,
				holder: 'email',
			},
		],
	}),
	follow: ({ var: { db } }, { audit_id }) =>
		notifyPlatformAdmins(db, {
			code: 'email_config_changed',
			about: { audit_id },
			when: sql`EXISTS (SELECT 1 FROM ${auditStates} k WHERE k.audit_id = ${audit_id} AND k.table_name = 'email_config' AND (${isMoved}))`,
		}),
	warnings: (_c, changes) =>
		changes.flatMap(({ after }) => {
			if (!after || isEmpty(after) || isConfigured(after as Settings)) return []
			const message = "Without a sender and a server, Plinth sends no mail, and doesn't use the SMTP_ variables either."
			return [{ reason: 'incomplete', key: null, message }]
		}),
	audited: () => ({ target: emailConfig, state: stateWithoutPassword }),
	proof: 'power',
	confirmable: ['PUT /v1/admin/email/config'],
}

/**
 * The kind, for a single call. The first one may store the password of the variables together with another server, which no
 * stored row can tell.
 */
export function configuredEmailBy(env: Env, change: z.infer<typeof PutEmailConfig>): Configured {
	const { redirects } = configuredEmail
	if (!redirects || !adoptsPassword(env, change)) return configuredEmail
	const before = address.of(environmentSettings(env).document)
	const at = current(emailConfig)
	const adopted = (audit_id: string) =>
		sql`SELECT 'email_config' AS "key", 'email' AS holder, NULL AS name, ${address.sql(at)} AS address, ${server.sql(at)} AS host, NULL AS default_of
			FROM ${changedRows(audit_id, emailConfig)} AND ${auditStates.before} IS NULL AND ${address.sql(at)} IS NOT ${before}
			AND ${address.sql(at)} IS NOT NULL`
	const moved = (env: Env, audit_id: string) => sql`${redirects.moved(env, audit_id)} UNION ALL ${adopted(audit_id)}`
	return { ...configuredEmail, redirects: { ...redirects, moved } }
}

import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { stateOf } from '../../ground/db/state.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, open } from '../../ground/secrets/vault.ts'
import { type EmailConfig, type EmailStatus, Sender, SmtpHost, SmtpPort, SmtpTlsMode, SmtpUser } from './schema.ts'
import { EMAIL_CONFIG_ID, emailConfig, storedFields } from './table.ts'

// The settings in effect: the stored document if anything is stored, else the deployment's variables. The two never mix.
// Otherwise one's password could go to the other's server.

type Document = z.infer<typeof EmailConfig>

/** Where the vault keeps the password. */
export const PASSWORD = { table: 'email_config', row: EMAIL_CONFIG_ID, column: 'smtp_pass' }

interface EmailSettings {
	source: z.infer<typeof EmailStatus>['source']
	document: Document
	/** Opens the password; an empty string if there is none. */
	password: () => Promise<string>
}

/** The settings in effect, and where they come from. One D1 call. */
export async function effectiveSettings({
	env,
	var: { db },
}: Pick<WorkContext, 'env' | 'var'>): Promise<EmailSettings> {
	const [row] = await db
		.select({ stored: storedFields, secret: secrets })
		.from(emailConfig)
		.leftJoin(secrets, at(PASSWORD))
		.where(eq(emailConfig.id, EMAIL_CONFIG_ID))
		.limit(1)
	const { stored = {}, secret = null } = row ?? {}
	if (row && (secret || Object.values(stored).some((value) => value !== null)))
		return {
			source: 'db',
			document: { ...row.stored, smtp_pass_set: secret !== null },
			password: async () => (secret ? open(env, secret) : ''),
		}
	return environmentSettings(env)
}

/** The settings from the deployment's variables. A variable that the API would refuse counts as not set. */
export function environmentSettings(env: Env): EmailSettings {
	const { SMTP_FROM, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_TLS_MODE, SMTP_PASS = '' } = env
	const isAnySet = [SMTP_FROM, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_TLS_MODE, SMTP_PASS].some(Boolean)
	const document = {
		from: valid(Sender, SMTP_FROM),
		smtp_host: valid(SmtpHost, SMTP_HOST),
		smtp_port: valid(SmtpPort, /^\d{1,5}$/.test(SMTP_PORT) ? Number(SMTP_PORT) : null),
		smtp_user: valid(SmtpUser, SMTP_USER),
		smtp_pass_set: SMTP_PASS !== '',
		smtp_tls_mode: valid(SmtpTlsMode, SMTP_TLS_MODE),
	}
	return { source: isAnySet ? 'env' : 'none', document, password: async () => SMTP_PASS }
}

const valid = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | null =>
	schema.safeParse(value).data ?? null

/** Whether a sender and a server are set: mail needs at least these two. */
export const isConfigured = ({ from, smtp_host }: Pick<Document, 'from' | 'smtp_host'>) =>
	from !== null && smtp_host !== null

/** What applies if nothing is set. */
export const DEFAULT_TLS_MODE = 'starttls'
export const DEFAULT_PORTS = { tls: 465, starttls: 587, none: 587 } as const

/** The settings with the mode and port in use. Without a server neither is in use. */
export function withDefaults(document: Document): Document {
	if (document.smtp_host === null) return document
	const smtp_tls_mode = document.smtp_tls_mode ?? DEFAULT_TLS_MODE
	return { ...document, smtp_tls_mode, smtp_port: document.smtp_port ?? DEFAULT_PORTS[smtp_tls_mode] }
}

/** Whether the password is stored. */
const hasPassword = sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(PASSWORD)})`

/** The audited state. Callers can read the document even while nothing is stored, so there is always a state. */
export const stateWithoutPassword = sql`json_set(coalesce(${stateOf(emailConfig, eq(emailConfig.id, EMAIL_CONFIG_ID))}, '{}'), '$.smtp_pass_set', json(iif(${hasPassword}, 'true', 'false')))`

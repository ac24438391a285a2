import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { requireConnectable } from '../../../messages/email/host.ts'
import { Sender, SmtpHost, SmtpPass, SmtpPort, SmtpTlsMode, SmtpUser } from '../../../messages/email/schema.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, PASSWORD } from '../../../messages/email/settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from '../../../messages/email/table.ts'
import { secretField } from '../secret.ts'
import { type Item, keepsSecret, type Section } from '../section.ts'
import { byId } from './by-id.ts'

type Config = typeof emailConfig.$inferSelect

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

export const emailSection: Section = {
	name: 'email_config',
	isSingle: true,
	key: z.string(),
	entry: () => EmailEntry,
	check: (env, _key, item) => {
		requireConnectable(env, item.smtp_host as string | null, item.smtp_port as number | null)
		return item
	},
	secrets: {
		of: () => ['smtp_pass'],
		required: () => [],
		place: () => PASSWORD,
		ofRow: () => PASSWORD,
	},
	tables: [
		byId(emailConfig, emailConfig.id, ['from', 'smtp_host', 'smtp_port', 'smtp_user', 'smtp_tls_mode', 'updated_at']),
	],
	read: (db) => [db.select().from(emailConfig).where(eq(emailConfig.id, EMAIL_CONFIG_ID)).limit(1)],
	stored: ([rows]) => {
		const [row] = rows as Config[]
		const { from, smtp_host, smtp_port, smtp_user, smtp_tls_mode } = row ?? EMPTY
		return [{ key: 'email_config', item: { from, smtp_host, smtp_port, smtp_user, smtp_tls_mode }, row: row ?? {} }]
	},
	toRow: ({ item: { smtp_pass: _, ...item }, at }) => ({ id: EMAIL_CONFIG_ID, ...item, updated_at: at }),
	redirects: (_env, changes) =>
		changes.flatMap((change) => {
			const { key, before, after } = change
			if (!keepsSecret(change, 'smtp_pass') || after?.smtp_host == null || before === null) return []
			const to = serverOf(after)
			const host = `${after.smtp_host as string}:${to.port}`
			return JSON.stringify(to) === JSON.stringify(serverOf(before))
				? []
				: [{ key, holder: 'the e-mail configuration', host }]
		}),
}

/** The server that the password goes to, with the defaults of what is not set. */
function serverOf({ smtp_host: host, smtp_port, smtp_tls_mode }: Item) {
	const mode = (smtp_tls_mode as keyof typeof DEFAULT_PORTS | null) ?? DEFAULT_TLS_MODE
	return { host, port: (smtp_port as number | null) ?? DEFAULT_PORTS[mode], mode }
}

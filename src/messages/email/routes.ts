import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { commit } from '../../write/commit.ts'
import { write } from '../../write/write.ts'
import { now } from '../../db/columns.ts'
import { stateOf } from '../../db/state.ts'
import type { App } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { taggedJson } from '../../http/etag.ts'
import { deleteSecret, putSecret, seal } from '../../secrets/vault.ts'
import { requireConnectable } from './host.ts'
import { hasPassword, redirectBy } from './redirect.ts'
import { EmailConfig, EmailStatus, PutEmailConfig, TestEmail } from './schema.ts'
import { emailSettings, isConfigured, PASSWORD } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'
import { sendTestMail } from './test-mail.ts'
import { requires } from '../../http/access.ts'

export const emailRoutes = new Hono<App>()

emailRoutes.get(
	'/status',
	requires('platform_admin'),
	returns(200, EmailStatus, 'Whether mail can be sent, and by whose settings'),
	async (c) => {
		const { source, document } = await emailSettings(c.env, c.var.db)
		return c.json({ configured: isConfigured(document), from: document.from, source })
	},
)

emailRoutes.get(
	'/config',
	requires('platform_admin'),
	returns(200, EmailConfig, 'Read the effective e-mail configuration'),
	async (c) => taggedJson(c, (await emailSettings(c.env, c.var.db)).document),
)

emailRoutes.put(
	'/config',
	requires('platform_admin'),
	body(PutEmailConfig),
	returns(204, undefined, 'Change the e-mail configuration'),
	async (c) => {
		const { smtp_pass, ...fields } = c.req.valid('json')
		const { db } = c.var
		requireConnectable(c.env, fields.smtp_host, fields.smtp_port)
		const set = { ...fields, updated_at: now() }
		const put = db
			.insert(emailConfig)
			.values({ id: EMAIL_CONFIG_ID, ...set })
			.onConflictDoUpdate({ target: emailConfig.id, set })
		const password =
			smtp_pass == null ? deleteSecret(db, PASSWORD) : putSecret(db, await seal(c.env, PASSWORD, smtp_pass))
		const redirect = redirectBy(c, c.req.valid('json'))
		const isEmpty = smtp_pass === undefined && Object.keys(fields).length === 0
		const changes = { notice: redirect?.notice, put, password: smtp_pass !== undefined && password }
		await write(c, isEmpty ? {} : changes, {
			audit: { ...auditOf(redirect?.action ?? 'email_config.put'), state: stateWithoutPassword },
		})
		return c.body(null, 204)
	},
)

emailRoutes.post(
	'/test',
	requires('platform_admin'),
	body(TestEmail),
	returns(204, undefined, 'Send a test mail; the answer comes once the server has accepted it'),
	async (c) => {
		const { to } = c.req.valid('json')
		await sendTestMail(c.env, await emailSettings(c.env, c.var.db), to)
		await commit(c, [], {
			audit: { ...auditOf('email.test'), state: sql`json_object('to', ${to})` },
			answer: { status: 204, body: sql`''` },
		})
		return c.body(null, 204)
	},
)

const auditOf = <A>(action: A) => ({ action, target: emailConfig, target_id: EMAIL_CONFIG_ID })

// There is a state even while nothing is stored, since there is a document to read, too.
const stateWithoutPassword = sql`json_set(coalesce(${stateOf(emailConfig, eq(emailConfig.id, EMAIL_CONFIG_ID))}, '{}'), '$.smtp_pass_set', json(iif(${hasPassword}, 'true', 'false')))`

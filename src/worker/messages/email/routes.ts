import { eq, sql } from 'drizzle-orm'
import { requires, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import type { Reason, Refusal } from '../../ground/http/reasons.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import { unlessGiven } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import { putChange } from './change.ts'
import { configuredEmailBy } from './configured.ts'
import { STAGES } from './failure.ts'
import { requireConnectable } from './host.ts'
import { EmailConfig, EmailStatus, PutEmailConfig, TestEmail } from './schema.ts'
import { effectiveSettings, isConfigured, PASSWORD, stateWithoutPassword, withDefaults } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'

/** Why a mail server cannot be used, whenever that is found out. */
const DENIED_HOST: Reason[] = ['url.address', 'url.private_target']

/** Why a mail was not accepted. */
const FAILED_MAIL: Refusal[] = [
	...DENIED_HOST,
	'smtp.port_25' as const,
	...STAGES.map((stage) => `smtp.${stage}` as const),
].map((reason) => ({ status: 502, reason }))

export const emailRoutes = routes()

emailRoutes.get(
	'/status',
	requires('platform.read'),
	returns(200, EmailStatus, 'Read whether mail can be sent, and where its settings come from', { isTagged: false }),
	async (c) => {
		const { source, document } = await effectiveSettings(c)
		return c.json({ configured: isConfigured(document), from: document.from, source })
	},
)

emailRoutes.get(
	'/config',
	requires('platform.read'),
	returns(200, EmailConfig, 'Read the e-mail configuration in effect'),
	async (c) => taggedJson(c, withDefaults((await effectiveSettings(c)).document)),
)

emailRoutes.put(
	'/config',
	requires('platform_admin'),
	stepUp(),
	body(PutEmailConfig),
	returns(204, undefined, 'Change the e-mail configuration'),
	refuses(...DENIED_HOST),
	async (c) => {
		const change = c.req.valid('json')
		requireConnectable(c.env, change.smtp_host, change.smtp_port)
		const isEmpty = Object.values(change).every((value) => value === undefined)
		const parts = isEmpty ? {} : await putChange(c, change)
		await write(c, parts, {
			audit: {
				...auditOf('email_config.put'),
				state: stateWithoutPassword,
				undo,
				kinds: [{ kind: unlessGiven(configuredEmailBy(c.env, change), change.smtp_pass) }],
			},
		})
		return c.body(null, 204)
	},
)

emailRoutes.post(
	'/test',
	requires('platform.write'),
	body(TestEmail),
	returns(204, undefined, 'Send a test mail and wait until the server has accepted it'),
	refuses('email.not_configured', 'secrets.key_missing', ...FAILED_MAIL),
	async (c) => {
		const { to } = c.req.valid('json')
		const { sendTestMail } = await import('./test-mail.ts')
		await sendTestMail(c, to)
		await write(
			c,
			{},
			{
				audit: { ...auditOf('email.test'), state: sql`json_object('to', ${to})` },
				response: { status: 204, body: sql`''` },
			},
		)
		return c.body(null, 204)
	},
)

const auditOf = (action: 'email.test' | 'email_config.put') => ({
	action,
	target: emailConfig,
	target_id: EMAIL_CONFIG_ID,
})

const undo = [
	{ table: emailConfig, where: eq(emailConfig.id, EMAIL_CONFIG_ID) },
	secretsOf(PASSWORD.table, PASSWORD.row),
]

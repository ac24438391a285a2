import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { hostOf } from './host.ts'
import { Address, hasControls, mailboxOf, MAX_LENGTH } from './mailbox.ts'
import { TLS_MODES } from './table.ts'

const withoutControls = (max: number) =>
	z
		.string()
		.min(1)
		.max(max)
		.refine((value) => value.isWellFormed() && !hasControls(value), must.one_line)

export const Sender = z
	.string()
	.max(MAX_LENGTH)
	.refine((value) => mailboxOf(value) !== undefined, must.mailbox)
	.meta(doc({ example: 'Plinth <noreply@example.com>' }))

export const SmtpHost = z
	.string()
	.max(253)
	.transform((value, issues) => {
		const host = hostOf(value)
		if (host !== undefined) return host
		issues.addIssue(must.host)
		return z.NEVER
	})
	.meta(doc({ example: 'smtp.example.com' }))

export const SmtpPort = z
	.int()
	.min(1)
	.max(65_535)
	.meta(doc({ example: 587 }))

export const SmtpUser = withoutControls(MAX_LENGTH).meta(doc({ example: 'noreply@example.com' }))

export const SmtpPass = withoutControls(1024).meta(doc({ example: 'a long password', writeOnly: true }))

export const SmtpTlsMode = z.enum(TLS_MODES).meta(
	doc({
		example: 'starttls',
		description: 'Strict: if the mode requires TLS and TLS fails, nothing is sent. Null means `starttls`.',
	}),
)

export const EmailStatus = named('EmailStatus', {
	configured: z.boolean().meta(doc({ description: 'Whether a sender and a server are set.' })),
	from: z.nullable(z.string()).meta(doc({ example: 'Plinth <noreply@example.com>' })),
	source: z.enum(['db', 'env', 'none']).meta(
		doc({
			description: "Where the settings come from. A stored configuration replaces all of the deployment's variables.",
		}),
	),
})

export const EmailConfig = named('EmailConfig', {
	from: z.nullable(z.string()).meta(doc({ example: 'Plinth <noreply@example.com>' })),
	smtp_host: z.nullable(z.string()).meta(doc({ example: 'smtp.example.com' })),
	smtp_port: z
		.nullable(z.int())
		.meta(doc({ example: 587, description: 'The port in use. Null while no server is set.' })),
	smtp_user: z.nullable(z.string()).meta(doc({ example: 'noreply@example.com' })),
	smtp_pass_set: z.boolean(),
	smtp_tls_mode: SmtpTlsMode.nullable().meta(
		doc({ example: 'starttls', description: 'The mode in use. Null while no server is set.' }),
	),
})

const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** A field that is left out keeps its value, and null clears it. An empty user or password means none. */
export const PutEmailConfig = z
	.object({
		from: Sender.nullable().optional(),
		smtp_host: SmtpHost.nullable().optional(),
		smtp_port: SmtpPort.nullable().optional(),
		smtp_user: z
			.preprocess(emptyIsNull, SmtpUser.nullable().optional())
			.meta(doc({ description: 'Empty means none.' })),
		smtp_pass: z
			.preprocess(emptyIsNull, SmtpPass.nullable().optional())
			.meta(doc({ description: 'Null or empty deletes the stored password.', writeOnly: true })),
		smtp_tls_mode: SmtpTlsMode.nullable().optional(),
	})
	.meta(
		doc({
			id: 'PutEmailConfig',
			description:
				"A field that is left out keeps its value, and null clears it. All six null remove the stored settings, so the deployment's variables count again. The first change starts from the variables, and stores their password.",
		}),
	)

export const TestEmail = named('TestEmail', {
	to: Address.meta(doc({ example: 'ada@example.com', description: 'One plain address, without a name.' })),
})

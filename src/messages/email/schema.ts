import * as z from 'zod'
import { hostOf } from './host.ts'
import { Address, hasControls, mailboxOf, MAX_LENGTH } from './mailbox.ts'
import { TLS_MODES } from './table.ts'

const withoutControls = (max: number) =>
	z
		.string()
		.min(1)
		.max(max)
		.refine(
			(value) => value.isWellFormed() && !hasControls(value),
			'Must be well-formed Unicode without line breaks or other control characters',
		)

export const Sender = z
	.string()
	.max(MAX_LENGTH)
	.refine(
		(value) => mailboxOf(value) !== undefined,
		'Must be an e-mail address, or a name followed by an e-mail address in angle brackets',
	)
	.meta({ example: 'Plinth <noreply@example.com>' })

export const SmtpHost = z
	.string()
	.max(253)
	.transform((value, issues) => {
		const host = hostOf(value)
		if (host !== undefined) return host
		issues.addIssue('Must be a host name or an IP address')
		return z.NEVER
	})
	.meta({ example: 'smtp.example.com' })

export const SmtpPort = z.int().min(1).max(65_535).meta({ example: 587 })

export const SmtpUser = withoutControls(MAX_LENGTH).meta({ example: 'noreply@example.com' })

export const SmtpPass = withoutControls(1024).meta({ example: 'a long password', writeOnly: true })

export const SmtpTlsMode = z.enum(TLS_MODES).meta({
	example: 'starttls',
	description: 'Strict: when the mode asks for TLS and TLS fails, nothing is sent. Null means `starttls`.',
})

export const EmailStatus = z
	.object({
		configured: z.boolean().meta({ description: 'Whether a sender and a server are set.' }),
		from: z.string().nullable().meta({ example: 'Plinth <noreply@example.com>' }),
		source: z.enum(['db', 'env', 'none']).meta({
			description: 'Where the settings come from. A stored configuration replaces all variables of the deployment.',
		}),
	})
	.meta({ id: 'EmailStatus' })

export const EmailConfig = z
	.object({
		from: z.string().nullable().meta({ example: 'Plinth <noreply@example.com>' }),
		smtp_host: z.string().nullable().meta({ example: 'smtp.example.com' }),
		smtp_port: z
			.int()
			.nullable()
			.meta({ example: 587, description: 'The port that is used. Null while there is no server.' }),
		smtp_user: z.string().nullable().meta({ example: 'noreply@example.com' }),
		smtp_pass_set: z.boolean(),
		smtp_tls_mode: SmtpTlsMode.nullable().meta({
			example: 'starttls',
			description: 'The mode that is used. Null while there is no server.',
		}),
	})
	.meta({ id: 'EmailConfig' })

const nullIsAbsent = <S extends z.ZodType>(schema: S) => z.preprocess((value) => value ?? undefined, schema.optional())
const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** A field that is left out or null keeps its value. A null password is deleted. An empty user or password means none. */
export const PutEmailConfig = z
	.object({
		from: nullIsAbsent(Sender),
		smtp_host: nullIsAbsent(SmtpHost),
		smtp_port: nullIsAbsent(SmtpPort),
		smtp_user: z
			.preprocess((value) => emptyIsNull(value ?? undefined), SmtpUser.nullable().optional())
			.meta({ description: 'Empty means none.' }),
		smtp_pass: z
			.preprocess(emptyIsNull, SmtpPass.nullable().optional())
			.meta({ description: 'Null or empty deletes the stored one.', writeOnly: true }),
		smtp_tls_mode: nullIsAbsent(SmtpTlsMode),
	})
	.meta({ id: 'PutEmailConfig' })

export const TestEmail = z
	.object({ to: Address.meta({ example: 'ada@example.com', description: 'One plain address, without a name.' }) })
	.meta({ id: 'TestEmail' })

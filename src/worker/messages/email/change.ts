import { and, isNull, notExists, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { exists } from '../../ground/db/state.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, deleteSecret, putSecret, seal, isOther } from '../../ground/secrets/vault.ts'
import type { Statements } from '../../ground/write/after-commit.ts'
import type { PutEmailConfig } from './schema.ts'
import { environmentSettings, PASSWORD } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig, storedFields } from './table.ts'

type Change = z.infer<typeof PutEmailConfig>

const FIELDS = ['from', 'smtp_host', 'smtp_port', 'smtp_user', 'smtp_tls_mode', 'smtp_pass'] as const

/** Whether the change says of every field that it's none. */
const isRemoval = (change: Change) => FIELDS.every((field) => change[field] === null)

/** Whether the first change stores the password of the variables. */
export const adoptsPassword = ({ SMTP_PASS }: Env, change: Change) =>
	Boolean(SMTP_PASS) && change.smtp_pass === undefined && !isRemoval(change)

/** The statements that store a change. The first one starts from the variables, since those were in use. */
export async function putChange(
	c: Pick<WorkContext, 'env' | 'var'>,
	change: Change,
): Promise<Record<string, Statements>> {
	const { env } = c
	const { db } = c.var
	if (isRemoval(change)) return { config: db.delete(emailConfig), password: deleteSecret(db, PASSWORD) }
	const { smtp_pass, ...fields } = change
	const updated_at = now()
	const sealed = smtp_pass == null ? undefined : await seal(env, PASSWORD, smtp_pass)
	const moved = sealed ? [isOther(sealed)] : smtp_pass === null ? [exists(secrets, at(PASSWORD))] : []
	const set = changing(emailConfig, fields, { updated_at }, ...moved)
	const { smtp_pass_set: _, ...variables } = environmentSettings(env).document
	return {
		none: deleteEmpty(db),
		adopted: adoptsPassword(env, change) && adoptPassword(db, await seal(env, PASSWORD, env.SMTP_PASS ?? '')),
		config: db
			.insert(emailConfig)
			.values({ id: EMAIL_CONFIG_ID, ...variables, ...fields, updated_at })
			.onConflictDoUpdate({ target: emailConfig.id, set }),
		password: sealed ? putSecret(db, sealed) : smtp_pass === null && deleteSecret(db, PASSWORD),
		emptied: deleteEmpty(db),
	}
}

/** Stores the password of the variables, unless settings are stored already. */
const adoptPassword = (db: Database['reader'], sealed: typeof secrets.$inferSelect) =>
	insertFrom(db, secrets, sealed, sql`(SELECT 1) WHERE NOT EXISTS (SELECT 1 FROM ${emailConfig})`)

/** Deletes a row in which nothing is set, because the variables count as long as nothing is stored. */
function deleteEmpty(db: Database['reader']) {
	const fields = Object.values(storedFields).map((column) => isNull(column))
	const password = db
		.select({ one: sql`1` })
		.from(secrets)
		.where(at(PASSWORD))
	return db.delete(emailConfig).where(and(...fields, notExists(password)))
}

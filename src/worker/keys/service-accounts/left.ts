import { type SQL, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { heldByService } from './permissions.ts'
import { serviceAccounts } from './table.ts'

/** The view of leaving, as something to insert into: its trigger marks what somebody left who may no longer decide. */
const rightsLost = sqliteTable('rights_lost', { user_id: text().notNull(), at: text().notNull() })

const makesKeys = sql`(${serviceAccounts.is_active} AND EXISTS (SELECT 1 FROM json_each(${heldByService}) AS p WHERE p.value IN ('org.settings', 'platform_admin')))`

/** The statement that marks the keys of other accounts that an account made, and so has seen: before its end, or if it may make none now. */
export const leaveKeys = ({ var: { db } }: WorkContext, account: SQL, isEnd = false) =>
	db
		.insert(rightsLost)
		.select(
			sql`SELECT ${serviceAccounts.id}, ${now()} FROM ${serviceAccounts} WHERE ${account} AND ${isEnd ? sql`1` : sql`NOT ${makesKeys}`}`,
		)

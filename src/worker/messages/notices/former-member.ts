import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { notifications } from './table.ts'

const orgOfBroadcast = sql`(SELECT b.target_id FROM broadcasts b WHERE b.id = ${notifications.broadcast_id})`

/** The statement that deletes what a user was sent as a member of an org. It reads all of the user's notifications. */
export const deleteOfOrg = (db: Database['reader'], org_id: string, user_id: string) =>
	db
		.delete(notifications)
		.where(
			and(eq(notifications.user_id, user_id), sql`coalesce(${notifications.org_id}, ${orgOfBroadcast}) = ${org_id}`),
		)

import { eq, ne } from 'drizzle-orm'
import { allOf } from '../../db/state.ts'
import { users } from './table.ts'

/** The condition of one user that is not deleted. */
export const present = (user_id: string) => allOf(eq(users.id, user_id), ne(users.status, 'deleted'))

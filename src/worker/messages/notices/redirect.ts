import { sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import type { Told } from '../../ground/write/following.ts'
import { notify, notifyPlatformAdmins } from './notify.ts'
import { json } from './text.ts'

/** The statement that tells the owners of an org, or the platform admins for null, that keys now go to another address. */
export function redirectNotice(db: Database['reader'], org_id: string | null, told: Told) {
	const { redirects, most, target, actor_user_id } = told
	const notice = {
		code: 'key_redirected',
		values: { keys: json(sql`said.keys`), more: sql`said.more` },
		about: { ...(target ?? { entries: json(sql`said.entries`) }), actor_user_id },
		said: sql`(SELECT json_group_array(json_object('holder', holder, 'name', name, 'host', host, 'default_of', default_of)) AS keys,
			json_group_array(json_object('section', section, 'key', "key")) AS entries,
			max(max(total) - ${literal(most)}, 0) AS more FROM (${redirects}) HAVING count(*) > 0)`,
	} as const
	return org_id === null ? notifyPlatformAdmins(db, notice) : notify(db, { ...notice, org_id, roles: ['owner'] })
}

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { notify, notifyPlatformAdmins } from './notify.ts'
import type { About } from './payload.ts'

interface Told {
	verb: 'added' | 'removed'
	/** A query for the `name` of the service account, and whether it `is_of_platform`. */
	said: SQL
	about: About
}

/**
 * The statements that tell the owners of an org that a service account got or lost an encryption key, and the platform admins if it
 * serves other orgs too. Anyone who has the private half opens what is sealed for it.
 */
export function encryptionKeyNotices(db: Database['reader'], org_id: string, { verb, said, about }: Told) {
	const notice = { code: `encryption_key_${verb}`, values: { account: sql`said.name` }, about, said } as const
	return {
		owners: notify(db, { ...notice, org_id, roles: ['owner'] }),
		platformAdmins: notifyPlatformAdmins(db, { ...notice, when: sql`said.is_of_platform` }),
	}
}

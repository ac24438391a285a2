import type { Database } from '../../ground/db/database.ts'
import type { Said } from '../../ground/write/following.ts'
import { notify, notifyPlatformAdmins } from './notify.ts'

/** The statement that tells the owners of an org, or the platform admins for null, that keys now go to another address. */
export function redirectNotice(db: Database['reader'], org_id: string | null, said: Said) {
	const notice = { type: 'security.key_redirected', title: 'A stored key now goes to another address', ...said }
	return org_id === null ? notifyPlatformAdmins(db, notice) : notify(db, { ...notice, org_id, roles: ['owner'] })
}

import { eq } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import type { Revertible } from '../../ground/write/configured.ts'
import { atMost } from '../../ground/write/guards.ts'
import { forgetPauses } from '../../traffic/pauses/current.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { told } from './told.ts'

/** The maximum number of an org's own pauses, those that are over included until they're deleted. */
export const roomForPauses = atMost(
	1_000,
	pauses,
	(org_id) => countOf(pauses, eq(pauses.owner, org_id)),
	'pauses.too_many',
)

const AT = '/pauses/:scope/:subject'

/** Pauses aren't configuration: no document has them. Their changes can be taken back like those of one. */
export const revertiblePauses: Revertible = {
	name: 'pauses',
	called: ['The pause of', 'scope', 'subject'],
	writers: { platform: ['platform.write'], org: ['org.settings'] },
	rows: { table: pauses, owner: pauses.owner },
	limits: [roomForPauses],
	audited: ({ target_id, org_id }) => {
		const colon = target_id.indexOf(':')
		const [scope, subject] = [target_id.slice(0, colon), target_id.slice(colon + 1)]
		const owner = eq(pauses.owner, org_id ?? PLATFORM)
		return { target: pauses, where: allOf(owner, eq(pauses.scope, scope as 'org'), eq(pauses.subject, subject)) }
	},
	follow: told,
	forget: [forgetPauses],
	confirmable: ['/v1/admin', '/v1/orgs/:org_id'].flatMap((at) => [`PUT ${at}${AT}`, `DELETE ${at}${AT}`]),
}

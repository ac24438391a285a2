import { now } from '../../ground/db/columns.ts'
import type { Revertible } from '../../ground/write/configured.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { operatorRoles, platformAdmins } from '../../tenancy/users/table.ts'
import { beforeFirstRole } from './first-role.ts'
import { stateOfRoles } from './held.ts'

/** Platform roles aren't configuration: no document has them. A change of a user's roles can be reverted like one of it. */
export const revertibleRoles: Revertible = {
	name: 'operator_roles',
	called: ['The platform roles of a user'],
	writers: { platform: ['platform_admin'] },
	// A role that comes back is a new one: what was made under the old one doesn't come back with it.
	rows: { table: operatorRoles, renewed: { created_at: now } },
	child: { table: platformAdmins, renewed: { created_at: now } },
	before: (c, user_id) => beforeFirstRole(c, user_id).firstRole,
	least: {
		table: platformAdmins,
		holds: keepsPlatformAdmin,
		refusal: () => lastPlatformAdmin(),
	},
	audited: ({ target_id }) => ({ target: operatorRoles, state: stateOfRoles(target_id) }),
	proof: 'power',
	forget: [forgetPrincipals],
	confirmable: ['PUT /v1/admin/users/:user_id/roles'],
}

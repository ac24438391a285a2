import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { operatorRoles, platformAdmins } from '../../tenancy/users/table.ts'
import type { Revertible } from '../../write/configured.ts'
import { stateOfRoles } from './held.ts'

/** Platform roles aren't configuration: no document has them. A change of a user's roles can be reverted like one of it. */
export const revertibleRoles: Revertible = {
	name: 'operator_roles',
	called: ['The platform roles of a user'],
	writers: { platform: ['platform_admin'] },
	rows: { table: operatorRoles },
	child: { table: platformAdmins },
	least: {
		table: platformAdmins,
		holds: keepsPlatformAdmin,
		refusal: () => lastPlatformAdmin('removed'),
	},
	audited: ({ target_id }) => ({ target: operatorRoles, state: stateOfRoles(target_id) }),
	givesPower: true,
	forget: [forgetPrincipals],
	confirmable: ['PUT /v1/admin/users/:user_id/roles'],
}

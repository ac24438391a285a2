import type { MountLater } from './http/mount.ts'
import { SERVICE_ACCOUNTS } from './identity/service-accounts/served.ts'

/** Mounts the programs of an org, and the keys that credentials for them are encrypted with. */
export function mountServiceAccounts(mountLater: MountLater) {
	mountLater(
		'/v1/orgs',
		SERVICE_ACCOUNTS,
		async () => (await import('./identity/service-accounts/routes.ts')).serviceAccountRoutes,
		'Service accounts',
		'Programs of an org, and their keys. They outlive whoever made them.',
	)
	mountLater(
		'/v1/orgs',
		[
			'GET /:org_id/service-accounts/:account_id/encryption-keys',
			'PUT /:org_id/service-accounts/:account_id/encryption-keys',
			'DELETE /:org_id/service-accounts/:account_id/encryption-keys/:kid',
		],
		async () => (await import('./identity/encryption-keys/routes.ts')).encryptionKeyRoutes,
		'Service accounts',
	)
}

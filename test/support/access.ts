// What an operation's `x-access` says.

/** Whether only the platform may call it, so that every owner of an org is refused. */
export const isForPlatform = ({ access }: { access: string }) =>
	access.startsWith('permission:') &&
	permissionsOf(access).every((one) => one !== 'org.settings' && one !== 'data.secrets')

/** The permissions of an operation, of which any suffices. */
export const permissionsOf = (access: string) => access.replace('permission:', '').split('|')

import type { MountLater } from './http/mount.ts'
import { connectionsAt } from './identity/oidc-connections/served.ts'

/** Mounts what belongs to signing in and is rarely called. */
export function mountSignIn(mountLater: MountLater) {
	mountLater(
		'/v1/auth/step-up',
		['POST /'],
		async () => (await import('./identity/step-up/routes.ts')).stepUpRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/auth',
		['POST /register'],
		async () => (await import('./registration/registering/routes.ts')).registrationRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/auth',
		['POST /password-reset', 'POST /password-reset/confirm', 'POST /email/verification/confirm'],
		async () => (await import('./identity/recovery/routes.ts')).recoveryRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/me',
		['POST /password', 'POST /email/verification'],
		async () => (await import('./identity/recovery/routes.ts')).myRecoveryRoutes,
		'Current user',
	)
	mountLater(
		'/v1/admin/users',
		['POST /:user_id/password-reset'],
		async () => (await import('./identity/recovery/routes.ts')).userRecoveryRoutes,
		'Users',
	)
	mountLater(
		'/v1/me/sessions',
		['GET /', 'GET /:id', 'DELETE /:id'],
		async () => (await import('./identity/sign-in/my-sessions.ts')).mySessionRoutes,
		'Current user',
	)
	mountLater(
		'/v1/admin/users',
		['GET /:user_id/sessions', 'GET /:user_id/sessions/:id', 'DELETE /:user_id/sessions/:id'],
		async () => (await import('./identity/sign-in/user-sessions.ts')).userSessionRoutes,
		'Users',
	)
	mountLater(
		'/v1/auth/second-factor',
		['POST /'],
		async () => (await import('./identity/second-factor/routes.ts')).secondFactorRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/auth/passkey',
		['POST /options', 'POST /'],
		async () => (await import('./identity/passkey-logins/routes.ts')).passkeyLoginRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/auth/access',
		['POST /'],
		async () => (await import('./identity/oidc/access-routes.ts')).accessLoginRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/me/passkeys',
		['POST /options', 'POST /', 'GET /', 'GET /:id', 'PATCH /:id', 'DELETE /:id'],
		async () => (await import('./identity/passkeys/routes.ts')).passkeyRoutes,
		'Current user',
	)
	mountLater(
		'/v1/me/totp',
		['GET /', 'PUT /', 'DELETE /', 'POST /options'],
		async () => (await import('./identity/totp/routes.ts')).totpRoutes,
		'Current user',
	)
	mountLater(
		'/v1/me/recovery-codes',
		['GET /', 'POST /'],
		async () => (await import('./identity/recovery-codes/routes.ts')).recoveryCodeRoutes,
		'Current user',
	)
	mountLater(
		'/v1/admin/users',
		['POST /:user_id/second-factor/reset'],
		async () => (await import('./identity/second-factor/routes.ts')).userSecondFactorRoutes,
		'Users',
	)
	mountLater(
		'/v1/admin/users',
		['GET /:user_id/ways-in'],
		async () => (await import('./identity/oidc/ways-in-routes.ts')).userWaysInRoutes,
		'Users',
	)
	mountLater(
		'/v1/admin/users',
		['GET /:user_id/left-behind'],
		async () => (await import('./identity/leaving/routes.ts')).userLeavingRoutes,
		'Users',
	)
	mountLater(
		'/v1/orgs',
		['GET /:org_id/left-behind'],
		async () => (await import('./identity/leaving/routes.ts')).orgLeavingRoutes,
		'Orgs',
	)
	mountLater(
		'/v1/me/identities',
		['GET /', 'GET /:id', 'POST /:connection_id/start', 'DELETE /:id'],
		async () => (await import('./identity/oidc/identity-routes.ts')).identityRoutes,
		'Current user',
	)
	mountLater(
		'/v1/me/identities',
		['POST /access'],
		async () => (await import('./identity/oidc/access-routes.ts')).accessIdentityRoutes,
		'Current user',
	)
	mountLater(
		'/v1/auth',
		['GET /connections', 'GET /oidc/:connection_id/start', 'GET /oidc/:connection_id/callback'],
		async () => (await import('./identity/oidc/routes.ts')).oidcRoutes,
		'Signing in',
	)
	mountLater(
		'/v1/admin/oidc-connections',
		connectionsAt(''),
		async () => (await import('./identity/oidc-connections/routes.ts')).platformConnectionRoutes,
		'OIDC connections',
		'OpenID providers that people sign in with, of the platform and of orgs.',
	)
	mountLater(
		'/v1/orgs',
		connectionsAt('/:org_id/oidc-connections'),
		async () => (await import('./identity/oidc-connections/routes.ts')).orgConnectionRoutes,
		'OIDC connections',
	)
	mountLater(
		'/v1/admin/oidc-connections',
		['POST /:connection_id/scim-token', 'DELETE /:connection_id/scim-token'],
		async () => (await import('./identity/scim/token-routes.ts')).platformTokenRoutes,
		'OIDC connections',
	)
	mountLater(
		'/v1/orgs',
		[
			'POST /:org_id/oidc-connections/:connection_id/scim-token',
			'DELETE /:org_id/oidc-connections/:connection_id/scim-token',
		],
		async () => (await import('./identity/scim/token-routes.ts')).orgTokenRoutes,
		'OIDC connections',
	)
	mountLater(
		'/scim/v2',
		[
			'GET /Users',
			'POST /Users',
			'GET /Users/:user_id',
			'PATCH /Users/:user_id',
			'PUT /Users/:user_id',
			'DELETE /Users/:user_id',
			'GET /ServiceProviderConfig',
			'GET /ResourceTypes',
			'GET /Schemas',
			'GET /ResourceTypes/:id',
			'GET /Schemas/:id',
		],
		async () => (await import('./identity/scim/routes.ts')).scimRoutes,
		'SCIM',
		'Directories of companies say here who belongs to them: SCIM 2.0 (RFC 7644), users only.',
	)
}

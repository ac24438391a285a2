import type { Why } from './why.ts'

/** The reasons of signing in through a provider. */
export const reasons: Record<string, Why> = {
	'access.invalid_assertion': [
		'The request had no valid assertion of Cloudflare Access.',
		'They open the console at the address that Cloudflare Access protects, and sign in there.',
	],
	'access.not_set_up': ["Cloudflare Access isn't set up on this deployment.", 'Set `ACCESS_TEAM` and `ACCESS_AUD`.'],
	'identities.last': ["It's the only way in to the account.", 'Set a password or add another provider first.'],
	'oidc.inactive': [
		'The account is suspended, or the company’s directory says that the person left.',
		'A platform admin can activate the account, and the directory the person.',
	],
	'oidc.linked': [
		'This identity at the provider already belongs to another account.',
		'Sign in with it, and remove it from that account first.',
	],
	'oidc.no_account': [
		"No account belongs to this identity, and the connection can't make one.",
		"Verify the domain of the person's address, or let them add the provider to their account.",
	],
	'oidc.no_role': [
		'The provider knows the person, but the connection grants them no role in the org.',
		"Map one of their groups to a role, or set the connection's default role.",
	],
	'oidc.provider': [
		"The provider refused, didn't answer, or its answer can't be trusted.",
		'Test the connection. It also says what was wrong at the last failed sign-in.',
	],
	'second_factor.not_tried': [
		"You haven't signed in with a second factor since it was required.",
		'Sign in with one in another window, and confirm the change then.',
	],
	'oidc.waits': [
		'The person who last decided on the connection no longer can, and nobody has confirmed it since.',
		'An owner confirms it, signed in in another way.',
	],
	'oidc.through_it': [
		'They signed in through the connection that they would confirm.',
		'They sign in in another way, and confirm it then.',
	],
	'oidc.not_waiting': ["The connection doesn't wait for anybody to confirm it.", 'There is nothing to do.'],
	'scim.narrowed': [
		'The maker of the SCIM token is no longer allowed to make one, so it only reads, and deactivates plain members that the directory made.',
		'An owner makes a new token, and gives it to the directory.',
	],
	'oidc.not_tried': [
		"The person confirming it hasn't signed in through the connection since.",
		'Sign in through it in another window, and confirm the change then.',
	],
	'oidc.required': [
		'They have to sign in through a provider to act in this org.',
		'They sign in through the provider, or act in another org. An owner or a platform admin can lift the requirement.',
	],
	'oidc.through_org': [
		"They signed in through an org's provider, which speaks for them in that org only.",
		'They sign in in their own way to do this.',
	],
	'oidc.unknown_sign_in': [
		'This browser started no such sign-in, or it was already used, or started more than ten minutes ago.',
		'They start the sign-in again.',
	],
}

import type { Refused } from './codes.ts'

/** The reasons of signing in through an OpenID provider, or through Cloudflare Access. */
export const OF_OIDC = {
	'oidc.unknown_sign_in': {
		statuses: [403],
		meaning: 'This browser started no such sign-in, or started it more than ten minutes ago, or it was already used.',
		action: 'Start the sign-in again.',
	},
	'oidc.provider': {
		statuses: [403],
		meaning: "The provider refused, doesn't answer, or its answer can't be trusted.",
		action: 'Try again. If it keeps happening, ask an owner of the org to test the connection.',
		details: '`details.said` has the step and the cause.',
	},
	'oidc.no_role': {
		statuses: [403],
		meaning: 'The provider knows the person, but the connection grants them no role in its org.',
		action: 'Ask an owner of the org for a role, or to map one of their groups to one.',
		details:
			'Where anybody can have an account, it grants newcomers one only for an address in a domain that it has verified.',
	},
	'oidc.no_account': {
		statuses: [403],
		meaning:
			"No account belongs to this identity at the provider, and the connection can't make one: the address there, or its domain, isn't verified.",
		action: 'Sign in another way and add the provider to the account, or ask an operator to verify the domain.',
	},
	'oidc.inactive': {
		statuses: [403],
		meaning: "The account is suspended, or the connection's directory says that its user isn't active.",
		action: 'Ask a platform admin, or an admin of the directory.',
	},
	'oidc.linked': {
		statuses: [403],
		meaning: 'This identity at the provider already belongs to another account.',
		action: 'Sign in with it, and remove it from that account first.',
	},
	'oidc.through_org': {
		statuses: [403],
		meaning:
			'A sign-in through an org speaks for the person in that org only. It changes neither their account nor another org.',
		action: 'Sign in without the org to do this.',
	},
	'oidc.required': {
		statuses: [401, 403],
		meaning: 'To act in this org takes a sign-in through a provider.',
		action: 'Sign in through the provider, or act in another org.',
		details: '`details.connection_ids` lists the connections. `GET /v1/auth/oidc/{connection_id}/start` starts at one.',
	},
	'oidc.waits': {
		statuses: [403],
		meaning: 'The person who last edited the connection may no longer do so, and nobody has confirmed it since.',
		action: 'Ask an owner of the org, or a platform admin for a connection of the platform, to confirm it.',
		details: 'Until then it admits nobody new, and grants nobody more than `member`.',
	},
	'oidc.through_it': {
		statuses: [403],
		meaning: 'The caller signed in through this connection, which may say that anybody is them.',
		action: 'Sign in in another way to confirm it.',
	},
	'oidc.not_waiting': {
		meaning: "The connection doesn't wait for anybody to confirm it.",
		action: 'There is nothing to do.',
	},
	'scim.narrowed': {
		statuses: [403],
		meaning:
			'The person who made this SCIM token may no longer make one, so it only reads, and deactivates or deletes plain members whom this directory made.',
		action: 'Ask an owner to make a new token, and give it to the directory.',
		details: 'It expires 14 days after that.',
	},
	'oidc.not_tried': {
		meaning: 'Nobody can confirm that a connection is required before they signed in through it.',
		action: 'Sign in through the connection in another window, then confirm.',
	},
	'access.not_set_up': {
		meaning: "Cloudflare Access isn't set up on this deployment.",
		action: 'Ask the operator to set `ACCESS_TEAM` and `ACCESS_AUD`, as the operating guide describes.',
	},
	'access.invalid_assertion': {
		statuses: [401],
		meaning: 'The request has no valid assertion of Cloudflare Access.',
		action: 'Open the console at the address that Cloudflare Access protects, and sign in there.',
		details: 'It is in the header `Cf-Access-Jwt-Assertion`, and must be that of a person for this application.',
	},
	'identities.last': {
		meaning: "It's the only way in to the account.",
		action: 'Set a password or add another identity first.',
	},
} as const satisfies Record<string, Refused>

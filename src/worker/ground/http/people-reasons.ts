import type { Refused } from './codes.ts'

/** The reasons of users, operators, orgs, their members and keys, and of invitations. */
export const OF_PEOPLE = {
	'roles.higher': {
		statuses: [403],
		meaning:
			'The user holds a platform role, so only platform admins can change them, their sessions, keys and memberships.',
		action: 'Ask a platform admin.',
		details: 'Everybody changes their own account under `/v1/me`.',
	},
	'roles.self': {
		statuses: [403],
		meaning: "Operators can't make themselves members of an org.",
		action: 'Ask an owner of the org, or a platform admin.',
	},
	'users.email_verified': { meaning: 'The e-mail address is already verified.', action: 'There is nothing to do.' },
	'users.last_platform_admin': {
		meaning: 'The platform needs at least one active platform admin.',
		action: 'Make another user a platform admin first.',
	},
	'users.no_email': { meaning: 'The account has no e-mail address.', action: 'Add one to it first.' },
	'users.no_second_factor': { meaning: 'The user has no second factor.', action: 'There is nothing to do.' },
	'users.self': { meaning: 'Nobody can suspend or delete themselves.', action: 'Ask another platform admin.' },
	'api_keys.not_a_member': {
		meaning: "The caller isn't a member of the org that they act in, so they can't create API keys there.",
		action: 'Act in another org, or join this one first.',
	},
	'api_keys.rotated': {
		meaning: 'The key has been rotated, and the key that replaced it is in use.',
		action: 'Rotate the key that replaced it (`replaced_by`), or create another one.',
	},
	'service_accounts.of_platform': {
		statuses: [403],
		meaning: 'This service account also serves other orgs, so the platform manages it.',
		action: 'Ask a platform admin. An org can suspend the account and delete it.',
	},
	'members.deactivated': {
		meaning: "The org's directory deactivated this person, which ends every way into the org.",
		action: 'Activate them in the directory, or let an owner invite them by their address.',
	},
	'members.owner': {
		statuses: [403],
		meaning: 'Only an owner can make owners, and change or remove them. An API key acts as an admin at most.',
		action: 'Ask an owner of the org.',
	},
	'orgs.last_owner': { meaning: "This is the org's last owner.", action: 'Make another member an owner first.' },
	'orgs.only_one': {
		meaning: 'This is their only org, and without one they could not log in.',
		action: 'Create or join another one first.',
	},
	'orgs.only_org': {
		meaning: 'This is the personal org of a user who has no other org.',
		action: 'Give the user another org first, or delete the user.',
	},
	'orgs.owner_only': {
		statuses: [403],
		meaning: "Only an owner of the org may do this, signed in as themselves. An API key can't.",
		action: 'Ask an owner of the org.',
	},
	'orgs.not_deleted': { meaning: "The org isn't deleted.", action: 'There is nothing to restore.' },
	'orgs.not_restorable': {
		meaning: 'The org was deleted more than 30 days ago, or went with its user.',
		action: 'Create another org.',
	},
	'exports.running': { meaning: 'An export of this org is already running.', action: "Wait until it's finished." },
	'invitations.accepted': {
		meaning: 'Somebody has accepted this invitation.',
		action: 'To undo that, remove the member.',
	},
	'invitations.open': {
		meaning: 'This address has an open invitation into the org.',
		action: 'Send that one again, or withdraw it first.',
	},
	'invitations.role': {
		statuses: [403],
		meaning: "The caller can't grant the role of this invitation.",
		action: 'Ask an owner of the org.',
		details: "Only owners can make owners, API keys act as admins, and service accounts can't invite.",
	},
} as const satisfies Record<string, Refused>

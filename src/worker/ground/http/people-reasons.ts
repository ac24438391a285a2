import type { Refused } from './codes.ts'

/** The reasons of users, operators, orgs, their members and keys. */
export const OF_PEOPLE = {
	'roles.higher': {
		statuses: [403],
		meaning:
			'The user holds a platform role, so only platform admins can change them, their sessions, keys and memberships.',
		action: 'Ask a platform admin. Change your own account under `/v1/me`.',
	},
	'roles.self': {
		statuses: [403],
		meaning: "Operators can't make themselves members of an org.",
		action: 'Ask an owner of the org to invite you, or a platform admin.',
	},
	'users.email_verified': {
		statuses: [409],
		meaning: 'Your e-mail address is already verified.',
		action: "You don't need to do anything.",
	},
	'users.last_platform_admin': {
		statuses: [409],
		meaning: 'The platform needs at least one active platform admin.',
		action: 'Make another user a platform admin first.',
	},
	'users.no_email': {
		statuses: [409],
		meaning: 'Your account has no e-mail address.',
		action: 'Ask a platform admin to set one.',
	},
	'users.no_second_factor': {
		statuses: [409],
		meaning: 'The user has no second factor.',
		action: "You don't need to do anything.",
	},
	'users.self': {
		statuses: [409],
		meaning: "You can't suspend or delete yourself.",
		action: 'Ask another platform admin.',
	},
	'api_keys.not_a_member': {
		statuses: [409],
		meaning: "You aren't a member of the org you're acting in, so you can't create API keys there.",
		action: 'Switch to one of your own orgs, or join this one first.',
	},
	'api_keys.rotated': {
		statuses: [409],
		meaning: 'The key has been rotated, and the key that replaced it is in use.',
		action: 'Rotate the key that replaced it (`replaced_by`), or create another one.',
	},
	'service_accounts.of_platform': {
		statuses: [403],
		meaning: 'This service account also serves other orgs, so the platform manages it.',
		action: 'Ask a platform admin. Your org can suspend the account and delete it.',
	},
	'members.deactivated': {
		statuses: [409],
		meaning: "The org's directory deactivated this person, which ends every way into the org.",
		action:
			'Activate them in the directory. Or an owner invites them by their address, which lets them in without the directory.',
	},
	'orgs.last_owner': {
		statuses: [409],
		meaning: "This is the org's last owner.",
		action: 'Make another member an owner first.',
	},
	'orgs.only_one': {
		statuses: [409],
		meaning: "You're leaving your only org. Without one you couldn't log in.",
		action: 'Create an org of your own, or join another one first.',
	},
	'members.owner': {
		statuses: [403],
		meaning: 'Only an owner can make owners, and change or remove them. An API key acts as an admin at most.',
		action: 'Ask an owner of the org. If you are one, log in and do it without the key.',
	},
	'orgs.only_org': {
		statuses: [409],
		meaning: 'This is the personal org of a user who has no other org.',
		action: 'Give the user another org first, or delete the user.',
	},
	'orgs.owner_only': {
		statuses: [403],
		meaning: "Only an owner of the org may do this, signed in as themselves. An API key can't.",
		action: 'Ask an owner of the org.',
	},
	'orgs.not_deleted': {
		statuses: [409],
		meaning: "The org isn't deleted.",
		action: "You don't need to do anything.",
	},
	'orgs.not_restorable': {
		statuses: [409],
		meaning: 'The org was deleted more than 30 days ago, or went with its user.',
		action: 'Create another org.',
	},
	'exports.running': {
		statuses: [409],
		meaning: 'An export of this org is already running.',
		action: "Wait until it's finished.",
	},
} as const satisfies Record<string, Refused>

import type { Refused } from './codes.ts'

/** The reasons of invitations into an org. */
export const OF_INVITATIONS = {
	'invitations.accepted': {
		statuses: [409],
		meaning: 'Somebody accepted this invitation.',
		action: 'Remove the member if they should leave the org.',
	},
	'invitations.open': {
		statuses: [409],
		meaning: 'This address has an open invitation into the org.',
		action: 'Send that one again, or withdraw it first.',
	},
	'invitations.role': {
		statuses: [403],
		meaning:
			"You can't grant the role of this invitation. Only owners can make owners, API keys act as admins, and service accounts can't invite.",
		action: 'Ask an owner of the org.',
	},
} as const satisfies Record<string, Refused>

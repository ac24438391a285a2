import { place } from './place.ts'

/** Where your org shows what a message is about. */
const TABS: Record<string, 'members' | 'sign_in' | 'log'> = {
	'security.membership_changed': 'members',
	'security.left_behind': 'members',
	'security.directory_deactivated': 'members',
	'security.scim_token_narrowed': 'sign_in',
	'security.org_restored': 'log',
}

/** What messages say of the reader's own account. */
const OWN: ReadonlySet<string> = new Set(
	[
		'totp_enabled',
		'totp_disabled',
		'passkey_added',
		'passkey_removed',
		'second_factor_failed',
		'second_factor_reset',
		'password_sign_in',
		'password_reset_mailed',
		'password_reset_made',
		'email_changed',
		'email_taken',
		'membership_changed',
		'org_inherited',
	].map((name) => `security.${name}`),
)

export const home = [
	place('/', { name: 'dashboard', icon: 'dashboard', access: 'signed_in', chapter: 'usage' }),
	place('/your-org', {
		icon: 'org',
		access: 'signed_in',
		chapter: 'orgs',
		isOfOrg: true,
		linkOf: ({ type, topic, of }) => {
			const tab = topic === 'change' ? 'log' : TABS[type]
			return of !== null && tab !== undefined && { to: '/your-org', search: { tab } }
		},
	}),
	place('/runs', {
		icon: 'run',
		access: 'org.settings',
		finds: {
			run: ({ id }) => ({ to: '/runs/$run_id', params: { run_id: id }, search: { of: undefined } }),
		},
	}),
	place('/agents', {
		icon: 'agent',
		access: 'org.settings',
		guide: 'spending',
		finds: {
			agent: ({ org_id, title }) => ({
				to: '/agents/$org_id',
				params: { org_id: org_id ?? '' },
				search: { agent: title, of: undefined },
			}),
		},
	}),
	place('/requests', {
		icon: 'requests',
		access: 'org.settings',
		guide: 'spending',
		finds: {
			request: ({ id, org_id }) => ({
				to: '/requests/$request_id',
				params: { request_id: id },
				search: { org_id: org_id ?? undefined, of: undefined },
			}),
		},
		linkOf: ({ topic, request_id, of }) =>
			topic === 'request' &&
			request_id !== undefined && {
				to: '/requests/$request_id',
				params: { request_id },
				search: { of: of === null ? undefined : 'org' },
			},
	}),
	place('/account', {
		icon: 'account',
		access: 'signed_in',
		chapter: 'current-user',
		linkOf: ({ type, of, code = '' }) => of === null && !code.endsWith('_of') && OWN.has(type) && { to: '/account' },
	}),
]

/** Texts of an org's own audit log. */
export const orgLog = {
	title: 'Audit log',
	hint: 'Who changed what in this org, newest first. Kept for 400 days.',
	for_managers: 'The audit log is for owners and admins',
	empty: 'No matching changes',
	empty_hint: 'Changes to members, settings and budgets show up here. Remove a filter or pick other dates to see more.',
	outsider: 'Someone outside the org',
	outsider_hint: 'An operator of the platform, or a former member.',
	not_revertible: {
		memberships: 'To undo this, change the role again or invite them again, under Members.',
		invitations: 'To undo this, withdraw the invitation or remove the member, under Members.',
		orgs: 'To undo this, rename the org again.',
		api_keys: 'A key is a credential. Revoke it, or create another one.',
	} as Record<string, string>,
	by_platform: 'Only an operator of the platform can undo this.',
} as const

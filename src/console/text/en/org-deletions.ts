/** Texts of the deletion of an org, for its owners and for operators. */
export const orgDeletions = {
	title: 'Delete this org',
	hint: 'Nobody can act in it from then on. A platform operator can restore it for 30 days. After that its data is erased for good.',
	action: 'Delete org',
	may_not: 'Needs the role Owner in this org or Platform admin',
	only_org:
		'This is your personal org, and you have no other one. Create another org first, or ask a platform admin to delete your account.',
	body: 'For 30 days a platform operator can restore it whole. After that its data is erased, and nobody can bring it back. Runs and the ledger stay for bookkeeping, without names.',
	own_last: "You aren't in any other org, so you'll be signed out and can't sign in until somebody adds you to one.",
	ends: {
		title: 'What ends at once',
		loading: 'Finding out what ends…',
		members: (count: number) => (count === 1 ? 'One member loses access' : `${count} members lose access`),
		losers: (names: string, more: number) =>
			`No other org to go to: ${names}${more > 0 ? ` and ${more} more` : ''}. They can't sign in until somebody adds them to one.`,
		keys: (count: number) => (count === 1 ? 'One API key stops working' : `${count} API keys stop working`),
		endpoints: (count: number) =>
			count === 1 ? 'One webhook endpoint gets no more events' : `${count} webhook endpoints get no more events`,
		runs: (count: number) => (count === 1 ? 'One live run is stopped' : `${count} live runs are stopped`),
		exports: 'The files of its exports are deleted. Download what you need first',
	},
	done: (name: string) => `Deleted ${name}. It can be restored for 30 days.`,
	list: {
		title: 'Deleted orgs',
		hint: 'A deleted org can be restored for 30 days. Then its data is erased.',
		empty: 'No deleted orgs',
		nameless: 'Erased org',
		with_user: 'Personal org of a deleted user',
		columns: { by: 'Deleted by', deleted: 'Deleted', erase: 'Erased' },
		with_their_user: 'With its user',
		gone: 'Erased for good',
		erasing: '30 days are over',
		bound_to_user: 'Went with its user',
	},
	restore: {
		action: 'Restore',
		label: (name: string) => `Restore ${name}`,
		title: (name: string) => `Restore ${name}?`,
		body: 'It comes back whole: its members, API keys, webhooks and settings work again. The files of its exports stay deleted.',
		done: (name: string) => `Restored ${name}.`,
		may_not: 'Needs the role Support',
	},
} as const

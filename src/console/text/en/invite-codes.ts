/** Texts of the invite codes. */
export const inviteCodes = {
	hint: "Registering with someone's code makes you their referral.",
	own: {
		title: 'Your invite code',
		hint: 'Share it with people you want to invite. They enter it when they register, or open the link.',
		code: 'invite code',
		link: 'Link',
		uses: (used: string, most: string) => `${used} of ${most} times`,
		unlimited: (used: string) => `${used} times, no limit`,
		replace: {
			action: 'Replace',
			title: 'Replace your invite code?',
			body: 'Your current code stops working right away, and you get a new one. You can do this once every 24 hours.',
			done: 'Created a new invite code.',
		},
	},
	all: 'All invite codes',
	search: 'Search by code, login or email',
	columns: { code: 'Code' },
	uses: (used: string, most: string) => `${used} of ${most}`,
	unlimited: (used: string) => `${used}, no limit`,
	left: (left: string, most: string) => `${left} of ${most} left`,
	no_limit: 'No limit',
	states: { usable: 'active', used: 'used up', inactive: 'inactive' },
	empty: 'No matching codes',
	empty_hint: 'Users get a code the first time they look at theirs.',
	facts: {
		code: 'Code',
		tree: 'View referral tree',
	},
	form: {
		title: 'Limits',
		saved: 'Invite code saved.',
	},
	fields: {
		max_uses: 'Maximum uses',
		max_uses_hint: "Can't be lower than the uses so far.",
		typed_zero:
			'Must be 1 or more, because 0 would lift the limit. To stop the code, untick “Accept new registrations”. To lift the limit, tick Unlimited.',
		is_active: 'Accept new registrations',
	},
	invited: {
		title: 'Referrals of the owner',
		reward: 'Reward',
		rewarded: 'paid',
		waiting: 'pending',
		when: 'Registered',
		empty: 'No referrals yet',
		empty_hint: 'Users who register with a code of this owner show up here.',
	},
} as const

/** Texts of the plans. */
export const plans = {
	hint: {
		platform: 'Named sets of entitlements that orgs subscribe to.',
		org: 'The plans on offer. To change yours, contact a platform admin.',
	},
	columns: { subscribers: 'Subscribers' },
	empty: 'No plans yet',
	empty_hint: {
		platform: 'Create one, then subscribe an org to it.',
		org: 'Your org has the platform defaults.',
	},
	yours: 'your plan',
	unlimited: 'Unlimited',
	yes: 'Yes',
	no: 'No',
	create: {
		action: 'New plan',
		title: 'New plan',
		name_hint: "Used by the API, such as team-monthly. You can't change it later.",
		display_name: 'Display name',
		copy_none: "Start empty (I'll add them next)",
		copy_of: (plan: string) => `Copy from ${plan}`,
		done: (plan: string) => `Created ${plan}.`,
	},
	facts: {
		subscribers: 'Subscribers',
		subscribers_of: (count: number, text: string) =>
			count === 1 ? '1 org is on this plan' : `${text} orgs are on this plan`,
		all: 'View all subscriptions',
		later: (text: string) => `${text} starting later`,
	},
	edit: {
		display_name: 'Display name',
		key: 'Entitlement',
		type: 'Type',
		value: 'Value',
		add: 'Add entitlement',
		remove: (name: string) => `Remove ${name}`,
		remove_new: 'Remove this row',
		empty: 'No entitlements yet.',
		action: 'Save',
		review: 'Review and save',
		ask: (plan: string) => `Change ${plan}?`,
		body: (count: number, text: string) =>
			count === 0
				? 'No org is on this plan right now.'
				: count === 1
					? '1 org is on this plan. It gets the new values right away.'
					: `${text} orgs are on this plan. They get the new values right away.`,
		done: (plan: string) => `Updated ${plan}.`,
		unchanged: 'Nothing to save.',
	},
	comparison: 'What each plan grants',
	grants: { none: 'No entitlements' },
	remove: {
		body: 'You can only delete a plan that no org has ever subscribed to.',
	},
} as const

/** Texts of the plans. */
export const plans = {
	title: 'Plans',
	hint: {
		platform: 'What the platform sells: named sets of entitlements.',
		org: 'What you can have. Ask a platform admin to change your plan.',
	},
	columns: { plan: 'Plan', name: 'Name', grants: 'Entitlements', subscribers: 'Subscribers', created: 'Created' },
	empty: 'No plans yet',
	empty_hint: {
		platform: 'Create one, then subscribe an org to it.',
		org: 'Every org has the defaults of the platform.',
	},
	yours: 'your plan',
	actions: 'Actions',
	unlimited: 'unlimited',
	yes: 'yes',
	no: 'no',
	create: {
		action: 'New plan',
		title: 'New plan',
		name: 'Name',
		name_hint: 'For programs, for example team-monthly. It never changes.',
		display_name: 'Display name',
		copy: 'Entitlements',
		copy_none: 'None, I add them next',
		copy_of: (plan: string) => `Those of ${plan}`,
		done: (plan: string) => `${plan} is created`,
	},
	facts: {
		title: 'About',
		id: 'Id',
		name: 'Name',
		subscribers: 'Subscribers',
		subscribers_of: (count: number, text: string) => (count === 1 ? '1 org has it now' : `${text} orgs have it now`),
		created: 'Created',
		all: 'All subscriptions',
	},
	edit: {
		title: 'What it is called and grants',
		display_name: 'Display name',
		entitlements: 'Entitlements',
		key: 'Entitlement',
		type: 'Type',
		value: 'Value',
		add: 'Add an entitlement',
		remove: (key: string) => `Remove ${key}`,
		remove_new: 'Remove this row',
		empty: 'The plan grants nothing yet.',
		action: 'Save',
		review: 'Review and save',
		ask: (plan: string) => `Change ${plan}?`,
		body: (count: number, text: string) =>
			count === 0
				? 'No org has this plan now.'
				: count === 1
					? '1 org has this plan. It gets the new values at once.'
					: `${text} orgs have this plan. They get the new values at once.`,
		done: (plan: string) => `${plan} is changed`,
		unchanged: 'Nothing has changed',
	},
	grants: { title: 'What it grants', key: 'Entitlement', value: 'Value', none: 'It grants nothing' },
	remove: {
		action: 'Delete',
		title: (plan: string) => `Delete ${plan}?`,
		body: 'Only a plan that no org has ever had can be deleted.',
		done: (plan: string) => `${plan} is deleted`,
	},
} as const

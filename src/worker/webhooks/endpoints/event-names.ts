/** Every type of event that Plinth sends to endpoints (spec 6.1), and what happened. `EVENT_TYPES` has the shapes of their data. */
export const EVENTS = {
	'run.completed': 'A run completed.',
	'run.failed': 'A run failed.',
	'run.cancelled': 'A run was cancelled.',
	'subscription.created': 'The org subscribed to a plan.',
	'subscription.updated': "A subscription's plan or the end of its period was changed.",
	'subscription.cancelled': 'A subscription was cancelled and ended.',
	'subscription.expired': "A subscription's period ended.",
	'credits.low': 'A run brought the balance down to `credits.low_threshold` or below.',
	'credits.exhausted': 'A run used the last credit.',
	'budget.threshold': 'What a subject took and holds in a window reached a threshold of a budget, for the first time.',
	'budget.exceeded': 'A budget refused a run for the first time in a window, or would have if it did not just observe.',
	'redemption_code.redeemed': 'A member redeemed a code for the org.',
	'tool_provider.activated': 'The org activated a tool provider.',
	'pause.set': 'The org paused something, or changed the reason or the end of a pause.',
	'pause.lifted': "The org lifted a pause. A pause that ends at its `until` doesn't send it.",
	'request.opened':
		"A run or a key asks for a person's decision. Of what the platform decides, only the org of its alerts hears.",
	'request.decided':
		'A person granted or declined a request, or reverted its grant, which declines it. One that lapses or is withdrawn sends nothing.',
	'webhook_endpoint.disabled': 'We disabled an endpoint: it responded with 410, or every attempt failed for five days.',
	ping: 'A test that a member sent to one endpoint.',
	'platform.alert': 'An alert of the platform opened or ended. It goes to the org that `alerts.org_id` names.',
} as const

export type EventType = keyof typeof EVENTS

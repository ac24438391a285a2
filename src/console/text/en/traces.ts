/** Texts of the story of one request. */
export const traces = {
	title: 'Trace',
	find: {
		hint: 'Everything a request did: its log entry, changes, credits, events and webhook deliveries.',
		label_hint: '32 hex digits, from an error message, an X-Trace-Id header, the access log or the audit log.',
		action: 'Open trace',
		wrong: 'Must be 32 hex digits',
		failed: 'Requests that failed',
		refused: 'Requests that were refused',
	},
	story: 'Timeline',
	story_hint: 'Oldest first.',
	none: 'Nothing to show for this trace',
	none_hint: 'The request changed nothing you can see, and its log entry is too old to look up here.',
	log_silent: "Couldn't read the access log, so the requests themselves are missing here. Try again in a moment.",
	facts: {
		status: 'Response',
		agent: 'User agent',
		risk: 'Risk score',
	},
	counts: {
		events: 'Events',
		deliveries: 'Deliveries',
	},
	anonymous: 'anonymous',
	api_key: 'with an API key',
	risk: (score: number, reasons: string) => (reasons ? `${score}: ${reasons}` : String(score)),
	ms: (duration: number) => `${duration} ms`,
	seconds: (duration: number) => `${duration.toFixed(1)} s`,
	minutes: (duration: number) => `${duration} min`,
	kinds: {
		began: 'Request',
		ended: 'Response',
		audit: 'Change',
		ledger: 'Credits',
		event: 'Event',
		delivery: 'Delivery',
		attempt: 'Attempt',
	},
	balance: (amount: string, after: string) => `${amount}, new balance ${after}.`,
	attempt: (attempt: number, status: number, ms: number) => `Attempt ${attempt}: responded ${status} after ${ms} ms.`,
	unanswered: (attempt: number, error: string, ms: number) =>
		`Attempt ${attempt}: no response after ${ms} ms${error && ` (${error})`}.`,
	event: (type: string, deliveries: number) =>
		deliveries === 0
			? `${type} happened. No webhook endpoint asked for it.`
			: deliveries === 1
				? `${type} happened, and goes to 1 webhook endpoint.`
				: `${type} happened, and goes to ${deliveries} webhook endpoints.`,
	delivered: (type: string, endpoint: string) => `${type} goes to ${endpoint}.`,
	delivered_somewhere: (type: string) => `${type} goes to a webhook endpoint.`,
	all_changes: 'All changes of this',
	later: (text: string) => `+${text}`,
} as const

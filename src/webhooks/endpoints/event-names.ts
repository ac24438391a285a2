/** The types of events that Plinth sends to endpoints (spec 6.1). The slice that emits one declares its data. */
export const EVENT_NAMES = [
	'run.completed',
	'run.failed',
	'run.cancelled',
	'subscription.created',
	'subscription.updated',
	'subscription.cancelled',
	'subscription.expired',
	'credits.low',
	'credits.exhausted',
	'redemption_code.redeemed',
	'tool_provider.activated',
	'pause.set',
	'pause.lifted',
	'webhook_endpoint.disabled',
	'platform.alert',
	'ping',
] as const

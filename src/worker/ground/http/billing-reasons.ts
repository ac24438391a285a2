import type { Refused } from './codes.ts'

/** The reasons of plans, codes, credits and subscriptions, and of the runs that they pay for. */
export const OF_BILLING = {
	'limit.reached': {
		meaning: 'The limit is reached ({key}: {limit}).',
		action: "Delete what isn't needed, or ask the operator for a higher limit if an entitlement sets it.",
		details: '`details.key` is null if none does. `limit.orgs` is of a user, and every other key of an org.',
	},
	'name.taken': {
		meaning: 'Something else already has this name, key or value ({field}).',
		action: 'Choose another one, or change or delete what has it.',
	},
	'plans.subscribed': {
		meaning: "The plan has subscriptions, active or ended, so it can't be deleted.",
		action: 'Keep it. If nobody should choose it from now on, say so in its display name.',
	},
	'invite_codes.owner_inactive': {
		meaning: "The invite code's owner is suspended or deleted.",
		action: "Activate the user first. A deleted user's code stays inactive.",
	},
	'invite_codes.reset_cooldown': {
		statuses: [429],
		meaning: 'An invite code can be reset once in 24 hours.',
		action: 'Try again later ({retry_at}).',
	},
	'invite_codes.try_again': {
		statuses: [503],
		meaning: 'The generated invite code was already taken.',
		action: 'Repeat the request.',
	},
	'redemption_codes.already_redeemed': {
		meaning: 'The org has already redeemed this code.',
		action: 'Use another code.',
	},
	'redemption_codes.changed': {
		meaning: 'The code changed while it was being redeemed.',
		action: 'Repeat the request.',
	},
	'redemption_codes.exhausted': { meaning: 'The code has no uses left.', action: 'Use another code.' },
	'redemption_codes.expired': { meaning: 'The code is expired.', action: 'Use another code.' },
	'redemption_codes.inactive': { meaning: 'The code is deactivated.', action: 'Ask the person who gave it out.' },
	'credits.insufficient': {
		meaning: 'The balance ({balance}) is too low for this amount.',
		action: 'Add credits, or choose a smaller amount.',
	},
	'credits.overflow': {
		meaning: 'The balance would be more than 2^53 - 1 credits, the largest number that JSON carries exactly.',
		action: 'Choose a smaller amount.',
	},
	'subscription.expired': {
		meaning: "The subscription's period is over.",
		action: 'To continue, create a new subscription.',
	},
	'subscription.cancelled': {
		meaning: "The subscription is cancelled, so it can't be changed.",
		action: 'Create a new subscription.',
	},
	'subscriptions.overlap': {
		meaning: 'The period overlaps another active subscription of the org.',
		action: 'Choose a period that begins when the other one ends, or cancel or shorten the other one.',
		details: '`details.subscription_id` names it, and `details` has its period.',
	},
	'budgets.of_platform': {
		statuses: [403],
		meaning: 'The platform made this budget.',
		action: 'Ask a platform admin, or make a budget of the org.',
	},
	'model.not_entitled': {
		statuses: [403],
		meaning: "The org doesn't get this model of the platform: it needs an entitlement ({entitlement}).",
		action: 'Choose a plan that has it, or another model of `GET /v1/llm-providers/effective`.',
	},
	'model.unpriced': {
		meaning: 'The model ({provider_name}^{model}) has no price, and runs without one are refused.',
		action: 'Set a price of the model, or choose another one.',
		details: 'The configuration entry `billing.unpriced` refuses them.',
	},
	'routing.model_not_found': {
		statuses: [404],
		meaning: 'No active model matches the selector or the context.',
		action: 'Check the selector, or make one model the default.',
	},
	'run.ended': {
		meaning: 'The run has ended, so it can neither start nor continue.',
		action: 'Start a new run under a different `run_id`.',
	},
	'run.not_begun': {
		meaning: 'The run was only reported. It never started, so it has no hold.',
		action: 'Start it first, with the same `run_id`.',
	},
	'runs.not_queued': {
		statuses: [503],
		meaning: "The queue of run reports isn't accepting messages right now.",
		action: 'Send the reports again, or send them without `Prefer: respond-async`. Sending one twice is harmless.',
	},
	'runs.other_org': {
		meaning: 'A run of another org already has this `run_id`.',
		action: 'Choose another `run_id`.',
		details: 'Run IDs are unique across the platform. `details.runs` names the reports by path and `run_id`.',
	},
	'runs.no_bucket': {
		statuses: [503],
		meaning: 'Older runs are archived in a storage bucket that is no longer configured.',
		action: 'Ask the operator to bind the bucket again. Until then, use `from` to list newer runs only.',
	},
	'archive.unavailable': {
		statuses: [503],
		meaning: "The bucket that holds older runs isn't answering.",
		action: 'Try again in a moment, or use `from` to list newer runs only.',
	},
	'runtime.no_encryption_key': {
		meaning:
			'The service account has no encryption key, not the one that `kid` names, or several and `kid` is missing; or the caller is no service account.',
		action: 'Ask with a key of a service account, add the public key of the runtime to it, and send its `kid`.',
		details: '`details.kids` lists the keys that there are.',
	},
	'runtime.private_key': {
		statuses: [400],
		meaning: 'This private key has been sent over the network. Plinth kept nothing of it.',
		action: 'Make a new pair, and send its public half only.',
	},
	'runtime.too_large': {
		meaning: 'The response would be larger than 4 MB.',
		action: 'Ask for less: name the MCP servers that are needed in `ids`.',
	},
	'tool.not_configured': {
		meaning: 'No active provider of this tool group is fully configured.',
		action: "Add what's missing there, or activate another provider.",
		details: '`details.skipped` lists those that were skipped.',
	},
} as const satisfies Record<string, Refused>

import { EXAMPLES } from '../../concept-examples.ts'
import { exampleIn } from '../../examples.ts'
import { type Guide, table } from '../../guide.ts'

// What holds for all calls: dry runs, limits, units, versions, clients.

const dryRun = exampleIn(EXAMPLES['concepts/dry-run'])
const rateLimits = exampleIn(EXAMPLES['concepts/rate-limits'])
const units = exampleIn(EXAMPLES['concepts/units'])
const versioning = exampleIn(EXAMPLES['concepts/versioning'])
const clients = exampleIn(EXAMPLES['concepts/clients'])

export const dryRunPage: Guide = {
	title: 'Dry run and confirmation',
	summary: 'See what a write would do, or make it on trial.',
	lead: 'Two headers take the risk out of a change: one shows what it would do, the other rolls it back unless you confirm it.',
	chapters: () => [
		{
			id: 'dry-run',
			title: 'Dry run',
			parts: [
				'With `Dry-Run: true` a write runs in the database and is rolled back. The response says what it would have done:',
				...dryRun('dry'),
				'`status` and `body` are those of the real response. A refusal is the real one, so a dry run also finds a wrong field, a missing permission or a reached limit. No mail and no webhook is sent.',
			],
		},
		{
			id: 'confirm',
			title: 'Confirm within',
			parts: [
				'With `Confirm-Within` and 10 to 600 seconds, the change takes effect at once, on trial:',
				...dryRun('trial'),
				'Check that everything still works, then confirm it:',
				...dryRun('confirm'),
				'Without a confirmation the change is rolled back, even if it locked you out. The reference says which operations take these headers. [Changing a running platform](/docs/changes) has more: reverts, and the configuration as one document.',
			],
		},
	],
}

export const rateLimitsPage: Guide = {
	title: 'Rate limits',
	summary: 'How many requests a minute, and how to stay below.',
	lead: 'Requests are counted by minute. One too many is 429, and `Retry-After` says when to try again.',
	chapters: () => [
		{
			id: 'limits',
			title: 'The limits',
			parts: [
				table([
					['600 a minute', 'A caller: a user, an API key, or all keys of a service account together.'],
					['6,000 a minute', 'An org, all of its callers together.'],
					['600 a minute', 'An address without a credential.'],
					['60 a minute', 'Sign-in requests of an address.'],
					['60 a minute', 'Reads of much data, such as exports, of an org or a user.'],
					['20 a minute', 'Applies and restores of a configuration document, of an org.'],
				]),
				'An operator can change them, because they are part of the deployment. A 429 is `{"error": "rate_limit"}` with `Retry-After` in seconds, and `RateLimit: "caller";r=0;t=60` names the limit, in the form of the IETF draft. Other responses have no such header: no server knows how much of a limit is left everywhere. Probes such as `/healthz` are not counted.',
			],
		},
		{
			id: 'below',
			title: 'Stay below',
			parts: [
				'Send up to 100 reports as a list, which is one request:',
				...rateLimits('batch'),
				'Repeat a read with `If-None-Match`, and subscribe to [webhooks](/docs/webhooks) instead of polling. After a 429, wait for `Retry-After` and some random seconds more, so that many programs do not return at the same moment.',
			],
		},
	],
}

export const unitsPage: Guide = {
	title: 'Money and units',
	summary: 'Dollars, credits, tokens and times, and how they are rounded.',
	lead: 'The end of a name says its unit, and every amount has one.',
	chapters: () => [
		{
			id: 'names',
			title: 'Names and units',
			parts: [
				table([
					['…_usd', 'US dollars as a number, exact to a millionth of a dollar.'],
					['cost_per_1k_…', 'US dollars for 1,000 tokens, exact to a billionth of a dollar.'],
					['credits, balance, amount', 'Whole credits, at most 9,007,199,254,740,991, which JSON holds exactly.'],
					['…_tokens', 'Tokens. Those read from a cache and written to it are parts of the input.'],
					['…_ms, …_s', 'A duration in milliseconds or seconds.'],
					['…_at', 'A time in UTC: ISO 8601 with milliseconds and `Z`.'],
					['…_percent', 'A hundredth: 100 is all.'],
				]),
			],
		},
		{
			id: 'credits',
			title: 'From dollars to credits',
			parts: [
				'A run costs its dollars times the entitlement `credits.per_usd`, 1,000 by default, times the multiplier of its model, rounded up to whole credits. The examples need your org, and some credits:',
				...units('org'),
				...units('grant'),
				'42.1 credits become 43:',
				...units('run'),
				'The ledger has the same number, below zero because it was used. A run takes no more than there is, and `shortfall` of its report is the rest:',
				...units('ledger'),
				'Only the database computes costs, once, when a run ends. A run that costs more than nothing costs at least 1 credit. Show `credits_used` instead of computing it.',
			],
		},
		{
			id: 'days',
			title: 'Days and months',
			parts: ['Days, months and the windows of budgets are those of UTC. The console shows times where the reader is.'],
		},
	],
}

export const versioningPage: Guide = {
	title: 'Versioning and changelog',
	summary: 'What may change, and what stays.',
	lead: 'The API has one version, `v1`. Within it things are added, and what works keeps working.',
	chapters: () => [
		{
			id: 'added',
			title: 'What may be added',
			parts: [
				'Expect new operations, optional parameters, fields of responses, event types, error codes and reasons, and new values of fields such as `status`. Ignore what you do not know. The order of fields, the texts of `message`, and the form of IDs and cursors may change too.',
				'A field, a type, a code and what an operation does stay as they are. Exceptions, such as a fix of a security hole, are in the changelog.',
			],
		},
		{
			id: 'unknown',
			title: 'What you send',
			parts: [
				'A field that Plinth does not know is ignored, and `X-Ignored` names it, so a client may be newer than its instance. While you develop, send `Prefer: handling=strict` as these examples do, and a typo is an error that names the nearest known field:',
				...versioning('strict'),
			],
		},
		{
			id: 'changelog',
			title: 'Changelog',
			parts: [
				'Every release lists what was added, changed and fixed: [Changelog](/docs/changelog). The API document names the version of the instance in `info.version`:',
				...versioning('document'),
				'Generate your types from it when you update, and compare the two.',
			],
		},
	],
}

export const clientsPage: Guide = {
	title: 'Clients and SDKs',
	summary: 'Clients of the runtime, generated clients, and standards that work as they are.',
	lead: 'For agents there are two clients, for everything else the OpenAPI document, and for flags, webhooks and directories the libraries of their standards.',
	chapters: () => [
		{
			id: 'runtime',
			title: 'For agents',
			parts: [
				table([
					['/docs/plinth_runtime.py', 'The client for Python 3.11, with `asyncio` too. One file.'],
					['/docs/plinth_runtime.mjs', 'The client for Node.js 20. One file without dependencies.'],
				]),
				'Each instance serves the clients that fit it. They keep what they know through an outage, count holds, and deliver every report: [Connect an agent](/docs/runtime).',
			],
		},
		{
			id: 'generated',
			title: 'For everything else',
			parts: [
				'Generate a client from `/openapi.json`. Those of `openapi-typescript`, `@hey-api/openapi-ts` and `orval` compile, which our tests check. The samples of the reference need no client: they use `curl`, `fetch` and `httpx`.',
			],
		},
		{
			id: 'standards',
			title: 'By standards',
			parts: [
				table([
					['OpenFeature', 'Any SDK with an OFREP provider evaluates flags.'],
					['Standard Webhooks', 'Its libraries verify the signatures of [webhooks](/docs/webhooks).'],
					['SCIM 2.0', 'A directory makes and removes people.'],
					['OpenID Connect', 'People [sign in](/docs/sign-in) with the provider of their company.'],
				]),
				'A flag, and how such an SDK evaluates it:',
				...clients('flag'),
				...clients('evaluate'),
			],
		},
	],
}

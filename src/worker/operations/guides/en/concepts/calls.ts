import { EXAMPLES } from '../../concept-examples.ts'
import { exampleIn } from '../../examples.ts'
import { type Guide, table } from '../../guide.ts'

// What every call needs: a credential, errors, pages, repeats.

const authentication = exampleIn(EXAMPLES['concepts/authentication'])
const errors = exampleIn(EXAMPLES['concepts/errors'])
const pagination = exampleIn(EXAMPLES['concepts/pagination'])
const idempotency = exampleIn(EXAMPLES['concepts/idempotency'])

export const authenticationPage: Guide = {
	title: 'Authentication',
	summary: 'Access tokens for people, API keys for programs.',
	lead: 'Every request names its caller by a bearer token: an access token of a person, or an API key of a program.',
	chapters: () => [
		{
			id: 'token',
			title: 'Who calls',
			parts: [
				'Send the token as `Authorization: Bearer …`. `GET /v1/me` says whom it stands for, and which org they act in:',
				...authentication('me'),
				table([
					[
						'access token',
						'Of a signed-in person. A JWT, valid for 15 minutes. `POST /v1/auth/refresh` gets the next one.',
					],
					['API key', "Begins with `al_`. Acts for its user in one org, until it's deleted or expires."],
					[
						'key of a service account',
						'Begins with `al_` too. Belongs to an org and to nobody in person, so it outlives its maker.',
					],
				]),
			],
		},
		{
			id: 'key',
			title: 'Make a key',
			parts: [
				'`scopes` are the permissions of the key. It has them only while its owner does:',
				...authentication('key'),
				'`key` is shown once. Making a key takes a recent sign-in. Otherwise it is refused with the reason `auth.step_up`, and you enter your password again.',
				'Replace a key without a gap. The old one works for `overlap_s` seconds more:',
				...authentication('rotate'),
				'Delete what leaked. It stops working within five seconds:',
				...authentication('delete'),
			],
		},
		{
			id: 'refused',
			title: 'When a call is refused',
			parts: [
				table([
					['401', 'The token is missing, expired or deleted, or this operation only takes the token of a person.'],
					[
						'403',
						'The caller is known, and may not do this. `details.permission` names the permission that is missing.',
					],
					['404', "It doesn't exist, or belongs to an org that the caller can't see. The response doesn't tell which."],
				]),
				'Each operation of the reference says who may call it. Access is checked before the input.',
			],
		},
	],
}

export const errorsPage: Guide = {
	title: 'Handling errors',
	summary: 'One shape for all errors, and what to do with each.',
	lead: 'Every error has the same shape: a code and a reason for programs, a sentence for people, and a trace ID for both.',
	chapters: () => [
		{
			id: 'shape',
			title: 'The shape',
			parts: [
				'`error` is a code, `message` a sentence, `trace_id` the ID of the request. If the input is wrong, `details.fields` names each field and what it must be:',
				...errors('fields'),
				'What is missing and what another org owns are the same 404:',
				...errors('missing'),
			],
		},
		{
			id: 'branch',
			title: 'Branch on code and reason',
			parts: [
				'Make a flag, and make it again:',
				...errors('first'),
				'A 409 always has a reason. Branch on `error` and `details.reason`, never on `message`:',
				...errors('taken'),
				'There will be more codes and reasons. Treat one that you don\'t know like its status. The `Link` header of an error, with `rel="help"`, leads to its row in [all codes and reasons](/docs/errors).',
			],
		},
		{
			id: 'retry',
			title: 'What to repeat',
			parts: [
				table([
					['400, 404, 422', 'Never. The same request gets the same error.'],
					['401', 'Once, with a new access token.'],
					['402, 403', "Never. They're decisions, not failures."],
					['409', 'Read again and decide. Repeat only `idempotency.in_progress`.'],
					['412', 'Read again, and repeat the change with the new `ETag`.'],
					['429, 503', 'After `Retry-After` seconds. Send a POST with an `Idempotency-Key`.'],
					['500, no response', 'A few times, with growing pauses. Send a POST with an `Idempotency-Key`.'],
				]),
				'Report `trace_id` to the operator of the instance: the access log and the traces find the request by it.',
			],
		},
	],
}

export const paginationPage: Guide = {
	title: 'Pagination',
	summary: 'Lists come in pages, newest first, by cursor.',
	lead: 'A list is an array, newest first. If there are more rows, a header has the cursor of the next page.',
	chapters: () => [
		{
			id: 'pages',
			title: 'Read page by page',
			parts: [
				'A page has 50 rows, or as many as `limit` says, from 1 to 200. `Next-Cursor` is absent on the last page:',
				...pagination('first'),
				'Send it as `cursor` for the next page, or follow the `Link` header with `rel="next"`:',
				...pagination('next'),
				'Rows that are added meanwhile shift nothing: no row comes twice, and none is skipped.',
			],
		},
		{
			id: 'cursor',
			title: 'Cursors',
			parts: [
				'A cursor belongs to its list and its filters. With others it is refused:',
				...pagination('other'),
				"Don't parse or store cursors: their form may change. Lists of what happened also take `from` and `to`: `from` is included, and `to` isn't.",
				'A page may have fewer rows than `limit` and still have a next one. Only the missing header says that you have all.',
			],
		},
	],
}

export const idempotencyPage: Guide = {
	title: 'Idempotency',
	summary: 'Repeat a request safely, and it takes effect once.',
	lead: "If no response arrives, you don't know whether a request took effect. An idempotency key makes it safe to repeat.",
	chapters: () => [
		{
			id: 'key',
			title: 'Send a key',
			parts: [
				'Send a POST with an `Idempotency-Key` that you choose, such as a UUID:',
				...idempotency('once'),
				'Within 24 hours, every repeat gets the first response and changes nothing:',
				...idempotency('again'),
				'Another request with the same key is refused:',
				...idempotency('reused'),
			],
		},
		{
			id: 'rules',
			title: 'Rules',
			parts: [
				"A key belongs to its caller, org and path. Only successes are kept, so you can correct a refused request and send it with the same key. While the first request runs, a repeat is 409 `idempotency.in_progress`. A secret that's shown once isn't kept, so a repeat lacks it.",
				"`GET`, `PUT` and `DELETE` need no key, because repeating them changes nothing more. A `PATCH` that repeats what is stored is no change either. A run's `run_id` is its key: reports and beginnings can be repeated as they are.",
			],
		},
	],
}

// The headers that operations take and give, as the API document says them.

export const string = (description: string) => ({ description, schema: { type: 'string' } })

const inHeader = (name: string, description: string) => ({
	name,
	in: 'header',
	description,
	schema: { type: 'string', maxLength: 255 },
})

export const HEADERS = {
	'Dry-Run': {
		...inHeader('Dry-Run', 'Change nothing, and respond with what the call would do. Errors are the real ones.'),
		schema: { const: 'true' },
	},
	'Idempotency-Key': inHeader(
		'Idempotency-Key',
		'Repeat a request with the same key within 24 hours: it takes effect once, and every repeat gets the first response.',
	),
	'If-Match': inHeader(
		'If-Match',
		'Write only if the resource still has this `ETag`, in its strong or weak form, or one of several. `*` means any.',
	),
	'Document-Base': {
		...inHeader(
			'If-Match',
			"The `base` of a plan, or the `ETag` of the document: the apply is refused if the configuration isn't in that state any longer. `*` names no state.",
		),
		required: true,
		example: '"Jd7kQ0xWvY2mB5tN"',
	},
	'If-None-Match': inHeader(
		'If-None-Match',
		'Respond with 304 and no body if the resource still has this `ETag`, or one of several.',
	),
	'Confirm-Within': {
		...inHeader(
			'Confirm-Within',
			"Make the change for this many seconds. It's rolled back unless it's confirmed in time. The response has a `Confirm-Id` header.",
		),
		schema: { type: 'string', pattern: '^[0-9]{2,3}$', examples: ['60'] },
	},
	Prefer: {
		...inHeader(
			'Prefer',
			"`handling=strict` refuses fields, parameters and event types that we don't know, with a 400 that names the nearest known ones. Without it they're ignored, and `X-Ignored` names them. Combine preferences with commas (RFC 7240).",
		),
		schema: { type: 'string', examples: ['handling=strict'] },
	},
}

export const RESPONSE_HEADERS = {
	'X-Ignored': string(
		"The fields, parameters and event types of the request that we don't know: percent-encoded, separated by commas, 20 at most. A list of fields has their paths, such as `entitlements.0.kee`.",
	),
	'Preference-Applied': string('The preferences that were honored, such as `handling=strict`'),
}

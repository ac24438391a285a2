import { isObject } from '../../ground/http/json-input.ts'
import { OF_RUNS } from './field-words-of-runs.ts'
import { OF_SIGN_IN } from './field-words-of-sign-in.ts'
import { IN_QUERIES, wordsInPath, wordsThere } from './field-words-there.ts'

/**
 * What a field or a parameter means, by its name. A name means the same everywhere, so its description stands here once, and the
 * Worker doesn't carry it. A schema's own `doc({ description })` wins. `Schema.field` is for a name that means something else there.
 */
const OF_ANYTHING: Record<string, string> = {
	id: 'Its ID. It never changes.',
	created_by: 'Who created it, by the ID of the user or the service account.',
	opened_at: 'Since when this has been so.',
	erased_at: 'When the last of its data was erased, or null until then.',
	reason: 'Why, in words for people or as a name for programs.',
	subtitle: 'A second line that tells equal titles apart.',
	message: 'What happened, for people. Programs branch on the other fields.',
	details: 'More about the error, for programs.',
	type: 'The type of the event, such as `run.completed`.',
	status: '`open` while it is so, then `ended`.',
	key: 'Its key, in dotted words such as `credits.monthly_grant`.',
	mode: '`enforce` refuses what exceeds it, `observe` only counts and alerts.',
	scope: 'What it applies to, such as an `org` or an `agent`.',
	subject: 'Which one of its scope it applies to, or null for each of them.',
	skipped: 'What was passed over, each with the reason.',
	is_bound: 'Whether this deployment has one.',
	dry_run: 'Always true: nothing was changed.',
	set: 'Whether a secret is stored.',
	$secret: 'A secret, which no response shows. It says whether one is stored, with its fingerprint.',
	number: 'The number of the revision, counted from 1.',
	warnings: 'What to look at before applying the plan.',
	before: 'The state before the change, or null if there was none.',
	after: 'The state after the change, or null if nothing is left.',
	page: 'The name of the page.',
	part: 'Always `api`: the chapters of the reference.',
}

const OF_PEOPLE: Record<string, string> = {
	login: 'The name to sign in with. It is unique.',
	email_verified: 'Whether the user verified that the address is theirs.',
	locale: 'The language and region, as a BCP 47 tag such as `en-GB`.',
	timezone: 'The time zone, by its IANA name such as `Europe/Berlin`.',
	orgs: 'The orgs, each with its ID.',
	role: 'The role of the user in the org: `owner`, `admin` or `member`.',
	permissions: 'The permissions of the caller, by their names.',
	granted: 'The roles that were granted, in addition to those that follow from the configuration.',
	invite_code: 'The code that the user was invited with.',
	action: 'What was done, such as `plans.update`.',
	target_type: 'The kind of what was changed, as the name of its table.',
	access_token: 'The token to send as `Authorization: Bearer`. It works for some minutes.',
	token_type: 'Always `bearer`.',
	token: 'The token that was sent by mail or shown once.',
	key_prefix: 'The beginning of the key, by which people recognize it.',
	user_agent: 'The program that signed in, as it named itself.',
}

const OF_TRAFFIC: Record<string, string> = {
	trace_id: 'The ID of the request, from its `X-Trace-Id`.',
	status_classes: 'How many responses there are of each class, such as `4xx`.',
	client_address: 'The IP address that the request came from.',
	country: 'The country of the caller, as two letters of ISO 3166.',
	countries: 'How many requests came from each country.',
	ua_type: 'The kind of program that called.',
	ua_types: 'How many requests came from each kind of program.',
	identity_type: 'How the caller identified.',
	risk_score: 'How risky the request looks, from 0 to 1.',
	risk_reasons: 'What raised the risk.',
	allowed: 'Whether the address may call.',
	anonymous: 'The requests of callers who did not sign in.',
	refused_by: 'What refuses the request.',
	gateway_config: 'How callers are located and their risk is assessed.',
	attempt: 'The number of the attempt, counted from 1.',
	events: 'The types of events that are sent, or `*` for all.',
	secret: 'The secret that messages are also signed with, as `whsec_…`, or null for none.',
	previous_key_until: 'Until when messages are also signed with the previous key, or null.',
	last_failure: 'The last failed attempt since one succeeded, or null.',
	payload: 'Any JSON for programs that show the message.',
	from: 'The address that mail is sent from.',
	smtp_pass_set: 'Whether a password for the mail server is stored.',
	schema_version: 'The newest migration that the database has.',
	sha256: 'The SHA-256 hash of the file, in hexadecimal.',
	alg: 'The algorithm of the key (RFC 7517).',
	crv: 'The curve of the key (RFC 7518).',
	kty: 'The family of the key (RFC 7517).',
	use: 'What the key is for: `sig`, to sign.',
	x: 'The first coordinate of the public key, in base64url.',
	y: 'The second coordinate of the public key, in base64url.',
}

/** Where a name doesn't mean what it means elsewhere. */
const THERE: Record<string, string> = {
	'Alive.status': 'Always `ok`.',
	'Notifications.data': 'The notifications, newest first.',
	'BegunRun.scope': 'Whose provider it is: the platform or the org.',
	'EffectiveToolProvider.scope': 'Whose provider it is: the platform or the org.',
	'PutCredential.api_key': 'The key at the provider. It is stored encrypted. Null removes it.',
	'ConfigurationChange.key': 'The key of the entry in its section.',
	'ConfigurationWarning.key': 'The key of the entry in its section.',
	'WebhookEndpoint.at': 'When the attempt failed.',
	'BeginRun.entitlements': 'The keys of the entitlements that the run needs.',
	'BeginRun.flags': 'The keys of the flags that the run needs.',
	'SimulateBudget.mode': 'It makes no difference to what would have been refused.',
	'SimulatePlatformBudget.mode': 'It makes no difference to what would have been refused.',
}

const WORDS: Record<string, string> = {
	...OF_ANYTHING,
	...OF_PEOPLE,
	...OF_TRAFFIC,
	...OF_SIGN_IN,
	...OF_RUNS,
	...THERE,
}

/** What a parameter means, unless its schema says so. `noun` stands before a parameter of the path. */
export const wordsOf = (name: string, noun = '') =>
	wordsInPath(noun, name) ??
	(name === 'id' && noun !== '' ? `The ID of one of the ${noun.replaceAll('-', ' ')}.` : WORDS[name])

/** What a parameter of the query means, unless its schema says so. */
export const wordsInQuery = (name: string, description: unknown) =>
	description === WORDS[name] ? (IN_QUERIES[name] ?? description) : description

/** The schema with a description for each of its fields, and of those inside it. `name` is that of the schema. */
export function described<S>(schema: S, name = ''): S {
	if (Array.isArray(schema)) return schema.map((one: unknown) => described(one, name)) as S
	if (!isObject(schema)) return schema
	const entries = Object.entries(schema).map(([key, part]) => [
		key,
		key === 'properties' && isObject(part) ? fieldsOf(part, name) : INSIDE.has(key) ? described(part, name) : part,
	])
	return Object.fromEntries(entries) as S
}

/** The parts of a schema that are schemas. Others, such as an example, may have any keys. */
const INSIDE = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])

const fieldsOf = (fields: Record<string, unknown>, name: string) =>
	Object.fromEntries(
		Object.entries(fields).map(([field, schema]) => {
			const inside = described(schema, name)
			if (!isObject(inside) || '$ref' in inside || 'description' in inside) return [field, inside]
			const words = WORDS[`${name}.${field}`] ?? saidUnlessNull(inside) ?? wordsThere(name, field) ?? WORDS[field]
			if (!words) return [field, inside]
			return [field, { description: words, ...inside }]
		}),
	)

/** What a field that may be null says of its other values. */
const saidUnlessNull = ({ anyOf }: Record<string, unknown>): unknown =>
	Array.isArray(anyOf) && anyOf.length === 2 ? anyOf.find(isObject)?.description : undefined

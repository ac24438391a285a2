import { eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { fromNow, newId, now } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { text, withDefault } from '../../ground/http/fields.ts'
import { requireCallable } from '../../ground/outbound/input.ts'
import { maskedUrl } from '../../ground/outbound/masked.ts'
import { secretField, storedSecret } from '../../ground/secrets/field.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import type { AfterCommitHook } from '../../ground/write/after-commit.ts'
import type { Configured, RowInput } from '../../ground/write/configured.ts'
import { type Entries, hasSecret, type Row } from '../../ground/write/entry.ts'
import type { Followed } from '../../ground/write/following.ts'
import { atMost } from '../../ground/write/guards.ts'
import { changedRows, prior } from '../../ground/write/kept-rows.ts'
import { auditStates } from '../../ground/write/table.ts'
import { endpointAudit, endpointOf, isThere } from './columns.ts'
import { OVERLAP_MS, placeOf } from './keys.ts'
import { CreateWebhookEndpoint, WEBHOOK_URL, WebhookEndpoint } from './schema.ts'
import { newSigningKey } from './sign.ts'
import { signal } from './signal.ts'
import { webhookEndpoints } from './table.ts'

const { id, enabled, due_at } = webhookEndpoints

/** Signals the endpoints that a change enabled, or recreated while they still had something due. */
const wakeEnabled = ({ audit_id }: Followed): AfterCommitHook => ({
	read: ({ var: { db } }) => {
		const wasOff = sql`(${prior(webhookEndpoints)('enabled')} = 0 OR (${auditStates.before} IS NULL AND ${due_at} IS NOT NULL))`
		return db
			.select({ id: sql<string>`${id}`.as('id') })
			.from(sql`${changedRows(audit_id, webhookEndpoints)} AND ${enabled} = 1 AND ${wasOff}`)
	},
	after: (c, rows) => {
		const signals = rows.map((row) => ({ endpoint_id: (row as { id: string }).id }))
		if (signals.length > 0) c.executionCtx.waitUntil(signal(c.env, signals))
	},
	effect: ({ length }) =>
		length > 1
			? { code: 'notifies_endpoints', values: { count: length } }
			: length === 1
				? { code: 'notifies_endpoint', values: {} }
				: undefined,
})

/** Every event of an org goes through all of its endpoints, so their number limits what an event costs. */
export const roomForEndpoints = atMost(
	100,
	webhookEndpoints,
	(org_id) => countOf(webhookEndpoints, allOf(eq(webhookEndpoints.org_id, org_id), isThere)),
	'webhook_endpoints.too_many',
)

const { events, secret } = CreateWebhookEndpoint.shape

const EndpointEntry = z.object({ events, enabled: withDefault(z.boolean(), true), secret: secretField(secret) })

// An org may register a URL more than once. A URL has no fragment, so `#2` after one names the second endpoint with that URL.
const NUMBERED = /#([2-9]|[1-9]\d+)$/

/** The URL of an endpoint's key. */
const urlOf = (key: string) => key.replace(NUMBERED, '')

/** A key in the one spelling of its URL. An older endpoint keeps the spelling that it was registered with. */
const spelled = (key: string) => (URL.parse(urlOf(key))?.href ?? urlOf(key)) + (NUMBERED.exec(key)?.[0] ?? '')

export const configuredEndpoints: Configured = {
	name: 'webhook_endpoints',
	called: ['Webhook endpoint', 'url'],
	of: 'org',
	writers: { org: ['org.settings'] },
	key: text(2060).transform(spelled),
	entry: () => EndpointEntry,
	document: {
		entry: z.object({ ...WebhookEndpoint.pick({ events: true, enabled: true }).shape, secret: storedSecret() }),
		by: 'By URL. A second endpoint with the same URL has `#2` after it.',
	},
	check: (env, key, item) => {
		requireCallable(env, 'url', urlOf(key), WEBHOOK_URL)
		return item
	},
	settle: withoutGaps,
	secrets: { fields: ['secret'] },
	rows: {
		table: webhookEndpoints,
		owner: webhookEndpoints.org_id,
		order: webhookEndpoints.id,
		// Every attempt to deliver updates the statistics.
		loose: ['attempt_count', 'success_count', 'failing_since', 'last_failure', 'due_at'],
		// The purge may have deleted its deliveries, including those that were due.
		without: ['due_at'],
		exists: isThere,
		counted: [
			webhookEndpoints.url,
			webhookEndpoints.events,
			webhookEndpoints.enabled,
			webhookEndpoints.has_secret,
			webhookEndpoints.deleted_at,
		],
		// The row goes later, after its deliveries.
		deletes: (db, where) => db.update(webhookEndpoints).set({ deleted_at: now(), enabled: false }).where(where),
		// Enabling an endpoint resets its failures. Attempts may have changed the count since we read it.
		computed: {
			disabled_reason: sql.raw('iif(excluded.enabled, NULL, disabled_reason)'),
			failing_since: sql.raw('iif(excluded.enabled AND NOT webhook_endpoints.enabled, NULL, failing_since)'),
		},
	},
	stored: (row: typeof webhookEndpoints.$inferSelect) => ({
		key: spelled(row.url),
		item: { events: row.events, enabled: row.enabled },
	}),
	toRow: async (making) => ({ ...(making.stored?.row ?? (await registered(making))), ...changeOf(making) }),
	limits: [roomForEndpoints],
	masked: (key, item) => ({ key: maskedUrl(key), item }),
	audited: ({ target_id, org_id }) => endpointAudit(target_id, endpointOf(org_id as string, target_id)),
	hooks: (change) => [wakeEnabled(change)],
}

/** The row of a new endpoint, whose signing key is sealed. */
async function registered({ c, owner, key, at, seal }: RowInput): Promise<Row> {
	const { private_key, public_key } = await newSigningKey(c)
	const id = newId('whe')
	seal(placeOf(id, 'signing_key'), private_key)
	return { id, org_id: owner, url: urlOf(key), public_key, created_at: at, attempt_count: 0, success_count: 0 }
}

/** What a change sets. A secret that was replaced or removed signs for 24 more hours. */
function changeOf({ item, stored, plaintexts, seal }: RowInput): Row {
	const { events, enabled } = item
	const before = stored?.secrets.get('secret')
	const isOver = before !== undefined && (plaintexts.has('secret') || !hasSecret(item, 'secret'))
	if (isOver && before.plaintext !== undefined) seal(placeOf(before.sealed.row_id, 'previous_secret'), before.plaintext)
	return {
		events,
		enabled,
		has_secret: hasSecret(item, 'secret'),
		...(isOver && { previous_secret_until: fromNow(OVERLAP_MS) }),
	}
}

/** The endpoints with the same URL are numbered without gaps. Otherwise the next export would name them differently. */
function withoutGaps(after: Entries): FieldError[] {
	return [...after.keys()].flatMap((key) => {
		const number = Number(NUMBERED.exec(key)?.[1] ?? 1)
		const previous = number === 2 ? urlOf(key) : `${urlOf(key)}#${number - 1}`
		return number === 1 || after.has(previous)
			? []
			: [{ path: `webhook_endpoints.${key}`, ...said('comes_with', { field: previous }) }]
	})
}

/** The audit of a change to the endpoint that matches `where`. */
export const auditOf = (verb: VerbOf<'webhook_endpoints'>, target_id: string, where: SQL, org_id: string) => ({
	...endpointAudit(target_id, where),
	action: `webhook_endpoints.${verb}` as const,
	target_id,
	org_id,
	isNew: verb === 'create',
	kinds: [{ kind: configuredEndpoints }],
})

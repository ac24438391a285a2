import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { fromNow, newId, now } from '../../../db/columns.ts'
import type { FieldError } from '../../../http/errors.ts'
import { text, withDefault } from '../../../http/fields.ts'
import { requireCallable } from '../../../outbound/input.ts'
import { OVERLAP_MS, placeOf } from '../../../webhooks/endpoints/keys.ts'
import { CreateWebhookEndpoint, WEBHOOK_URL } from '../../../webhooks/endpoints/schema.ts'
import { newSigningKey } from '../../../webhooks/endpoints/sign.ts'
import { webhookEndpoints } from '../../../webhooks/endpoints/table.ts'
import { secretField } from '../secret.ts'
import { type Entries, hasSecret, type Making, type Row, type Section } from '../section.ts'
import { byId, valuesOf } from './by-id.ts'

type Endpoint = typeof webhookEndpoints.$inferSelect

const { events, secret } = CreateWebhookEndpoint.shape

const EndpointEntry = z.object({ events, enabled: withDefault(z.boolean(), true), secret: secretField(secret) })

// An org may register a URL more than once. A URL has no fragment, so `#2` behind one names the second endpoint of that URL.
const NUMBERED = /#([2-9]|[1-9]\d+)$/
const EndpointKey = text(2060)

/** The URL of an endpoint's key. */
const urlOf = (key: string) => key.replace(NUMBERED, '')

export const webhookEndpointsSection: Section = {
	name: 'webhook_endpoints',
	key: EndpointKey,
	entry: () => EndpointEntry,
	check: (env, key, item) => {
		requireCallable(env, 'url', urlOf(key), WEBHOOK_URL)
		return item
	},
	settle: withoutGaps,
	secrets: {
		of: () => ['secret'],
		required: () => [],
		place: (row) => placeOf(row.id as string, 'secret'),
		ofRow: (row) => placeOf(row.id as string, 'secret'),
	},
	tables: [
		{
			...byId(webhookEndpoints, webhookEndpoints.id, ['events', 'enabled', 'has_secret', 'previous_secret_until']),
			// Enabling an endpoint ends its count of failures. Attempts may have changed the count since it was read.
			computed: {
				disabled_reason: sql.raw('iif(excluded.enabled, NULL, disabled_reason)'),
				failing_since: sql.raw('iif(excluded.enabled AND NOT webhook_endpoints.enabled, NULL, failing_since)'),
			},
			// As the slice does: the row goes later, after its deliveries.
			remove: (db, _owner, ids) =>
				db
					.update(webhookEndpoints)
					.set({ deleted_at: now(), enabled: false })
					.where(inArray(webhookEndpoints.id, valuesOf(ids))),
		},
	],
	read: (db, owner) => [
		db
			.select()
			.from(webhookEndpoints)
			.where(and(eq(webhookEndpoints.org_id, owner), isNull(webhookEndpoints.deleted_at)))
			.orderBy(asc(webhookEndpoints.id)),
	],
	stored: ([rows]) => {
		const counts = new Map<string, number>()
		return (rows as Endpoint[]).map((row) => {
			const count = (counts.get(row.url) ?? 0) + 1
			counts.set(row.url, count)
			const key = count === 1 ? row.url : `${row.url}#${count}`
			return { key, item: { events: row.events, enabled: row.enabled }, row }
		})
	},
	toRow: async (making) => ({ ...(making.stored?.row ?? (await registered(making))), ...changeOf(making) }),
}

/** The row of a new endpoint, whose signing key is sealed. */
async function registered({ owner, key, at, seal }: Making): Promise<Row> {
	const { private_key, public_key } = await newSigningKey()
	const id = newId('whe')
	seal(placeOf(id, 'signing_key'), private_key)
	return { id, org_id: owner, url: urlOf(key), public_key, created_at: at, attempt_count: 0, success_count: 0 }
}

/** What a change sets. A secret that was replaced or ended signs for a day more. */
function changeOf({ item, stored, plaintexts, seal }: Making): Row {
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

/** The endpoints of one URL are numbered without gaps. Otherwise the next export would name them differently. */
function withoutGaps(after: Entries): FieldError[] {
	return [...after.keys()].flatMap((key) => {
		const number = Number(NUMBERED.exec(key)?.[1] ?? 1)
		const previous = number === 2 ? urlOf(key) : `${urlOf(key)}#${number - 1}`
		return number === 1 || after.has(previous)
			? []
			: [{ path: `webhook_endpoints.${key}`, message: `Must come with ${previous}` }]
	})
}

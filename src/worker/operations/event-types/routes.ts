import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { signedIn } from '../../ground/http/access.ts'
import { returns } from '../../ground/http/contract.ts'
import { EVENT_TYPES } from './all.ts'
import { WebhookEventType } from './schema.ts'

const types = Object.entries(EVENT_TYPES).map(([type, { description }]) => ({
	type,
	description,
	schema: `/openapi.json#/webhooks/${type}`,
}))

export const eventTypeRoutes = new Hono<App>().get(
	'/',
	signedIn(),
	returns(200, z.array(WebhookEventType), 'List the event types that Plinth emits'),
	(c) => c.json(types),
)

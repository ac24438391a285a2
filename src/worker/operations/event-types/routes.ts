import * as z from 'zod'
import { signedIn } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { EVENT_TYPES } from './all.ts'
import { WebhookEventType } from './schema.ts'

const types = Object.entries(EVENT_TYPES).map(([type, { description }]) => ({
	type,
	description,
	schema: `/openapi.json#/webhooks/${type}`,
}))

export const eventTypeRoutes = routes().get(
	'/',
	signedIn(),
	returns(200, z.array(WebhookEventType), 'List the event types that Plinth emits'),
	(c) => c.json(types),
)

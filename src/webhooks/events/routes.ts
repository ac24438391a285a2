import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { returns } from '../../http/contract.ts'
import { CATALOGUE } from './catalogue.ts'
import { WebhookEventType } from './schema.ts'
import { signedIn } from '../../http/access.ts'

const types = Object.entries(CATALOGUE).map(([type, { description }]) => ({
	type,
	description,
	schema: `/openapi.json#/webhooks/${type}`,
}))

export const eventTypeRoutes = new Hono<App>().get(
	'/',
	signedIn(),
	returns(200, z.array(WebhookEventType), 'List the events that are told'),
	(c) => c.json(types),
)

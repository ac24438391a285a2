import { Hono } from 'hono'
import { anyone } from '../auth/permissions.ts'
import type { App } from '../http/context.ts'
import { returns } from '../http/contract.ts'
import document from './openapi.json' with { type: 'json' }

const text = JSON.stringify(document)

export const docsRoutes = new Hono<App>()

docsRoutes.get('/openapi.json', anyone(), returns(200, undefined, 'This API as an OpenAPI document'), (c) =>
	c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }),
)

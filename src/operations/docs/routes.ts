import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { App } from '../../context.ts'
import { anyone } from '../../http/access.ts'
import { returns } from '../../http/contract.ts'
import { changeGuide } from './change-guide.ts'
import document from './openapi.json' with { type: 'json' }
import { type Document, page } from './page.ts'
import { STYLE } from './style.ts'
import { webhookGuide } from './webhook-guide.ts'

const CACHED = 'public, max-age=300'

// Made at the first request for them, so an isolate that serves no documentation does not pay for them.
let text: string | undefined
let reference: string | undefined
let webhooks: string | undefined
let changes: string | undefined

export const docsRoutes = new Hono<App>()

docsRoutes.get('/openapi.json', anyone(), returns(200, undefined, 'Read this API as an OpenAPI document'), (c) => {
	text ??= JSON.stringify(document)
	return c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': CACHED })
})

docsRoutes.get('/docs', anyone(), returns(200, undefined, 'Read this API as a page', 'text/html'), (c) => {
	reference ??= page(document as unknown as Document)
	return answerPage(c, reference)
})

docsRoutes.get(
	'/docs/webhooks',
	anyone(),
	returns(200, undefined, 'Read how to receive and verify webhooks', 'text/html'),
	(c) => {
		webhooks ??= webhookGuide()
		return answerPage(c, webhooks)
	},
)

docsRoutes.get(
	'/docs/changes',
	anyone(),
	returns(200, undefined, 'Read how to change a running platform', 'text/html'),
	(c) => {
		changes ??= changeGuide()
		return answerPage(c, changes)
	},
)

function answerPage(c: Context<App>, source: string) {
	const style = createHash('sha256').update(STYLE).digest('base64')
	return c.html(source, 200, {
		'Cache-Control': CACHED,
		'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'`,
	})
}

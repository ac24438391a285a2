import { type Context, Hono } from 'hono'
import type { App } from '../../context.ts'
import { anyone } from '../../http/access.ts'
import { returns } from '../../http/contract.ts'
import { BUILT, type BuiltName } from './built.ts'

// The document is half a megabyte. It's a static asset, so isolates don't have to load it with the Worker.

export const docsRoutes = new Hono<App>()

docsRoutes.get('/openapi.json', anyone(), returns(200, undefined, 'Read this API as an OpenAPI document'), (c) =>
	responseBuilt(c, 'openapi.json', 'application/json'),
)

docsRoutes.get(
	'/docs',
	anyone(),
	returns(200, undefined, 'Read this API as a page', { contentType: 'text/html' }),
	(c) => responseBuilt(c, 'reference.html', 'text/html; charset=UTF-8', WITH_SCRIPT),
)

docsRoutes.get(
	'/docs/webhooks',
	anyone(),
	returns(200, undefined, 'Read how to receive and verify webhooks', { contentType: 'text/html' }),
	(c) => responseBuilt(c, 'webhooks.html', 'text/html; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/changes',
	anyone(),
	returns(200, undefined, 'Read how to change a running platform', { contentType: 'text/html' }),
	(c) => responseBuilt(c, 'changes.html', 'text/html; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/spending',
	anyone(),
	returns(200, undefined, 'Read how to stop runs that take too much', { contentType: 'text/html' }),
	(c) => responseBuilt(c, 'spending.html', 'text/html; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/runtime',
	anyone(),
	returns(200, undefined, 'Read how to connect an agent that runs anywhere', { contentType: 'text/html' }),
	(c) => responseBuilt(c, 'runtime.html', 'text/html; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/plinth_runtime.py',
	anyone(),
	returns(200, undefined, "Get the runtime's client for Python", { contentType: 'text/x-python' }),
	(c) => responseBuilt(c, 'plinth_runtime.py', 'text/x-python; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/plinth_runtime.mjs',
	anyone(),
	returns(200, undefined, "Get the runtime's client for Node.js", { contentType: 'text/javascript' }),
	(c) => responseBuilt(c, 'plinth_runtime.mjs', 'text/javascript; charset=UTF-8'),
)

/** What the reference's script needs: to be loaded, and to call this API. */
const WITH_SCRIPT =
	"; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

async function responseBuilt(c: Context<App>, name: BuiltName, type: string, policy = '') {
	// The assets serve a page under its name without `.html`, and redirect from the name with it.
	const url = new URL(`/${BUILT}/${name.replace(/\.html$/, '')}`, c.req.url)
	const { body } = await c.env.ASSETS.fetch(new Request(url))
	const headers = {
		'Content-Type': type,
		'Cache-Control': 'public, max-age=300',
		'Content-Security-Policy': `default-src 'none'; style-src 'self'; frame-ancestors 'none'${policy}`,
	}
	return new Response(body, { headers })
}

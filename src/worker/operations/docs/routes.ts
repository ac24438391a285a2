import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { anyone } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { BUILT } from './built.ts'

// The document is half a megabyte. It's a static asset, so isolates don't have to load it with the Worker.

export const docsRoutes = routes()

docsRoutes.get('/openapi.json', anyone(), returns(200, undefined, 'Read this API as an OpenAPI document'), (c) =>
	responseBuilt(c, 'openapi.json', 'application/json'),
)

docsRoutes.get(
	'/docs',
	anyone(),
	returns(200, undefined, 'Read the overview of the documentation', { contentType: 'text/html' }),
	(c) => page(c, 'docs'),
)

docsRoutes.get(
	'/docs/plinth_runtime.py',
	anyone(),
	returns(200, undefined, "Get the runtime's client for Python", { contentType: 'text/x-python' }),
	(c) => responseBuilt(c, 'docs/plinth_runtime.py', 'text/x-python; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/plinth_runtime.mjs',
	anyone(),
	returns(200, undefined, "Get the runtime's client for Node.js", { contentType: 'text/javascript' }),
	(c) => responseBuilt(c, 'docs/plinth_runtime.mjs', 'text/javascript; charset=UTF-8'),
)

docsRoutes.get(
	'/llms.txt',
	anyone(),
	returns(200, undefined, 'Tell a model where what is documented', { contentType: 'text/plain' }),
	(c) => responseBuilt(c, 'llms.txt', 'text/plain; charset=UTF-8'),
)

docsRoutes.get(
	'/docs/:page',
	anyone(),
	returns(200, undefined, 'Read a guide', { contentType: 'text/html' }),
	refuses(404),
	(c) => page(c, `docs/${c.req.param('page')}`),
)

docsRoutes.get(
	'/docs/:part/:page',
	anyone(),
	returns(200, undefined, 'Read a chapter of this reference', { contentType: 'text/html' }),
	refuses(404),
	(c) => page(c, `docs/${c.req.param('part')}/${c.req.param('page')}`),
)

/** What the pages' script needs: to be loaded, and to call this API. Its first part is the policy of all documents. */
const POLICY =
	"default-src 'none'; style-src 'self'; frame-ancestors 'none'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The assets serve a page under its name without `.html`, and redirect from the name with it. */
const page = (c: Context<App>, name: string) => responseBuilt(c, name, 'text/html; charset=UTF-8')

async function responseBuilt(c: Context<App>, name: string, type: string) {
	if (!/^[\w./-]+$/.test(name)) throw notFound('Page')
	const { ok, body } = await c.env.ASSETS.fetch(new Request(new URL(`/${BUILT}/${name}`, c.req.url)))
	if (!ok) throw notFound('Page')
	const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=300', 'Content-Security-Policy': POLICY }
	return new Response(body, { headers })
}

import type { MiddlewareHandler } from 'hono'
import type { App } from '../../context.ts'
import { declare } from '../../ground/http/declared.ts'
import { forbidden } from '../../ground/http/errors.ts'

/**
 * Refuses a request from a page of a foreign site. Otherwise such a page could log its visitor in to an attacker's account. A
 * program sends no `Origin`. We compare only the host, because a proxy in front of Plinth may end TLS.
 */
const refuseForeign: MiddlewareHandler<App> = async (c, next) => {
	const origin = c.req.header('Origin')
	const isForeign =
		origin === undefined ? c.req.header('Sec-Fetch-Site') === 'cross-site' : !isAdmitted(c.env, c.req.url, origin)
	if (isForeign) throw forbidden('auth.foreign_origin')
	await next()
}

export const ownOrigin = declare(refuseForeign, { refusals: ['auth.foreign_origin'] })

/** Whether a page of this origin may call: it's our own host, or in `ALLOWED_ORIGINS`. */
export const isAdmitted = ({ ALLOWED_ORIGINS }: Env, url: string, origin: string) =>
	(URL.canParse(origin) && new URL(origin).host === new URL(url).host) ||
	ALLOWED_ORIGINS.split(/\s*,\s*/).includes(origin)

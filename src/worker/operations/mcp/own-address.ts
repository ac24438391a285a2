import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { forbidden } from '../../ground/http/errors.ts'
import { publicUrlOf } from '../../ground/http/public-url.ts'
import { isAdmitted } from '../../sign-in/sessions/origin.ts'

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Refuses a request that a page of another site made, or that names a host which isn't ours: a page whose name leads to this machine
 * (DNS rebinding) sends its own. Over HTTPS the certificate decides, unless `PUBLIC_URL` says which host is ours.
 */
export function requireOwnAddress(c: Context<SignedIn>): void {
	const { protocol, host, hostname } = new URL(c.req.url)
	const publicUrl = publicUrlOf(c.env)
	const isOurs = publicUrl === undefined ? protocol === 'https:' : host === new URL(publicUrl).host
	if (!isOurs && !THIS_MACHINE.test(hostname)) throw forbidden('mcp.foreign_host', { host })
	const origin = c.req.header('Origin')
	if (origin !== undefined && !isAdmitted(c.env, c.req.url, origin)) throw forbidden('auth.foreign_origin')
}

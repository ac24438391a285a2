import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

// Cookies of `/v1/auth`. Over https their names begin with `__Secure-`, which a browser accepts only from a secure response. So
// nobody on the same network can plant one.

/** Whether the request came from this machine without TLS. A browser sends no secure cookie there. */
function isLocal({ req }: Pick<Context, 'req'>): boolean {
	const { protocol, hostname } = new URL(req.url)
	return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
}

export const readCookie = (c: Context, name: string): string | undefined =>
	isLocal(c) ? getCookie(c, name) : getCookie(c, name, 'secure')

/** The names of the request's cookies that begin like this, the oldest first: browsers send them in that order (RFC 6265, section 5.4). */
export const cookiesNamed = (c: Context, stem: string): string[] => {
	const prefix = isLocal(c) ? '' : '__Secure-'
	const names = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix + stem))
	return names.map((name) => name.slice(prefix.length))
}

/** Sets a cookie that no script can read. `maxAge` is in seconds; 0 removes the cookie. */
export function writeCookie(c: Context, name: string, value: string, maxAge: number): void {
	const options = { path: '/v1/auth', httpOnly: true, sameSite: 'Lax', maxAge } as const
	setCookie(c, name, value, isLocal(c) ? options : { ...options, secure: true, prefix: 'secure' })
}

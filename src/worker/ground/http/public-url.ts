/** Over http only this machine is reachable: a link in a mail may carry a token. */
const isSafe = ({ protocol, hostname }: URL) =>
	protocol === 'https:' ||
	(protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)))

/**
 * The address of this instance as people know it, without a slash at its end: the variable `PUBLIC_URL`. Undefined if it's empty
 * or isn't the address of a website, because a request must not fail for it. `npm run deploy:check` complains.
 */
export function publicUrlOf({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): string | undefined {
	const url = URL.parse(PUBLIC_URL)
	if (!url || !isSafe(url)) return undefined
	const hasMore = url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== ''
	return hasMore ? undefined : url.href.replace(/\/+$/, '')
}

/** What says where this instance is: `PUBLIC_URL`, or else the address of the request. */
export interface Located {
	env: Pick<Env, 'PUBLIC_URL'>
	req: { url: string }
}

export const publicAddressOf = ({ env, req }: Located) => publicUrlOf(env) ?? new URL(req.url).origin

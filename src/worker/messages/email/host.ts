import { invalid } from '../../ground/http/errors.ts'
import { type Denial, DENIALS, hostDenialOf } from '../../ground/outbound/policy.ts'

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** A host name or IP address as the URL standard spells it; undefined if it's neither. An IPv6 address has no brackets. */
export function hostOf(value: string): string | undefined {
	const v6 = /^\[?([\da-f.]*:[\da-f:.]*)\]?$/i.exec(value)?.[1]
	// The URL parser drops or decodes other characters, so we refuse a host that has them.
	if (v6 === undefined && !/^[\p{L}\p{M}\p{N}._-]+$/u.test(value)) return undefined
	const url = `http://${v6 === undefined ? value : `[${v6}]`}`
	if (!URL.canParse(url)) return undefined
	const { hostname } = new URL(url)
	if (v6 !== undefined) return hostname.slice(1, -1)
	const name = hostname.replace(/\.$/, '')
	return name.length <= 253 && NAME.test(name) ? name : undefined
}

/** Why Plinth mustn't connect to an SMTP server; undefined if it may. Checked when the server is written and when it's used. */
export const smtpDenialOf = (env: Env, host?: string | null, port?: number | null): Denial | undefined =>
	typeof host === 'string' ? hostDenialOf(env, host, port ?? undefined) : undefined

/** Refuses a server that Plinth mustn't connect to: a 400 that names the field and, in `details.reason`, the rule. */
export function requireConnectable(env: Env, host?: string | null, port?: number | null): void {
	const reason = smtpDenialOf(env, host, port)
	if (reason) throw invalid([{ path: 'smtp_host', message: DENIALS[reason] }], reason)
}

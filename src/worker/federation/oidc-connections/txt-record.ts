import * as z from 'zod'
import { OutboundError } from '../../ground/outbound/request.ts'
import { send } from '../../ground/outbound/send.ts'
import { type KnownDomain, recordOf } from './columns.ts'

// The TXT record of a domain, by DNS over HTTPS. Two resolvers must agree, so neither of them alone can give a domain away.

const RESOLVERS = 'https://cloudflare-dns.com/dns-query,https://dns.google/resolve'

const TXT = 16
const NXDOMAIN = 3

const Answer = z.object({
	Status: z.int(),
	Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
})

/** Whether the domain's record is there. Undefined if a resolver didn't answer, so that an outage takes no proof away. */
export async function isProved(env: Env, domain: KnownDomain): Promise<boolean | undefined> {
	const { record, value } = recordOf(domain)
	const resolvers = (env.DNS_RESOLVERS || RESOLVERS).split(/\s*,\s*/)
	if (resolvers.length < 2) return undefined
	const answers = await Promise.all(resolvers.map((resolver) => textsAt(env, resolver, record)))
	if (answers.some((texts) => texts === undefined)) return undefined
	return answers.every((texts) => texts?.includes(value))
}

/** The texts of a name; undefined if the resolver didn't answer. */
async function textsAt(env: Env, resolver: string, name: string): Promise<string[] | undefined> {
	const url = `${resolver}?name=${encodeURIComponent(name)}&type=TXT`
	try {
		const { status, text } = await send(env, url, {
			headers: { Accept: 'application/dns-json' },
			rules: { schemes: ['https:', 'http:'] },
			timeout_ms: 5_000,
			max_bytes: 65_536,
		})
		const { data } = Answer.safeParse(status === 200 ? JSON.parse(text) : undefined)
		if (!data || (data.Status !== 0 && data.Status !== NXDOMAIN)) return undefined
		return (data.Answer ?? []).filter(({ type }) => type === TXT).map((answer) => joined(answer.data))
	} catch (error) {
		if (error instanceof OutboundError || error instanceof SyntaxError) return undefined
		throw error
	}
}

/** A text of several strings as one, without its quotation marks. */
const joined = (data: string) => data.replaceAll(/^"|"$|" *"/g, '')

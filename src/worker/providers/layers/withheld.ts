import * as z from 'zod'
import { doc } from '#doc'

// What of the platform's entries only leaves to runtimes of the platform: everything that says where, how and at what margin they are
// called. Everybody else gets null in its place.

const WITHHELD: Record<string, unknown> = {
	api_key: null,
	base_url: null,
	vendor_a_api_mode: null,
	advanced_json: null,
	multiplier: null,
	cost_per_1k_input: null,
	cost_per_1k_output: null,
	cost_per_1k_cache_write: null,
	cost_per_1k_cache_read: null,
	url: null,
	command: null,
	args: [],
	cwd: null,
	inherit_parent_env: null,
	env: {},
	bearer_token: null,
}

/** The field that says so. */
export const withheld = () =>
	z.optional(z.literal('platform')).meta(
		doc({
			description:
				"The entry is the platform's. What says where and how it is called only goes to service accounts with `platform_credentials`.",
		}),
	)

/** A tool, a model or an MCP server as it leaves to somebody who doesn't get what the platform's entries keep. */
export function withoutPlatform<A extends { scope: string }>(answer: A): A & { withheld?: 'platform' } {
	if (answer.scope === 'org') return answer
	const fields = Object.entries(WITHHELD).filter(([field]) => field in answer)
	return { ...answer, ...Object.fromEntries(fields), withheld: 'platform' }
}

/** The same for an answer of any kind: one entry, or a list of servers. An error in the place of an entry stays as it is. */
export function withoutPlatforms<A extends object>(answer: A): A {
	const { scope, servers } = answer as { scope?: string; servers?: { scope: string }[] }
	if (servers) return { ...answer, servers: servers.map(withoutPlatform) }
	return scope === undefined ? answer : withoutPlatform(answer as A & { scope: string })
}

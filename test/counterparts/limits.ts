// The `RateLimit` of a 429, read by structured-headers as the Structured Field that the IETF draft makes of it (RFC 9651), and by
// ratelimit-header-parser, which knows the forms before.
import assert from 'node:assert/strict'
import { counterpart, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

type Item = [name: unknown, parameters: Map<string, unknown>]

interface Parser {
	parseRateLimit: (response: Response) => { remaining: number } | undefined
}

/** More than a minute's worth of each, twice over, since they may fall into two minutes. */
const CALLS = { sign_in: 130, caller: 1_300 }

await counterpart('limits', async () => {
	const { require } = packages('structured-headers@2.1.0', 'ratelimit-header-parser@0.1.0')
	const load = async <Of>(name: string) => (await import(require.resolve(name))) as Of
	const { parseList } = await load<{ parseList: (value: string) => Item[] }>('structured-headers')
	const { parseRateLimit } = await load<Parser>('ratelimit-header-parser')
	const counts: Record<string, { through: number; refused: number; older: number }> = {}
	await withPlinth({ RATE_LIMITS: 'on' }, async ({ url, call }) => {
		const { access_token } = await call('POST', '/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
		const ways: Record<keyof typeof CALLS, () => Promise<Response>> = {
			sign_in: () => fetch(`${url}/v1/auth/logout`, { method: 'POST' }),
			caller: () => fetch(`${url}/v1/plans`, { headers: { Authorization: `Bearer ${access_token}` } }),
		}
		for (const [name, way] of Object.entries(ways)) {
			const count = (counts[name] = { through: 0, refused: 0, older: 0 })
			for (let calls = CALLS[name as keyof typeof CALLS]; calls > 0; calls -= 20)
				for (const response of await Promise.all(Array.from({ length: 20 }, way))) {
					await response.arrayBuffer()
					const value = response.headers.get('RateLimit')
					if (response.status !== 429) {
						assert.equal(value, null, 'nobody knows what is left of a limit')
						count.through += 1
						continue
					}
					const seconds = Number(response.headers.get('Retry-After'))
					assert.deepEqual(
						parseList(String(value)).map(([limit, parameters]) => [limit, Object.fromEntries(parameters)]),
						[[name, { r: 0, t: seconds }]],
					)
					if (parseRateLimit(response)?.remaining === 0) count.older += 1
					count.refused += 1
				}
			assert(count.through > 0 && count.refused > 0, `${name}: ${JSON.stringify(count)}`)
		}
	})
	const { sign_in, caller } = counts
	return [
		`structured-headers reads the RateLimit of ${sign_in?.refused} refused sign-ins and ${caller?.refused} refused calls: the limit's name, r=0, and t as Retry-After`,
		`${(sign_in?.through ?? 0) + (caller?.through ?? 0)} other responses have none`,
		`ratelimit-header-parser knows the drafts up to 7 and reads ${(sign_in?.older ?? 0) + (caller?.older ?? 0)} of them`,
	]
})

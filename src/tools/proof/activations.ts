import { expected, type Proving, told } from './instance.ts'
import { check, failed, held, inLanes, type Section, seconds } from './section.ts'

const ACTIVATIONS = 200
const LANES = 10
const BOUND_MS = 120_000
/** KV shows a change within half a minute, and an isolate within five seconds of that. */
const SEEN_WITHIN_MS = 60_000
const GROUP = '/v1/tool-providers/web_search'
const PROVIDERS = ['selfhosted', 'hosted'] as const

const activate = ({ call, key }: Proving, provider: string) =>
	call({ token: key, method: 'PUT', path: `${GROUP}/${provider}/activate?scope=org` })

/** Those of the org that are active, by name. */
async function active({ call, key }: Proving): Promise<string[]> {
	const { groups } = expected(
		'Listing tool providers',
		200,
		await call({ token: key, path: '/v1/tool-providers?scope=org' }),
	) as { groups: { group_name: string; providers: { provider_name: string; is_active: boolean }[] }[] }
	return groups
		.filter(({ group_name }) => group_name === 'web_search')
		.flatMap(({ providers }) => providers.filter(({ is_active }) => is_active).map((one) => one.provider_name))
}

/** How long it took until the org's runs get the provider; undefined if they didn't in time. */
async function seenAfter({ call, key, wait }: Proving, provider: string): Promise<number | undefined> {
	const started = performance.now()
	while (performance.now() - started < SEEN_WITHIN_MS) {
		const { body } = await call({ token: key, path: `${GROUP}/effective` })
		if (body.provider_name === provider) return performance.now() - started
		await wait(250)
	}
	return undefined
}

export const activations: Section = {
	name: 'activations',
	title: 'Two hundred activations of two providers against each other',
	prove: async (proving) => {
		const { call, key } = proving
		const body = { base_url: 'https://search.example.com' }
		const path = `${GROUP}/selfhosted/credential?scope=org`
		expected('Giving a provider its address', 204, await call({ token: key, method: 'PUT', path, body }))
		const started = performance.now()
		const replies = await inLanes(LANES, ACTIVATIONS, (index) => activate(proving, PROVIDERS[index % 2] as string))
		const ms = performance.now() - started
		const between = await active(proving)
		expected('The last activation', 204, await activate(proving, 'hosted'))
		const now = await active(proving)
		const isLast = now.join() === 'web_search.hosted'
		const seen = isLast ? await seenAfter(proving, 'web_search.hosted') : undefined
		const refused = replies.filter(({ status }) => status !== 204)
		return [
			...refused.slice(0, 3).map((reply) => failed(`an activation answered ${told(reply)}`)),
			check(ms < BOUND_MS, `${ACTIVATIONS} in ${seconds(ms)}`, `They must take less than ${seconds(BOUND_MS)}.`),
			check(between.length === 1, `${between.length} active after them`, 'It must be exactly one.'),
			check(isLast, `active is ${now.join()}`, 'It must be the one activated last.'),
			seen === undefined
				? failed(`the org's runs don't get the one activated last within ${seconds(SEEN_WITHIN_MS)}`)
				: held(`the org's runs got it after ${seconds(seen)}`),
		]
	},
}

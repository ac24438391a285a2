import { expected, type Proving } from './instance.ts'
import { check, failed, type Line, type Section, seconds } from './section.ts'

/** How many fresh connections in a row must have the new value. */
const IN_A_ROW = 50
const BOUND_MS = 15_000
/** While it has the old value, so that a minute's limit of calls is enough. */
const PAUSE_MS = 100

async function arrival(proving: Proving, flag: string): Promise<Line[]> {
	const { call, key, token, wait } = proving
	const path = `/v1/feature-flags/${flag}/evaluate`
	const evaluated = async () => expected('Evaluating the flag', 200, await call({ token: key, path, isFresh: true }))
	await evaluated()
	const change = { token, method: 'PATCH', path: `/v1/feature-flags/${flag}`, body: { default_value: true } }
	expected('Changing the flag', 200, await call(change))
	const started = performance.now()
	let since = started
	let isOld = 0
	for (let streak = 0; streak < IN_A_ROW;) {
		const { value } = await evaluated()
		if (value === true) streak += 1
		else {
			streak = 0
			isOld += 1
			if (performance.now() - started > BOUND_MS)
				return [failed(`after ${seconds(BOUND_MS)} a fresh connection still gets the old value`)]
			await wait(PAUSE_MS)
			since = performance.now()
		}
	}
	const ms = since - started
	return [
		check(
			ms < BOUND_MS,
			`${IN_A_ROW} fresh connections in a row had the new value from ${seconds(ms)} after the change on, ${isOld} before them the old one`,
			`It must be within ${seconds(BOUND_MS)}.`,
		),
	]
}

export const flag: Section = {
	name: 'flag',
	title: 'The way of a flag to wherever a fresh connection arrives',
	prove: async (proving) => {
		const { call, token } = proving
		const name = `proof.${crypto.randomUUID().replaceAll('-', '')}`
		const body = { key: name, default_value: false, description: 'Made by npm run prove, which deletes it' }
		expected('Making a flag', 201, await call({ token, method: 'POST', path: '/v1/feature-flags', body }))
		try {
			return await arrival(proving, name)
		} finally {
			const gone = await call({ token, method: 'DELETE', path: `/v1/feature-flags/${name}` })
			expected('Deleting the flag', 200, gone)
		}
	},
}

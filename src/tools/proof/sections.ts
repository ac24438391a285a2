import { faultOf, smokeCalls } from '../smoke-calls.ts'
import { activations } from './activations.ts'
import { begins } from './begins.ts'
import { d1 } from './d1.ts'
import { dryRuns } from './dry-runs.ts'
import { flag } from './flag.ts'
import { told } from './instance.ts'
import { check, failed, held, note, notShown, type Section, seconds } from './section.ts'
import { webhook } from './webhook.ts'

const answers: Section = {
	name: 'answers',
	title: 'The five calls of npm run smoke',
	prove: async ({ url, token }) => {
		const headers = new Headers({ Authorization: `Bearer ${token}` })
		return Promise.all(
			smokeCalls(token).map(async (call) => {
				const fault = await faultOf(url, headers, call)
				return fault === undefined ? held(call.name) : failed(`${call.name}: ${fault}`)
			}),
		)
	},
}

const FIRST_WITHIN_MS = 5_000

const idle: Section = {
	name: 'idle',
	title: 'The first answer after a pause',
	prove: async ({ call, token, wait, idle_ms }) => {
		if (idle_ms === undefined) return [notShown('no --idle was given')]
		await wait(idle_ms)
		const asked = () => call({ token, path: '/v1/plans?limit=1', isFresh: true })
		const [first, second] = [await asked(), await asked()]
		return [
			check(
				first.status === 200 && first.ms < FIRST_WITHIN_MS,
				`${first.status === 200 ? seconds(first.ms) : told(first)} after ${seconds(idle_ms)} without a call of this client, then ${seconds(second.ms)}`,
				`The first must be a 200 within ${seconds(FIRST_WITHIN_MS)}.`,
			),
			note('other callers may have kept the instance warm'),
		]
	},
}

/** In their order. The pause comes last, so that it's one of this client. */
export const SECTIONS: Section[] = [answers, dryRuns, begins, activations, webhook, d1, flag, idle]

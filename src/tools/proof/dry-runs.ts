import { isDeepStrictEqual } from 'node:util'
import { type Proving, type Reply, told } from './instance.ts'
import { check, failed, type Line, type Section, seconds } from './section.ts'

/** The sizes of the answers, and how many entitlements of a plan carry each. A value has 1,024 characters at most. */
const SIZES = [
	{ name: '1 KB', bytes: 1_000, count: 1 },
	{ name: '100 KB', bytes: 100_000, count: 20 },
	{ name: '1.9 MB', bytes: 1_900_000, count: 200 },
]

/** What the answer has beside the entitlements, and beside the value of each: both are in it twice. */
const AROUND = { answer: 450, entitlement: 110 }

const BOUND_MS = 30_000

/** A plan whose dry run answers about as many bytes. A control character is one in the database, and six in JSON. */
function planOf(bytes: number, count: number) {
	const length = Math.round(((bytes - AROUND.answer) / (2 * count) - AROUND.entitlement) / 6)
	const entitlements = Array.from({ length: count }, (_, index) => ({
		key: `proof.${index}`,
		value: '\u0001'.repeat(length),
		value_type: 'string',
	}))
	return { name: `proof-${crypto.randomUUID()}`, display_name: 'Proof', entitlements }
}

async function dryRun({ call, token }: Proving, { name, bytes, count }: (typeof SIZES)[number]): Promise<Line[]> {
	const plan = planOf(bytes, count)
	const headers = { 'Dry-Run': 'true' }
	const reply = await call({ token, method: 'POST', path: '/v1/plans', body: plan, headers })
	const fault = faultIn(reply, plan)
	if (fault) return [failed(`${name}: ${fault}`)]
	const after = await call({ token, path: `/v1/plans/${reply.body.body.id}` })
	return [
		check(
			reply.bytes > bytes * 0.9 && reply.ms < BOUND_MS,
			`${name}: ${reply.bytes} bytes in ${seconds(reply.ms)}`,
			`It must have ${bytes} bytes within ${seconds(BOUND_MS)}.`,
		),
		check(after.status === 404, `${name}: nothing was written`, `The plan of a dry run is there: ${told(after)}.`),
	]
}

/** What an answer must have: everything that was sent, as the plan and as the change. */
function faultIn(reply: Reply, { name, entitlements }: ReturnType<typeof planOf>): string | undefined {
	if (reply.status !== 200 || reply.body.dry_run !== true) return `the dry run answered ${told(reply)}`
	const isWhole = (plan: typeof reply.body) =>
		plan?.name === name &&
		isDeepStrictEqual(
			plan.entitlements.map(({ key, value }: { key: string; value: string }) => `${key} ${value}`).toSorted(),
			entitlements.map(({ key, value }) => `${key} ${value}`).toSorted(),
		)
	if (!isWhole(reply.body.body)) return 'the body lacks something of the plan'
	if (!isWhole(reply.body.changes[0]?.after)) return 'the change lacks something of the plan'
	return undefined
}

/** The result of a dry run travels in the message of an error of D1, so this is the size that it may have. */
export const dryRuns: Section = {
	name: 'dry-runs',
	title: 'Dry runs with large answers',
	prove: async (proving) => {
		const lines: Line[] = []
		for (const size of SIZES) lines.push(...(await dryRun(proving, size)))
		return lines
	},
}

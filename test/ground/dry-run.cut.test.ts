import { expect, test, vi } from 'vitest'
import { type Send, sendingBy } from '../support/d1.ts'
import { dump } from '../support/dry-run.ts'
import { unique, world } from '../support/world.ts'

// The result of a dry run travels in the message of an error. Nobody promises that D1 carries it whole, so whatever is missing from
// it, the caller gets the 503 that says so, and never half of the result or another refusal.

const { admin } = await world()

// What other messages of D1 say, and a long text from which a piece can be lost without harm to the JSON around it.
const WORDS = `UNIQUE constraint failed: plans.name: SQLITE ${'😀x'.repeat(40)} guard FOREIGN KEY constraint failed`

const HEAD = /^(?:D1_ERROR: )?DRY:/

/** Creates the plan in a dry run, while D1 answers an error with what `change` makes of its message. */
const through = (change: (message: string) => string) => {
	const changing = (original: Send): Send =>
		async function (...args) {
			const response = (await original.apply(this, args)) as { error?: string }
			return response.error === undefined ? response : { ...response, error: change(response.error) }
		}
	const plan = { name: unique('plan'), display_name: WORDS }
	return sendingBy(changing, () => admin.post('/v1/plans', plan, { headers: { 'Dry-Run': 'true' } }))
}

async function carried(): Promise<string> {
	let text = ''
	const { status } = await through((message) => (text = message))
	expect(status).toBe(200)
	expect(text).toMatch(HEAD)
	return text
}

const without = (from: number, to: number) => (text: string) => text.slice(0, from) + text.slice(to)

test('whatever D1 leaves out of the result of a dry run, it is 503 dry_run.cut, and the log has none of it', async () => {
	const log = vi.spyOn(console, 'error')
	const whole = await carried()
	const { length } = whole
	const end = whole.lastIndexOf('}') + 1
	const face = whole.indexOf('😀')
	const lost: Record<string, (text: string) => string> = {
		'the piece in a value': without(face + 3, face + 9),
		'a piece in a value, for dots': (text) => `${text.slice(0, face + 3)}…${text.slice(face + 9)}`,
		'what is not ASCII': (text) => text.replaceAll('😀', '?'),
		everything: () => '',
		'everything, for its length': () => 'string or blob too big: SQLITE_TOOBIG',
		'everything, for words of its own': () => 'D1_ERROR: internal error; reference = 4711',
		'the head': (text) => text.replace(HEAD, ''),
		'the beginning up to words of a caller': (text) => text.slice(text.indexOf('UNIQUE')),
		'all but the words of a caller': () => WORDS,
		'the inside': (text) => text.replace(/\{.*\}/s, '{"parts":'),
	}
	for (const at of [1, 5, 9, 10, 12, 13, 14, 15, 17, 60, end - 2, end - 1])
		lost[`what follows ${at}`] = without(at, length)
	for (let at = 20; at < end; at += Math.ceil(end / 25)) lost[`what follows ${at}`] = without(at, length)
	const before = await dump()
	for (const [name, lose] of Object.entries(lost)) {
		const { status, body } = await through(lose)
		expect({ name, status, error: body.error, reason: body.details?.reason }).toEqual({
			name,
			status: 503,
			error: 'unavailable',
			reason: 'dry_run.cut',
		})
	}
	expect(await dump()).toEqual(before)
	for (const [line] of log.mock.calls)
		expect(Object.keys(JSON.parse(String(line)))).toEqual(['refused', 'status', 'trace_id', 'count', 'since'])
})

test('a dry run that loses nothing but what follows its result is whole', async () => {
	const whole = await carried()
	expect((await through((text) => text.slice(0, whole.lastIndexOf('}') + 1))).body.body.display_name).toBe(WORDS)
})

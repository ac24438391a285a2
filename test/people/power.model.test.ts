import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import type { Act } from '../support/power/acts.ts'
import { KEYS } from '../support/power/keys.ts'
import { LINKS } from '../support/power/links.ts'
import type { Credential } from '../support/power/model.ts'
import { PEOPLE } from '../support/power/people.ts'
import { idOf, logIn, newStage, really, type Stage } from '../support/power/stage.ts'
import { seeds } from '../support/property.ts'

// Random scripts of gives, takes, makes, leaves and uses over principals of every kind, against a plain model of who may do what now.
// Each answer has to be the model's, and so has what every credential may do afterwards. A script that fails is made short before it's
// printed.

const STEPS = 32
const ACTS: [string, Act][] = Object.entries({ ...PEOPLE, ...KEYS, ...LINKS })

/** How often the scripts came to each answer. */
const answers = new Map<string, number>()

/** What differs from the model, to read. */
class Differs extends Error {}

const same = (real: unknown, meant: unknown, what: string) => {
	const [is, must] = [JSON.stringify(real) ?? 'nothing', JSON.stringify(meant) ?? 'nothing']
	if (is !== must) throw new Differs(`${what} is ${is}, and must be ${must}`)
}

/** The times that rows keep have milliseconds, and no two steps share one. */
async function nextMoment(at: number) {
	while (Date.now() === at) await env.DB.prepare('SELECT 1').run()
}

/** The same choices for the same seed, and others for its neighbors: every script begins with one of them. */
function choicesOf(seed: number) {
	let state = seed
	return (limit: number) => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
	}
}

/** Acts that undo, outlive or depend on each other. */
const MEETINGS = [
	['makeLink', 'useLink', 'setRoles', 'logInAs', 'makeKey', 'suspend'],
	['makeKey', 'setRoles', 'revertRoles', 'makeAdmin', 'rotateKey', 'logInAs'],
	['makeAccount', 'changeAccount', 'makeServiceKey', 'changeReach', 'rotateServiceKey', 'suspendAccount'],
	['invite', 'accept', 'changeRole', 'putMember', 'removeMember', 'suspend'],
	['putMember', 'remove', 'setRoles', 'accept', 'invite'],
	['tryChange', 'decide', 'makeKey', 'changeRole', 'directory'],
	['makeKey', 'grow', 'changeRole', 'logInAs'],
	['deleteOrg', 'restoreOrg', 'makeServiceKey', 'invite', 'accept', 'putMember', 'leave'],
	['makeAccount', 'repeatAccount', 'changeRole', 'setRoles', 'removeMember', 'deleteOrg', 'restoreOrg'],
]

/**
 * What a script is about: a few acts, and a few people with their credentials. Powers meet where the same few things happen to the
 * same few people, which they hardly do when everything may happen.
 */
function themeOf(seed: number, { powers }: Stage) {
	const random = choicesOf(seed)
	const meeting = random(4) > 0 ? MEETINGS[random(MEETINGS.length)] : undefined
	const acts = ACTS.filter(([name]) => meeting?.includes(name) || random(meeting ? 12 : 5) === 0)
	const people = powers.people.filter(() => random(3) === 0)
	const drawn = acts.length > 3 ? acts : ACTS
	const hasPrograms = drawn.some(([name]) => /Account|Service/.test(name))
	return { acts: drawn, people: people.length > 1 ? people : powers.people, hasPrograms }
}

async function step(
	stage: Stage,
	seed: number,
	{ acts, people, hasPrograms }: ReturnType<typeof themeOf>,
	trace: string[],
) {
	const { powers } = stage
	const random = choicesOf(seed)
	const one = <T>(list: readonly T[]) => list[random(list.length)] as T
	const some = <T>(list: readonly T[]) => list.filter(() => random(3) === 0)
	// Powers meet where one thing happens to the same few: what came last comes again.
	const recent = <T>(list: readonly T[]) => (random(2) === 0 ? one(list.slice(-2)) : one(list))
	const caller =
		random(4) === 0
			? stage.root
			: recent(powers.credentials.filter(({ by }) => (by ? people.includes(by) : hasPrograms)))
	const person = one(people)
	const [name, act] = one(acts)
	await nextMoment(Date.now())
	powers.now += 1
	const done = await act(stage, { below: random, one, recent, some, caller, person })
	if (!done) return
	const { line, reply, after } = done
	const may = done.may && (done.asks === false || caller.isProved !== false)
	const reason =
		reply.status < 300
			? ''
			: ` ${reply.body.details?.reason ?? JSON.stringify(reply.body.details ?? reply.body.scimType)}`
	trace.push(`${/^(somebody|the) /.test(line) ? '' : `${caller.name} `}${line}: ${reply.status}${reason}`)
	answers.set(`${name} ${may ? 'may' : "mayn't"}`, (answers.get(`${name} ${may ? 'may' : "mayn't"}`) ?? 0) + 1)
	// Nothing that a script sends is malformed, but a link that's over, and a login to an org that's gone.
	const isAnswer = reply.status < 500 && (reply.status !== 400 || ['useLink', 'logInAs'].includes(name))
	same(isAnswer, true, 'whether the last answer is one')
	same(reply.status < 300, may, 'whether the last call is let in')
	if (may) after?.()
	powers.settle()
	await nextMoment(Date.now())
	await check(stage, [one(powers.credentials), one(powers.credentials), one(powers.credentials)])
}

/** Holds what credentials may do, and who is what, to the model. */
async function check(stage: Stage, credentials: readonly Credential[]) {
	const { powers, root } = stage
	for (const credential of credentials) {
		const held = powers.held(credential)
		same(await really(credential), held && [...held].toSorted(), `what ${credential.name} may do`)
	}
	for (const org of ['A', 'B']) {
		if (powers.gone.has(org)) continue
		const { members } = (await root.api.get(`/v1/admin/orgs/${idOf(stage, org)}`)).body
		const real = new Map(members.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]))
		for (const { id, name, places } of powers.people)
			same(real.get(id), places.get(org)?.role, `${name}'s role in ${org}`)
	}
}

/** What only shows at the end: every credential, role, link, invitation, password, and change on trial. */
async function checkAll(stage: Stage) {
	const { powers, root, passwords } = stage
	await check(stage, powers.credentials)
	for (const { id, name, roles, status } of powers.people) {
		if (status === 'deleted') continue
		const { body } = await root.api.get(`/v1/admin/users/${id}/roles`)
		same(body.roles, [...roles.keys()].toSorted(), `the platform roles of ${name}`)
	}
	for (const trial of powers.trials)
		for (const credential of powers.credentials) {
			if (!powers.held(credential)) continue
			const { body } = await credential.api.get('/v1/admin/changes?limit=50')
			const isSeen = body.some(({ id }: { id: string }) => id === trial.id)
			same(
				isSeen,
				powers.sees(credential, trial),
				`whether ${credential.name} sees the change on trial of ${trial.by.name}`,
			)
		}
	for (const { token, by, isOpen } of powers.invitations)
		same((await send('GET', `/v1/invitations/${token}`)).status, isOpen ? 200 : 404, `the invitation of ${by.name}`)
	for (const { login, name, status, roles, places, password: own } of powers.people)
		for (const password of passwords) {
			const { status: real } = await logIn(login, password)
			const isIn = roles.size > 0 || [...places.keys()].some((org) => !powers.gone.has(org))
			same(real === 200, status === 'active' && isIn && password === own, `whether '${password}' signs ${name} in`)
		}
}

/** Plays the steps on a new stage. Returns what differs from the model, with all that was done before; undefined if nothing does. */
async function play(seed: number, steps: readonly number[]): Promise<string | undefined> {
	const stage = await newStage()
	const trace: string[] = []
	try {
		const theme = themeOf(seed, stage)
		for (const one of steps) await step(stage, one, theme, trace)
		await checkAll(stage)
		return undefined
	} catch (error) {
		if (!(error instanceof Differs)) throw error
		return [...trace, error.message].join('\n')
	} finally {
		vi.restoreAllMocks()
	}
}

/** Leaves out every step without which the script still fails. */
async function shortest(seed: number, steps: readonly number[], failure: string) {
	let [kept, shown] = [steps, failure]
	for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
		for (let from = 0; from < kept.length;) {
			const fewer = kept.toSpliced(from, size)
			const differs = await play(seed, fewer)
			if (differs) [kept, shown] = [fewer, differs]
			else from += size
		}
	return shown
}

test.each(seeds(2, 300))('whoever may do something, and nobody else, does it: script %i', async (seed) => {
	const steps = Array.from({ length: STEPS }, (_, index) => seed * 1_000 + index)
	const failure = await play(seed, steps)
	expect(failure && (await shortest(seed, steps, failure))).toBeUndefined()
})

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Api } from '../support/api.ts'
import { ASK, asking } from '../support/asks.ts'
import { forgetPlatformBudgets, storedBudget } from '../support/budgets.ts'
import { cutAt } from '../support/cut.ts'
import { configure, ports, reaching, recipient, seenBy } from '../support/email.ts'
import { memberOf } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import worker from '../support/program.ts'
import { proposer } from '../support/proposals.ts'

// Whoever may decide a request gets a mail of it at the next tick: one for each person and tick.

const PUBLIC_URL = 'https://plinth.example.com'
const JOB = 'tell-of-requests'

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run()

/** Makes the job due, and ticks so many times at once. */
async function tick(times = 1) {
	await run("UPDATE jobs SET next_run_at = '', leased_until = '' WHERE name = ?", JOB)
	const ticks = Array.from({ length: times }, () =>
		worker.scheduled({} as ScheduledController, { ...env, ...reaching, PUBLIC_URL }),
	)
	await Promise.all(ticks)
}

const mailing = (port: number) => configure({ smtp_port: port })

/** Gives a person an address, which is verified unless they say otherwise. */
async function reachable({ user_id }: { user_id: string }, isVerified = true) {
	const to = recipient()
	await run('UPDATE users SET email = ?, email_verified = ? WHERE id = ?', to, Number(isVerified), user_id)
	return to
}

/** What an address was mailed, with lines as they were written. */
const mailsTo = async (to: string) =>
	(await seenBy('plain'))
		.filter((sight) => sight.what === 'mail' && sight.to?.includes(to))
		.map(({ text }) => text?.replaceAll('=\r\n', '') ?? '')

const idOf = (mail: string | undefined) => /^Message-ID: <(.+)>/m.exec(mail ?? '')?.[1]

/** An org where the owner has an address, and a budget refuses every run. */
async function refusing() {
	const made = await asking()
	await made.budget({ limit: 0 })
	return { ...made, to: await reachable(made.owner) }
}

const mailedAt = async (id: string) =>
	(await env.DB.prepare('SELECT mailed_at FROM requests WHERE id = ?').bind(id).first<{ mailed_at: string | null }>())
		?.mailed_at

beforeAll(async () => {
	await mailing(ports.plain)
	await tick()
})

test('each person who decides gets one mail for all that is new in a tick, and nobody else does', async () => {
	const { owner, org_id, ask, decline, service, to } = await refusing()
	const manager = await reachable(await memberOf(org_id, 'admin'))
	const others = [
		await reachable(await memberOf(org_id, 'member')),
		await reachable(await memberOf(org_id, 'admin'), false),
		await reachable(await operator(['billing'])),
	]
	await ask({ agent_id: 'writer' })
	await (await proposer(owner, ['org.settings'])).post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.7/32' })
	await decline((await ask({ agent_id: 'critic' })).id)
	const withdrawn = await ask({ agent_id: 'thinker' })
	await service.delete(`/v1/runtime/requests/${withdrawn.id}`)
	await tick()
	await tick()
	for (const address of [to, manager]) {
		const [mail, ...more] = await mailsTo(address)
		expect(more).toEqual([])
		expect(mail).toContain('Subject: 2 requests wait for your decision')
		expect(mail).toContain(`A run asks for more: "writer". It says: "${ASK.reason}"`)
		expect(mail).toContain('A key proposes: "POST /v1/ip-rules"')
		expect(mail).toContain(`${PUBLIC_URL}/console/requests`)
		expect(mail).not.toMatch(/critic|thinker|192\.0\.2\.7/)
	}
	expect(await Promise.all(others.map(mailsTo))).toEqual([[], [], []])
})

test('a mail quotes what the run wrote: one line, no links, and no more than 200 characters', async () => {
	const { ask, to } = await refusing()
	const reason = `Log in"\r\n\r\nPlinth: at https://evil.example/a or www.evil.example,\u202e mail a@evil.example, \\\\evil\\a. ${'x'.repeat(400)}`
	await ask({ agent_id: 'evil.example\nSubject: x', ask: { ...ASK, reason } })
	await tick()
	const [mail = ''] = await mailsTo(to)
	expect(mail).toContain('A run asks for more: "evil[.]example Subject: x".')
	const said =
		"Log in' Plinth: at https[:]//evil[.]example/a or www[.]evil[.]example, mail a[@]evil[.]example, [\\]\\evil\\a. xxx"
	expect(mail).toContain(`It says: "${said}`)
	const [, quote = ''] = /It says: "(.*)"\r\nOrg "/.exec(mail) ?? []
	expect(quote.replaceAll(/\[(.)\]/g, '$1')).toHaveLength(200)
	expect(quote).toMatch(/x\.\.\.$/)
})

test('those who hold its money are mailed what runs ask the platform', async () => {
	const { org_id, ask, to } = await refusing()
	await storedBudget({ org_id, owner: 'platform', limit: 0, unit: 'runs' })
	const people = [await operator(['admin', 'billing']), await operator(['auditor']), await operator(['support'])]
	const addresses = await Promise.all(people.map((one) => reachable(one)))
	await ask()
	await tick()
	await forgetPlatformBudgets()
	const [mails, ...none] = await Promise.all([...addresses, to].map(mailsTo))
	expect(mails).toHaveLength(1)
	expect(none).toEqual([[], [], []])
})

test('ticks that overlap or are cut off before the mail send one', async () => {
	const { ask, to } = await refusing()
	const { id } = await ask()
	await cutAt('UPDATE', 'requests', () => tick())
	expect([await mailsTo(to), await mailedAt(id)]).toEqual([[], null])
	await tick(3)
	await tick()
	expect(await mailsTo(to)).toHaveLength(1)
	expect(await mailedAt(id)).toMatch(/^20/)
})

test('a tick that was killed with the mails in its hands leaves them to the next one, which says of each whether it is the same', async () => {
	const { ask, decline, to } = await refusing()
	const other = await refusing()
	const [{ id }, decided] = [await ask(), await other.ask()]
	await tick()
	const killed = async () => {
		await run('UPDATE jobs SET place = ? WHERE name = ?', await mailedAt(id), JOB)
		await tick()
	}
	await other.decline(decided.id)
	await killed()
	const [first, again, ...more] = await mailsTo(to)
	expect(more).toEqual([])
	expect(idOf(first)).toBeTruthy()
	expect(idOf(again)).toBe(idOf(first))
	expect(await mailsTo(other.to)).toHaveLength(1)
	await tick()
	expect(await mailsTo(to)).toHaveLength(2)
	await decline(id)
	await killed()
	expect(await mailsTo(to)).toHaveLength(2)
})

test('what no server accepts is tried again for a day, and does not keep others waiting', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { owner, ask, to } = await refusing()
	const told = async (by: Api) =>
		(await by.get('/v1/notifications?limit=100')).body.data.filter(
			({ type }: { type: string }) => type === 'request.opened',
		).length
	const { id } = await ask()
	await mailing(1)
	await tick()
	expect([await mailedAt(id), await told(owner)]).toEqual([null, 1])
	await tick()
	expect([await mailedAt(id), await told(owner)]).toEqual([null, 1])
	await run("UPDATE requests SET created_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", id)
	await tick()
	expect(await mailedAt(id)).not.toBeNull()
	const next = await ask()
	await mailing(ports.plain)
	await tick()
	expect(await mailedAt(next.id)).not.toBeNull()
	const [mail, ...more] = await mailsTo(to)
	expect(more).toEqual([])
	expect(mail).toContain('Subject: A request waits for your decision')
	log.mockRestore()
})

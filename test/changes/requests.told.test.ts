import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { ASK, asking } from '../support/asks.ts'
import { forgetPlatformBudgets, storedBudget } from '../support/budgets.ts'
import { counted } from '../support/d1.ts'
import { memberOf } from '../support/invitations.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { operator } from '../support/operators.ts'
import { systemContext, tellOfRequests } from '../support/program.ts'
import { proposed, proposer } from '../support/proposals.ts'
import { admin, user } from '../support/world.ts'

// Whoever may decide a request is notified of it once, at the next tick.

afterEach(forgetPlatformBudgets)

const tell = () => tellOfRequests(systemContext(env), NO_PLACE)
const told = async (by: Api) =>
	(await by.get('/v1/notifications')).body.data.filter(({ type }: { type: string }) => type === 'request.opened')

test('those who manage the org hear of what its runs ask for, once', async () => {
	const { owner, org_id, budget, ask, decline } = await asking()
	const [manager, member] = [await memberOf(org_id, 'admin'), await memberOf(org_id, 'member')]
	await budget({ limit: 0 })
	const { id } = await ask({ agent_id: 'writer' })
	const decided = await ask({ agent_id: 'reader' })
	await decline(decided.id)
	expect(await tell()).toBe(false)
	expect(await tell()).toBe(false)
	const notice = {
		org_id,
		payload: { code: 'run_asks', request_id: id, values: { run: 'writer', reason: ASK.reason } },
	}
	expect(await told(owner)).toMatchObject([{ title: 'A run asks for more', ...notice }])
	expect(await told(manager)).toMatchObject([notice])
	expect(await told(member)).toEqual([])
})

test('ticks that overlap notify nobody twice, and neither do two roles of one person', async () => {
	const { owner, org_id, budget, ask } = await asking()
	await budget({ limit: 0 })
	await ask()
	await Promise.all([tell(), tell(), tell()])
	expect(await told(owner)).toHaveLength(1)
	await storedBudget({ org_id, owner: 'platform', limit: 0, unit: 'runs' })
	const both = await operator(['admin', 'billing'])
	await ask()
	await tell()
	expect(await told(both)).toHaveLength(1)
})

test('a tick reads no requests that everybody was told of', async () => {
	const { budget, ask } = await asking()
	await budget({ limit: 0 })
	const { id } = await ask()
	await tell()
	const alone = await counted(tell)
	await env.DB.prepare(
		`INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, created_at, expires_at, run_id, spend, told_at, mailed_at)
			SELECT r.id || n.value, r.owner, r.org_id, r.kind, r.asked_by_kind, r.created_at, r.expires_at, r.run_id, r.spend, r.told_at, r.mailed_at
			FROM requests r, json_each(?) n WHERE r.id = ?`,
	)
		.bind(JSON.stringify(Array.from({ length: 50 }, (_, index) => index)), id)
		.run()
	expect(await counted(tell)).toEqual(alone)
})

test('those who hold its money hear of what the platform decides', async () => {
	const { owner, org_id, ask } = await asking()
	await storedBudget({ org_id, owner: 'platform', limit: 0, unit: 'runs' })
	const [billing, auditor] = [await operator(['billing']), await operator(['auditor'])]
	const { id } = await ask()
	await tell()
	const notice = { org_id: null, payload: { code: 'run_asks', request_id: id } }
	expect(await told(billing)).toMatchObject([notice])
	const [newest] = await told(await admin())
	expect(newest).toMatchObject(notice)
	expect([await told(auditor), await told(owner)]).toEqual([[], []])
})

test('the org hears of what a key proposes there', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const { id } = proposed(await key.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.7/32' }))
	await tell()
	expect(await told(owner)).toMatchObject([
		{ payload: { code: 'key_proposes', request_id: id, values: { call: 'POST /v1/ip-rules' } } },
	])
})

test("the endpoints that get the platform's alerts hear of what the platform decides, and no others", async () => {
	const [{ org_id, owner, ask }, platform] = [await asking(), await user()]
	await storedBudget({ org_id, owner: 'platform', limit: 0, unit: 'runs' })
	const heard = async (by: Api, request_id: string) => {
		const [endpoint] = (await by.get('/v1/webhook-endpoints')).body
		const at = `/v1/webhook-endpoints/${endpoint.id}/deliveries`
		const found: { id: string }[] = (await by.get(at)).body
		const sent = await Promise.all(found.map(async ({ id }) => (await by.get(`${at}/${id}`)).body))
		return sent.filter(({ body }) => JSON.stringify(body).includes(request_id)).map(({ type }) => type)
	}
	const root = await admin()
	for (const by of [owner, platform])
		await by.post('/v1/webhook-endpoints', { url: 'https://a.example.com', events: ['*'] })
	await root.put('/v1/admin/config-entries/alerts.org_id', { value: platform.org_id })
	const { id } = await ask()
	await root.post(`/v1/admin/requests/${id}/decline`, {})
	await root.delete('/v1/admin/config-entries/alerts.org_id')
	expect(await heard(platform, id)).toEqual(['request.decided', 'request.opened'])
	expect(await heard(owner, id)).toEqual([])
})

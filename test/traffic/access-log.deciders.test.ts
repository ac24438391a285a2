import { expect, test } from 'vitest'
import type { Refused } from '../../src/worker/ground/http/codes.ts'
import type { Reason } from '../../src/worker/ground/http/reasons.ts'
import { spender } from '../support/admission.ts'
import { type Reply, send } from '../support/api.ts'
import { storedBudget } from '../support/budgets.ts'
import { underGateway } from '../support/gateway.ts'
import { entryFor, withAccessLog } from '../support/logged.ts'
import { ApiError, REASONS, decidedBy, statusesOf } from '../support/program.ts'
import { address, admin, unique, user, world } from '../support/world.ts'

withAccessLog()

/** What decides the refusals with a reason. Where only the error knows the id, it ends in a colon, and a test asks for it. */
const DECIDED: { [Name in Reason]?: string } = {
	'ip.blocked': 'ip_rule:',
	'limit.reached': 'limit:',
	'credits.insufficient': 'credits:',
	'budgets.of_platform': 'budget:',
	'risk.rejected': 'gateway:risk_reject_threshold',
	'auth.busy': 'rate_limit:password_checks',
	'auth.too_many_failures': 'rate_limit:failed_logins',
	'auth.too_many_requests': 'rate_limit:account_requests',
	'invite_codes.reset_cooldown': 'rate_limit:invite_code_resets',
	'invitations.role': 'role:owner',
	'members.owner': 'role:owner',
	'orgs.owner_only': 'role:owner',
	'roles.higher': 'permission:platform_admin',
	'roles.self': 'permission:platform_admin',
	'service_accounts.of_platform': 'permission:platform_admin',
}

test('what decides a refusal follows from its reason, and nothing decides the others', () => {
	for (const [reason, entry] of Object.entries(REASONS) as [Reason, Refused][]) {
		const by = DECIDED[reason]
		const error = new ApiError(Math.min(...statusesOf(entry)) as 409, 'conflict', { reason })
		expect(decidedBy(error), reason).toBe(by === undefined || by.endsWith(':') ? null : by)
	}
})

/** What decided, as the log's entry of a response says. */
async function decider(response: Reply): Promise<string | null> {
	const entry = await entryFor(response)
	expect(entry).toMatchObject({ status_code: response.status, error: response.body.error })
	return entry.decided_by
}

test("the gateway's threshold is what decided, before and while signing in", async () => {
	const [anonymous, login] = await underGateway({ risk_reject_threshold: 0.05 }, async () => [
		await send('GET', '/v1/plans'),
		await send('POST', '/v1/auth/login', {
			body: { login: (await admin()).login, password: 'x' },
			headers: { 'CF-Connecting-IP': address() },
		}),
	])
	for (const response of [anonymous, login]) {
		expect(response).toMatchObject({ status: 403, body: { details: { reason: 'risk.rejected' } } })
		expect(await decider(response)).toBe('gateway:risk_reject_threshold')
	}
})

test('a rate limit that was exceeded has a name', async () => {
	const { owner, org_id } = await world()
	// From now on the isolate knows their token.
	await owner.get('/v1/me')
	const open = { limit: () => Promise.resolve({ success: true }) }
	const shut = { limit: () => Promise.resolve({ success: false }) }
	const under = async (limits: Partial<Env>) => {
		const response = await owner.get('/v1/plans', { env: { RATE_LIMITS: 'on', ORG_RATE_LIMIT: open, ...limits } })
		expect(response.status).toBe(429)
		return decider(response)
	}
	expect(await under({ PRINCIPAL_RATE_LIMIT: shut })).toBe('rate_limit:caller')
	expect(await under({ PRINCIPAL_RATE_LIMIT: open, ORG_RATE_LIMIT: shut })).toBe('rate_limit:org')
	const anonymous = (path: string, limits: Partial<Env>) =>
		send('POST', path, { body: {}, env: { RATE_LIMITS: 'on', ...limits }, headers: { 'CF-Connecting-IP': address() } })
	expect(await decider(await anonymous('/v1/plans', { PRINCIPAL_RATE_LIMIT: shut }))).toBe('rate_limit:address')
	expect(await decider(await anonymous('/v1/auth/login', { SIGN_IN_RATE_LIMIT: shut }))).toBe('rate_limit:sign_in')
	const own = { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT: open, ORG_RATE_LIMIT: open, APPLY_RATE_LIMIT: shut }
	const body = { document: { version: 1 } }
	const ifMatch = { 'If-Match': '*' }
	const apply = await owner.put(`/v1/orgs/${org_id}/config`, body, { env: own, headers: ifMatch })
	expect(await decider(apply)).toBe('rate_limit:applies')
	const dear = { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT: open, ORG_RATE_LIMIT: open }
	const mark = (limits: Partial<Env>) => owner.patch('/v1/notifications', undefined, { env: { ...dear, ...limits } })
	expect(await decider(await mark({ DEAR_RATE_LIMIT: shut }))).toBe('rate_limit:dear')
	let letGo = () => {}
	const held = { limit: () => new Promise((resolve) => (letGo = () => resolve({ success: true }))) }
	const first = mark({ DEAR_RATE_LIMIT: held as RateLimit })
	const second = await mark({ DEAR_RATE_LIMIT: open })
	letGo()
	expect((await first).status).toBe(200)
	expect(await decider(second)).toBe('rate_limit:one_at_a_time')
})

test('a role is what decided, of the org or of the platform', async () => {
	const { owner, org_id } = await world()
	const second = await user()
	const root = await admin()
	await root.put(`/v1/admin/orgs/${org_id}/members/${second.user_id}`, { role: 'admin' })
	const exported = await second.post(`/v1/orgs/${org_id}/exports`, {})
	expect(exported).toMatchObject({ status: 403, body: { details: { reason: 'orgs.owner_only' } } })
	expect(await decider(exported)).toBe('role:owner')
	expect(await decider(await owner.get('/v1/admin/users'))).toBe('permission:platform.read')
})

test('what an org spends is refused by its credits, a budget or a pause', async () => {
	const { org_id, begin, budget, adjust, pause } = await spender({ balance: 1 })
	const poor = await begin({ hold: { credits: 10 } })
	expect(poor).toMatchObject({ status: 402, body: { error: 'credits.insufficient' } })
	expect(await decider(poor)).toBe(`credits:${org_id}`)
	const taken = await adjust(-5)
	expect(taken).toMatchObject({ status: 409, body: { details: { reason: 'credits.insufficient' } } })
	expect(await decider(taken)).toBe(`credits:${org_id}`)
	const id = await budget({ limit: 0 })
	const bounded = await begin()
	expect(bounded).toMatchObject({ status: 402, body: { error: 'budget.exceeded' } })
	expect(await decider(bounded)).toBe(`budget:${id}`)
	await pause('org', org_id)
	expect(await decider(await begin())).toBe(`pause:org:${org_id}`)
})

test("an org's admin who changes a budget of the platform is refused by that budget", async () => {
	const { owner, org_id } = await world()
	const id = await storedBudget({ owner: 'platform', org_id })
	const response = await owner.patch(`/v1/orgs/${org_id}/budgets/${id}`, { name: unique('mine') })
	expect(response).toMatchObject({ status: 403, body: { details: { reason: 'budgets.of_platform' } } })
	expect(await decider(response)).toBe(`budget:${id}`)
})

test('a member who acts in another org is refused by the rules of the org that they read', async () => {
	const { owner, org_id, member } = await world()
	await owner.post('/v1/ip-rules?confirm=true', { type: 'allowlist', cidr: '203.0.113.0/24' })
	const elsewhere = await member.get(`/v1/orgs/${org_id}/usage/daily`, {
		headers: { 'CF-Connecting-IP': '198.51.100.12' },
	})
	expect(elsewhere).toMatchObject({ status: 403, body: { details: { reason: 'ip.blocked' } } })
	expect(await decider(elsewhere)).toBe(`ip_rules:${org_id}`)
})

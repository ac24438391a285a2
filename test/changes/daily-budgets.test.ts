import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { within } from '../support/reverts.ts'
import { rows } from '../support/rows.ts'
import { create, unique, user } from '../support/world.ts'

// What an org may pile up in a day. A used-up budget of audit rows refuses nothing, and taking away is never refused.

const RULES = '/v1/ip-rules'
const block = (last: number) => ({ type: 'blocklist', cidr: `198.18.0.${last}/32` })

const logOf = async ({ org_id, get }: Awaited<ReturnType<typeof user>>) => {
	const { body } = await get(`/v1/orgs/${org_id}/audit-logs?action=ip_rules.create`)
	return body as { id: string; before: object | null; after: object | null; target_id: string }[]
}

test("beyond a day's budget a change keeps who, what and when in the log, and loses its states and its undo", async () => {
	const owner = await user()
	await create.override(owner.org_id, { key: 'limit.audit_rows_per_day', value: '2' })
	// Making the override was the day's first change in the org's log.
	const made = []
	for (const last of [1, 2, 3]) made.push(await owner.post(RULES, block(last)))
	expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
	const [third, second, first] = await logOf(owner)
	expect(first).toMatchObject({ after: { cidr: '198.18.0.1/32' } })
	for (const lost of [third, second])
		expect(lost).toMatchObject({
			before: null,
			after: null,
			actor_user_id: owner.user_id,
			target_id: expect.any(String),
		})
	const revert = (id = '') => owner.post(`/v1/orgs/${owner.org_id}/audit-logs/${id}/revert`)
	expect(await revert(third?.id)).toMatchObject({ status: 409, body: { details: { reason: 'audit.not_kept' } } })
	expect((await revert(first?.id)).status).toBe(200)
	expect(await rows('SELECT 1 FROM audit_states WHERE audit_id = ?', third?.id)).toEqual([])
	expect((await owner.delete(`${RULES}/${made[2]?.body.id}`)).status).toBe(204)
	// The next day begins at 0.
	await env.DB.prepare("UPDATE audit_days SET day = '2026-01-01' WHERE org_id = ?").bind(owner.org_id).run()
	await owner.post(RULES, block(4))
	expect((await logOf(owner))[0]).toMatchObject({ after: { cidr: '198.18.0.4/32' } })
})

test('a change counts for one more with each 4 KB of its states', async () => {
	const owner = await user()
	await create.override(owner.org_id, { key: 'limit.audit_rows_per_day', value: '20' })
	const large = (letter: string) => ({ advanced_json: { a: letter.repeat(30_000) } })
	const provider = { name: unique('llm'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const { id } = (await owner.post('/v1/llm-providers', { ...provider, ...large('a') })).body
	const states = async () => {
		const { body } = await owner.get(`/v1/orgs/${owner.org_id}/audit-logs?target_id=${id}`)
		return body.map(({ before, after }: Record<string, object | null>) => [before !== null, after !== null])
	}
	// 1 for the override, 1 + 7 for the new provider, and 1 + 14 for its change.
	await owner.patch(`/v1/llm-providers/${id}`, large('b'))
	expect(await states()).toEqual([
		[false, false],
		[false, true],
	])
	expect(
		(await env.DB.prepare('SELECT rows FROM audit_days WHERE org_id = ?').bind(owner.org_id).first())?.['rows'],
	).toBe(24)
})

test('a change on trial keeps what its rollback needs, also beyond the budget', async () => {
	const owner = await user()
	await create.override(owner.org_id, { key: 'limit.audit_rows_per_day', value: '1' })
	await owner.post(RULES, block(1))
	const tried = await owner.post(RULES, block(2), within(600))
	expect(tried.status).toBe(201)
	expect((await owner.post(`/v1/admin/changes/${tried.headers.get('Confirm-Id')}/end`)).status).toBe(200)
	expect((await owner.get(RULES)).body).toMatchObject([{ cidr: '198.18.0.1/32' }])
})

test('an org makes so many changes on trial in a day, and any number without', async () => {
	const owner = await user()
	await create.override(owner.org_id, { key: 'limit.trials_per_day', value: '2' })
	const named = (last: number) => owner.post(RULES, block(last), within(600))
	for (const last of [1, 2]) expect((await named(last)).status).toBe(201)
	expect(await named(3)).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', key: 'limit.trials_per_day', limit: 2 } },
	})
	expect((await owner.post(RULES, { ...block(3), note: unique('note') })).status).toBe(201)
	await rows("UPDATE unconfirmed_changes SET created_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ?", owner.org_id)
	expect((await named(4)).status).toBe(201)
})

import { expect, test } from 'vitest'
import { equipped } from '../support/questions.ts'
import { unique } from '../support/world.ts'

// A pause or a budget may name something that isn't there. It's kept, and whoever makes it, or renames what it named, learns so.

const PLATFORM = '/v1/admin/pauses'
const DRY = { headers: { 'Dry-Run': 'true' } }
const named = (subject: string) => encodeURIComponent(subject)

test('a pause says how much its subject matches today, in its dry run too, by every reading of a provider', async () => {
	const { owner, org_id, admin: root, provider, name, member } = await equipped()
	const host = `${unique('api')}.example.com`
	const own = {
		name: unique('Äpfel'),
		provider: 'vendor_b',
		api_key: 'sk-0123456789',
		base_url: `https://${host}:8443/v1`,
	}
	const other = (await owner.post('/v1/llm-providers', own)).body
	await owner.post(`/v1/llm-providers/${other.id}/models`, { model: 'Größe-1' })
	const matching: [string, string][] = [
		['user', member.user_id],
		['model', 'GRÖSSE-1'],
		['model', ' GRÖẞE-1 '],
		['provider', provider.id],
		['provider', name.toUpperCase()],
		['provider', own.name.toUpperCase()],
		['provider', host],
		['provider', `${host}:8443`],
		['provider', 'vendor_a'],
	]
	const expected = matching.map(([scope, subject]) => [scope, subject, subject === 'GRÖSSE-1' ? 0 : 1])
	const found: unknown[] = []
	for (const [scope, subject] of matching) {
		const path = `${PLATFORM}/${scope}/${named(subject)}`
		const dry = await root.put(path, { reason: 'r' }, DRY)
		const set = await root.put(path, { reason: 'r' })
		expect([path, set.status, dry.body.body.matches]).toEqual([path, 201, set.body.matches])
		expect((await root.get(path)).headers.get('ETag')).toBe(set.headers.get('ETag'))
		found.push([scope, subject, Math.min(set.body.matches, 1)])
		await root.delete(path)
	}
	expect(found).toEqual(expected)
	for (const [scope, subject] of [
		['user', 'usr_nobody'],
		['model', 'nothing-like-it'],
		['provider', 'nothing-like-it'],
	] as const) {
		const dry = await root.put(`${PLATFORM}/${scope}/${subject}`, { reason: 'r' }, DRY)
		expect(dry.body).toMatchObject({
			body: { matches: 0 },
			effects: [`Nothing is called ${subject} today, so the pause matches nothing.`],
		})
	}
	// Only runs name these.
	for (const scope of ['user', 'agent', 'api_key'])
		expect((await root.put(`${PLATFORM}/${scope}/ours-7`, { reason: 'r' }, DRY)).body.body).not.toHaveProperty(
			'matches',
		)
	expect((await owner.put(`/v1/orgs/${org_id}/pauses/model/m-1`, { reason: 'r' })).body.matches).toBe(1)
	expect((await owner.put(`/v1/orgs/${org_id}/pauses/model/m-2`, { reason: 'r' })).body.matches).toBe(0)
})

test('renaming a model or a provider names the pauses and budgets that then match nothing', async () => {
	const { owner, org_id, admin: root, provider, name, model } = await equipped()
	const budget = { name: unique('budget'), scope: 'model', subject: 'M-1', unit: 'credits', limit: 5, window: 'day' }
	const { id } = (await owner.post(`/v1/orgs/${org_id}/budgets`, budget)).body
	await owner.put(`/v1/orgs/${org_id}/pauses/model/M-1`, { reason: 'r' })
	await root.put(`${PLATFORM}/provider/${named(name)}`, { reason: 'r' })
	const left = {
		pauses: [{ org_id, scope: 'model', subject: 'm-1' }],
		budgets: [{ id, name: budget.name }],
	}
	expect((await owner.patch(model.path, { priority: 3 })).body.unmatched).toBeUndefined()
	expect((await owner.patch(model.path, { model: ' M-1' })).body.unmatched).toBeUndefined()
	const dry = await owner.patch(model.path, { model: 'm-2' }, DRY)
	expect(dry.body.body.unmatched).toEqual(left)
	expect(dry.body.effects).toEqual([
		'The pause of m-1 then matches nothing.',
		`The budget ${budget.name} then matches nothing.`,
	])
	const renamed = await owner.patch(model.path, { model: 'm-2' })
	expect(renamed.body).toMatchObject({ model: 'm-2', unmatched: left })
	expect((await owner.get(model.path)).headers.get('ETag')).toBe(renamed.headers.get('ETag'))
	const path = `/v1/llm-providers/${provider.id}`
	expect((await owner.patch(path, { name: unique('Other') })).body.unmatched).toEqual({
		pauses: [{ org_id: null, scope: 'provider', subject: name.toLowerCase() }],
		budgets: [],
	})
	await owner.patch(path, { name })
	await owner.post('/v1/llm-providers', { name: name.toLowerCase(), provider: 'vendor_b', api_key: 'sk-0123456789' })
	expect((await owner.patch(path, { name: unique('Other') })).body.unmatched).toBeUndefined()
})

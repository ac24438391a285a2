import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { fullOfPauses, rowsOf } from '../support/admission.ts'
import type { Api } from '../support/api.ts'
import { later } from '../support/clock.ts'
import { PAUSE_SCOPES, retention, systemContext } from '../support/program.ts'
import { missing } from '../support/replies.ts'
import { admin, unique, user, world } from '../support/world.ts'

// Setting, lifting and listing pauses. What they do to runs and resolutions is in other files.

const PLATFORM = '/v1/admin/pauses'
const ofOrg = (org_id: string) => `/v1/orgs/${org_id}/pauses`
const REASON = 'It calls the same tool again and again.'
const HOUR_MS = 3_600_000

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const wrong = (path: string, message?: string) => ({
	status: 400,
	body: { error: 'validation.error', details: { fields: [message ? { path, message } : { path }] } },
})

afterEach(() => env.DB.exec("DELETE FROM pauses WHERE owner = 'platform'"))

/** Sets and lifts a pause of each subject, and changes, reads and lists that of the last one meanwhile. */
async function goesThrough(caller: Api, list: string, org_id: string | null, subjects: [string, string][]) {
	const pathOf = (scope: string, subject: string) => `${list}/${scope}/${encodeURIComponent(subject)}`
	const [last, ...others] = subjects.toReversed() as [[string, string], ...[string, string][]]
	for (const [scope, subject] of others) {
		const fields = { org_id, scope, subject, reason: REASON, until: null }
		const created = await caller.put(pathOf(scope, subject), { reason: REASON })
		expect(created).toMatchObject({ status: 201, body: fields })
		expect(await caller.delete(pathOf(scope, subject))).toMatchObject({ status: 204, body: '' })
	}
	const [scope, subject] = last
	const path = pathOf(scope, subject)
	const set = await caller.put(path, { reason: REASON })
	const pause = { org_id, scope, subject, reason: REASON, until: null }
	expect(set).toMatchObject({ status: 201, body: pause })
	expect(set.headers.get('Audit-Id')).toMatch(/^aud_/)
	const until = at(HOUR_MS)
	const changed = await caller.put(path, { reason: 'Still', until })
	expect(changed).toMatchObject({
		status: 200,
		body: { ...pause, reason: 'Still', until, created_at: set.body.created_at },
	})
	const read = await caller.get(path)
	expect([read.body, read.headers.get('ETag')]).toEqual([changed.body, changed.headers.get('ETag')])
	expect((await caller.get(list)).body).toContainEqual(changed.body)
	expect(await caller.delete(path)).toMatchObject({ status: 204, body: '' })
	for (const gone of [await caller.get(path), await caller.delete(path)]) expect(gone).toMatchObject(missing)
	expect((await caller.get(list)).body).not.toContainEqual(changed.body)
}

test('a platform admin pauses everything, an org, a user, an agent, a model, a provider and an API key, and lifts it', async () => {
	const root = await admin()
	const named: Record<string, string> = { platform: 'all', org: root.org_id, model: 'openai/gpt 5: "mini"' }
	expect(PAUSE_SCOPES).toHaveLength(7)
	const subjects = PAUSE_SCOPES.map((scope): [string, string] => [scope, named[scope] ?? unique(scope)])
	await goesThrough(root, PLATFORM, null, subjects)
})

test('an org pauses itself, its users, agents, models and API keys, and neither providers nor the platform', async () => {
	const owner = await user()
	const { org_id } = owner
	const path = ofOrg(org_id)
	const scopes = ['org', 'user', 'agent', 'model', 'api_key']
	await goesThrough(
		owner,
		path,
		org_id,
		scopes.map((scope) => [scope, scope === 'org' ? org_id : unique(scope)]),
	)
	for (const scope of ['provider', 'platform', 'run', 'Org'])
		for (const refusal of [
			await owner.put(`${path}/${scope}/all`, { reason: REASON }),
			await owner.get(`${path}/${scope}/all`),
			await owner.delete(`${path}/${scope}/all`),
		])
			expect(refusal).toMatchObject(wrong('scope', 'Must be one of org, user, agent, model, api_key'))
	const other = await user()
	expect(await owner.put(`${path}/org/${other.org_id}`, { reason: REASON })).toMatchObject(
		wrong('subject', "Must be the org's own id"),
	)
})

test('an unknown org is 404, and other subjects are texts that nobody looks up', async () => {
	const root = await admin()
	const unknown = `org_${unique('nowhere')}`
	for (const path of [`${PLATFORM}/org/${unknown}`, `${ofOrg(unknown)}/agent/a`, `${ofOrg(unknown)}/org/${unknown}`])
		expect(await root.put(path, { reason: REASON })).toMatchObject({
			status: 404,
			body: { error: 'not_found', message: 'Org not found' },
		})
	expect((await root.get(ofOrg(unknown))).status).toBe(404)
	for (const scope of ['user', 'agent', 'model', 'provider', 'api_key'])
		expect((await root.put(`${PLATFORM}/${scope}/${unique('nobody')}`, { reason: REASON })).status).toBe(201)
})

test('a subject has 1 to 128 characters, a model 256, and the platform is called all', async () => {
	const root = await admin()
	const put = (scope: string, subject: string) =>
		root.put(`${PLATFORM}/${scope}/${encodeURIComponent(subject)}`, { reason: REASON })
	for (const [scope, subject] of [
		['agent', 'x'.repeat(129)],
		['model', 'x'.repeat(257)],
		['user', '\u0000'],
		['agent', ' '],
		['platform', 'everything'],
	] as const)
		expect(await put(scope, subject), scope).toMatchObject(wrong('subject'))
	expect((await put('agent', 'x'.repeat(128))).status).toBe(201)
	expect((await put('model', `vendor/${'x'.repeat(249)}`)).status).toBe(201)
	const odd = await put('user', '100% / "é"')
	expect(odd.body.subject).toBe('100% / "é"')
})

test('a reason has 1 to 500 characters, and an end in the past is 400', async () => {
	const root = await admin()
	const path = `${PLATFORM}/agent/${unique('agent')}`
	for (const reason of ['', '  ', 'x'.repeat(501), undefined, 5])
		expect(await root.put(path, { reason })).toMatchObject(wrong('reason'))
	expect(await root.put(path, { reason: REASON, until: at(-1) })).toMatchObject(wrong('until', 'Must be in the future'))
	expect(await root.put(path, { reason: REASON, until: 'tomorrow' })).toMatchObject(wrong('until'))
	const until = new Date(Date.now() + HOUR_MS)
	const offset = `${new Date(until.getTime() + 2 * HOUR_MS).toISOString().slice(0, -1)}+02:00`
	expect((await root.put(path, { reason: 'x'.repeat(500), until: offset })).body.until).toBe(until.toISOString())
	expect((await root.put(path, { reason: REASON, until: null })).body.until).toBeNull()
})

test('a pause whose end has passed is gone: not listed, not read, not lifted, and a PUT creates a new one with a 201', async () => {
	const owner = await user()
	const { org_id } = owner
	const path = `${ofOrg(org_id)}/agent/${unique('agent')}`
	const set = await owner.put(path, { reason: REASON, until: at(60_000) })
	expect((await owner.get(ofOrg(org_id))).body).toEqual([set.body])
	await later(61_000, async () => {
		expect((await owner.get(ofOrg(org_id))).body).toEqual([])
		expect([(await owner.get(path)).status, (await owner.delete(path)).status]).toEqual([404, 404])
		const again = await owner.put(path, { reason: 'Again' })
		expect(again.status).toBe(201)
		expect(again.body.created_at > set.body.updated_at).toBe(true)
	})
	expect((await owner.delete(path)).status).toBe(204)
})

test('the retention job deletes a pause a day after its end, and nothing else', async () => {
	const owner = await user()
	const { org_id } = owner
	const count = async () => (await rowsOf('SELECT 1 FROM pauses WHERE owner = ?', org_id)).length
	for (const until of [at(HOUR_MS), at(1_000), null])
		await owner.put(`${ofOrg(org_id)}/agent/${unique('agent')}`, { reason: REASON, until })
	const clear = () => retention(systemContext(env, () => undefined))
	await later(HOUR_MS * 23, clear)
	expect(await count()).toBe(3)
	await later(HOUR_MS * 24 + 60_000, clear)
	expect(await count()).toBe(2)
	await later(HOUR_MS * 48, clear)
	expect(await count()).toBe(1)
})

test("a list is newest first and pages by key, the platform's has none of an org's, and an org's none of another's", async () => {
	const { admin: root, owner, stranger, org_id } = await world()
	const subjects = Array.from({ length: 5 }, (_, index) => `${unique('agent')}-${index}`)
	for (const subject of subjects) await owner.put(`${ofOrg(org_id)}/agent/${subject}`, { reason: REASON })
	await root.put(`${PLATFORM}/agent/${subjects[0]}`, { reason: 'The platform' })
	await stranger.put(`${ofOrg(stranger.org_id)}/agent/${subjects[0]}`, { reason: REASON })
	const found: string[] = []
	let cursor: string | null = ''
	const pages = []
	while (cursor !== null) {
		const page = await owner.get(`${ofOrg(org_id)}?limit=2${cursor && `&cursor=${cursor}`}`)
		pages.push(page.body.length)
		found.push(...page.body.map(({ subject }: { subject: string }) => subject))
		cursor = page.headers.get('Next-Cursor')
	}
	expect(pages).toEqual([2, 2, 1])
	expect(found).toEqual(subjects.toReversed())
	expect((await root.get(PLATFORM)).body.map(({ reason }: { reason: string }) => reason)).toEqual(['The platform'])
})

test('an org has at most 1,000 pauses, and a change of one needs no room', async () => {
	const owner = await user()
	const { org_id } = owner
	await fullOfPauses(org_id)
	const put = (subject: string) => owner.put(`${ofOrg(org_id)}/agent/${subject}`, { reason: REASON })
	expect(await put('one-more')).toMatchObject({ status: 409, body: { details: { reason: 'pauses.too_many' } } })
	expect((await put('bulk-7')).status).toBe(200)
	await owner.delete(`${ofOrg(org_id)}/agent/bulk-7`)
	expect((await put('one-more')).status).toBe(201)
})

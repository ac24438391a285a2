import { expect, test } from 'vitest'
import { configuration, type Document, orgPath, PLATFORM_PATH } from '../support/configuration.ts'
import { cutAt } from '../support/cut.ts'
import { counted, statementsOf } from '../support/d1.ts'
import { orgDocument, platformDocument } from '../support/generated-configuration.ts'
import { runsOf } from '../support/property.ts'
import { admin, create, user } from '../support/world.ts'

// The document's rules, checked on generated documents with fixed seeds: each run takes some of an org's 150 and the platform's 50.

const DOCUMENTS = runsOf(6, 150)
const OF_PLATFORM = runsOf(3, 50)
const flags = await Promise.all(Array.from({ length: 4 }, async () => (await create.featureFlag()).key as string))

/** An org whose configuration the platform admin applies, because a document has overrides too. */
async function org() {
	const { org_id } = await user()
	return configuration(await admin(), orgPath({ org_id }))
}

/** The flags that the documents of orgs override. */
const ofOrgs = ({ feature_flags }: Document) =>
	Object.fromEntries(Object.entries(feature_flags).filter(([key]) => flags.includes(key)))

/** The document without the fingerprints of its secrets, which differ in each place. */
const withoutFingerprints = (document: object) =>
	JSON.parse(JSON.stringify(document), (key, value) => (key === 'fingerprint' ? null : value))

/** The document that results from applying `changes`. */
function applied(document: Document, changes: { section: string; key: string; after: object | null }[]): Document {
	const result = structuredClone(document)
	for (const { section, key, after } of changes) {
		if (after === null) delete result[section][key]
		else result[section][key] = after
	}
	return result
}

test(`${DOCUMENTS} documents applied to an org one after the other follow every rule`, async () => {
	const { get, tag, plan, put } = await org()
	const counts = { create: 0, update: 0, delete: 0 }
	let before = await get()
	for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
		const mode = seed % 3 === 0 ? 'merge' : 'exact'
		const document = orgDocument(seed, flags)
		const planned = await plan(document, { mode })
		expect({ seed, status: planned.status, body: planned.body }).toMatchObject({ seed, status: 200 })
		for (const { action } of planned.body.changes as { action: keyof typeof counts }[]) counts[action] += 1
		const done = await put(document, { mode, base: planned.body.base, query: 'allow_deletes=999&confirm=true' })
		expect({ seed, status: done.status }).toEqual({ seed, status: 200 })
		// The plan equals what the apply then does, in values and in order.
		expect(done.body).toMatchObject({ changes: planned.body.changes, hash: planned.body.hash })
		const after = await get()
		expect({ seed, ...after }).toEqual({ seed, ...applied(before, planned.body.changes) })
		// Applying the document or an export again changes nothing.
		for (const again of [await plan(document, { mode }), await plan(after)])
			expect({ seed, changes: again.body.changes }).toEqual({ seed, changes: [] })
		before = after
		if (seed % runsOf(3, 10) > 0) continue
		expect(await tag()).toBe(`"${planned.body.hash}"`)
		const same = await put(after)
		expect(same.body).toMatchObject({ changes: [], revision: done.body.revision })
		expect(await get()).toEqual(after)
	}
	// All three kinds of changes occurred often.
	expect(Math.min(...Object.values(counts))).toBeGreaterThan((DOCUMENTS * 2) / 3)
})

test(`${OF_PLATFORM} documents applied to the platform one after the other follow every rule`, async () => {
	const { get, plan, put } = configuration(await admin(), PLATFORM_PATH)
	for (let seed = 1; seed <= OF_PLATFORM; seed += 1) {
		const current = await get()
		const made = platformDocument(seed)
		// An exact document names every flag that the overrides of orgs refer to.
		const document: Document = { ...made, feature_flags: { ...ofOrgs(current), ...made.feature_flags } }
		const planned = await plan(document)
		expect({ seed, status: planned.status, body: planned.body }).toMatchObject({ seed, status: 200 })
		const done = await put(document, { base: planned.body.base, query: 'allow_deletes=99' })
		expect({ seed, changes: done.body.changes }).toEqual({ seed, changes: planned.body.changes })
		const after = await get()
		expect({ seed, ...after }).toEqual({ seed, ...applied(current, planned.body.changes) })
		for (const section of ['plans', 'feature_flags', 'config_entries'])
			expect(Object.keys(after[section]).sort()).toEqual(Object.keys(document[section]).sort())
		expect({ seed, changes: (await plan(after)).body.changes }).toEqual({ seed, changes: [] })
	}
})

test("applying one org's document to an empty org and exporting it gives the same document, except for secrets", async () => {
	for (let seed = 200; seed < 200 + runsOf(1, 20); seed += 1) {
		const [one, other] = [await org(), await org()]
		await one.put(orgDocument(seed, flags))
		const exported = await one.get()
		const revealed = JSON.parse(JSON.stringify(exported), (key, value) => {
			if (value?.$secret === undefined) return value
			const plain = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', env: { A: 'b' } }[key] ?? 'sk-0123456789abcdef'
			return { $secret: { value: plain } }
		})
		const done = await other.put(revealed)
		expect({ seed, status: done.status, body: done.body }).toMatchObject({ seed, status: 200 })
		expect(withoutFingerprints(await other.get())).toEqual(withoutFingerprints(exported))
		// The same secret has another fingerprint in another org.
		const prints = (document: object) => new Set(JSON.stringify(document).match(/"fingerprint":"[^"]+"/g))
		expect([...prints(await other.get())].filter((print) => prints(exported).has(print))).toEqual([])
	}
})

/** Where an apply is cut by day; by night at every statement. */
const BY_DAY = [
	'INSERT audit_logs',
	'INSERT configuration_revisions',
	'DELETE secrets',
	'UPDATE llm_providers',
	'INSERT webhook_endpoints',
]
const TABLES = [
	'configuration_generations',
	'configuration_revisions',
	'audit_logs',
	'notifications',
	'events',
	'secrets',
	'replaced_secrets',
	'tool_groups',
	'tool_providers',
	'llm_providers',
	'llm_models',
	'mcp_configs',
	'ip_rules',
	'webhook_endpoints',
	'feature_flag_overrides',
	'entitlement_overrides',
]
const STATEMENTS = [
	...BY_DAY,
	...TABLES.flatMap((table) => ['INSERT', 'UPDATE', 'DELETE'].map((verb) => `${verb} ${table}`)),
].slice(0, runsOf(BY_DAY.length, Number.POSITIVE_INFINITY))

test('an apply that fails at any statement leaves the configuration as it was', async () => {
	const { get, put, revisions } = await org()
	const query = 'confirm=true&allow_deletes=99'
	const [old, next] = [orgDocument(3, flags), orgDocument(8, flags)]
	await put(old)
	const cuts: string[] = []
	for (const statement of STATEMENTS) {
		const [verb, table] = statement.split(' ') as ['INSERT' | 'UPDATE' | 'DELETE', string]
		const [before, kept] = [await get(), await revisions()]
		const { status } = await cutAt(verb, table, () => put(next, { query }), 'if there is one')
		if (status === 200) await put(old, { query })
		else {
			cuts.push(statement)
			expect({ statement, status }).toEqual({ statement, status: 500 })
			expect({ statement, document: await get() }).toEqual({ statement, document: before })
			expect(await revisions()).toEqual(kept)
		}
	}
	expect(cuts.length).toBeGreaterThanOrEqual(runsOf(BY_DAY.length, 20))
})

test('of many concurrent applies exactly one succeeds, and the others return 412', async () => {
	const { get, tag, put } = await org()
	const base = await tag()
	const document = (index: number) => ({ version: 1, ip_rules: { [`blocklist 2001:db8::${index + 1}`]: {} } })
	const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => put(document(index), { base })))
	const statuses = responses.map(({ status }) => status).sort()
	expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
	expect(Object.keys((await get()).ip_rules)).toHaveLength(1)
})

const ENTRIES = runsOf(1_500, 10_000)

test(`${ENTRIES} entries take a few statements within the limits of D1, and one change writes a handful of rows`, async () => {
	const { org_id } = await user()
	const { put, tag, get } = configuration(await admin(), orgPath({ org_id }))
	const overrides = (value: string) =>
		Object.fromEntries(
			Array.from({ length: ENTRIES }, (_, index) => [
				`quota.${'long'.repeat(20)}.${index}`,
				{ value: index === 7 ? value : '1', value_type: 'string' },
			]),
		)
	const base = await tag()
	const statements = await statementsOf(() => put({ version: 1, entitlement_overrides: overrides('1') }, { base }))
	expect(statements.length).toBeLessThan(40)
	const large = statements.filter(
		({ sql, params }) =>
			params.length > 100 || sql.length > 100_000 || params.some((one) => Buffer.byteLength(String(one)) > 2_000_000),
	)
	expect(large).toEqual([])
	const changed = await tag()
	const { calls, rows_written } = await counted(() =>
		put({ version: 1, entitlement_overrides: overrides('2') }, { base: changed }),
	)
	expect(calls).toBe(2)
	// One of them says how many bytes the change keeps for its revert, and one how many changes the org's day has.
	expect(rows_written).toBeLessThan(17)
	expect(Object.keys((await get()).entitlement_overrides)).toHaveLength(ENTRIES)
	const none = { version: 1, entitlement_overrides: {} }
	expect((await put(none, { query: `allow_deletes=${ENTRIES}` })).body.changes).toHaveLength(ENTRIES)
})

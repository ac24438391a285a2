import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { isForPlatform } from './support/access.ts'
import { counted } from './support/d1.ts'
import { fill } from './support/filled.ts'
import { app, operations } from './support/program.ts'
import { type Sample, samplesOf } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'

// What a tenant's call may read, at filled tables: 5,000 rows, or more if it has a limit of its own, which its route line says by
// `dear`. The operations come from the registry, so a new one is in this table by itself.

const MOST = 5_000

/** The calls that may read more, each with what bounds it. */
const DEAR: Record<string, string> = {
	'POST /v1/orgs/{org_id}/budgets': 'the runs of its window',
	'PATCH /v1/orgs/{org_id}/budgets/{budget_id}': 'the runs of its window',
	'POST /v1/orgs/{org_id}/budgets/rehearse': '50,000 runs',
	'PUT /v1/orgs/{org_id}/config': 'what a document has, several times',
	'POST /v1/orgs/{org_id}/config/revisions/{number}/restore': 'what a document has, several times',
	'POST /v1/webhook-endpoints/{endpoint_id}/backfill': 'the runs of its period, 1,000 at a time',
	'POST /v1/webhook-endpoints/{endpoint_id}/recover': "the endpoint's lost deliveries, of which it sends 1,000",
	'PATCH /v1/notifications': "the user's unread notifications",
}

const ofTenants = SPEC.filter((row) => !row.noSample && !isForPlatform(row))
const isRead = ({ method, asks }: SpecRow) => method === 'GET' || asks === true

const here = await sampleWorld()

/** What operations read, the dearest of their samples. */
async function costs(of: [SpecRow, Sample][]): Promise<Map<string, number>> {
	const found = new Map<string, number>()
	for (const [row, sample] of of) {
		const { rows_read } = await counted(() => sample.succeed())
		found.set(row.name, Math.max(rows_read, found.get(row.name) ?? 0))
	}
	return found
}

const over = (found: Map<string, number>) => [...found].filter(([name, read]) => read > MOST && !(name in DEAR))

test('no call of a tenant reads more than 5,000 rows, unless it has a limit of its own', async () => {
	const reads: [SpecRow, Sample][] = []
	for (const row of ofTenants.filter(isRead)) for (const one of await samplesOf(row, here)) reads.push([row, one])
	expect(reads.length).toBeGreaterThan(100)
	await fill(env.DB, [here.org_id], [here.owner.user_id, here.member.user_id])
	const found = await costs(reads)
	expect(over(found)).toEqual([])
	// They read what they were filled with: otherwise the bound says nothing.
	expect(found.get('POST /v1/orgs/{org_id}/budgets/rehearse')).toBeGreaterThan(MOST)
	expect(found.get('GET /v1/orgs/{org_id}/runs')).toBeGreaterThan(2_000)
	expect(found.get('GET /v1/orgs/{org_id}/audit-logs')).toBeGreaterThan(2_000)
	for (const row of ofTenants.filter((one) => !isRead(one))) {
		const written = await costs((await samplesOf(row, here)).map((one) => [row, one]))
		expect(over(written)).toEqual([])
	}
}, 600_000)

test('the calls that may read more are those that are limited', async () => {
	const limited = operations(app).flatMap(({ isDear, method, path }) =>
		isDear ? [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`] : [],
	)
	expect(limited.filter((name) => !name.includes('/v1/admin/')).toSorted()).toEqual(Object.keys(DEAR).toSorted())
})

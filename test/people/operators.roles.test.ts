import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../support/access.ts'
import { as, send } from '../support/api.ts'
import { withAccessLog } from '../support/logged.ts'
import { operator } from '../support/operators.ts'
import { offersDryRun } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import type { Caller } from '../support/world.ts'

withAccessLog()

// Every operation and every platform role. The roles act in an org that they don't belong to.

const MAY: Record<string, string[]> = {
	auditor: ['platform.read'],
	support: ['platform.read', 'people.write'],
	billing: ['platform.read', 'money.write'],
	operations: ['platform.read', 'platform.write', 'org.settings', 'data.secrets'],
}

const guarded = SPEC.filter(
	({ access, notBuilt }) => !notBuilt && (access === 'by_scope' || access.startsWith('permission:')),
)
const isRead = ({ method, asks }: SpecRow) => method === 'GET' || asks === true

/** Without a scope in its query, an operation on tool providers is about the platform's. */
const neededFor = (row: SpecRow) =>
	row.access === 'by_scope' ? [row.method === 'GET' ? 'platform.read' : 'platform.write'] : permissionsOf(row.access)

let here: Awaited<ReturnType<typeof sampleWorld>>
let entered: Caller
const operators: Record<string, Caller> = {}
beforeAll(async () => {
	here = await sampleWorld()
	entered = await enteredAdmin()
	for (const role of Object.keys(MAY)) operators[role] = await operator([role], here.org_id)
})

const holds = (row: SpecRow, permissions: string[]) => neededFor(row).some((one) => permissions.includes(one))

/** By day one role that may not call it probes an operation, and all roles probe the first of those with the same need. */
const isProbed = (row: SpecRow, role: string) =>
	runsOf(0, 1) === 1 ||
	Object.keys(MAY).find((one) => !holds(row, MAY[one] ?? [])) === role ||
	guarded.find((one) => neededFor(one).join() === neededFor(row).join()) === row

describe.each(Object.entries(MAY))('%s', (role, permissions) => {
	test('gets a 403 from exactly the operations that need another permission', async () => {
		const given: Record<string, boolean> = {}
		const expected: Record<string, boolean> = {}
		for (const row of guarded.filter((one) => isProbed(one, role))) {
			// Access is checked before input, and a dry run changes nothing.
			const headers = {
				Authorization: `Bearer ${operators[role]?.token}`,
				...(offersDryRun(row) && { 'Dry-Run': 'true' }),
			}
			// The tail of the log would stay open.
			const query = row.path.endsWith('/tail') ? '?since=x' : ''
			const { status, body } = await send(row.method, row.path.replaceAll(/\{\w+\}/g, 'none') + query, {
				headers: row.method === 'GET' ? { Authorization: headers.Authorization } : headers,
				...(row.method === 'GET' ? {} : { body: '{' }),
			})
			given[row.name] = status === 403
			expected[row.name] = !holds(row, permissions)
			if (status === 403)
				expect({ name: row.name, body }).toMatchObject({
					body: { error: 'auth.forbidden', details: { permission: neededFor(row)[0] } },
				})
		}
		expect(given).toEqual(expected)
	})
})

/** What differs between two equal calls, whoever makes them, and why. */
const MOVES: Record<string, string> = {
	'GET /v1/admin/access-log': 'the call before is in it',
	'GET /v1/admin/access-log/facets': 'the call before is counted',
	'GET /v1/traces/{trace_id}': 'the call before is in it',
}

/** What reads, but not for everybody who reads: it sends a stored key to the server. */
const USES_A_KEY = ['POST /v1/mcp-configs/{config_id}/test', 'GET /v1/llm-providers/{provider_id}/available-models']

/** A redemption code is money: redemption-codes.money.test.ts shows who reads how much of it. */
const SHORTENED = ['GET /v1/admin/redemption-codes', 'GET /v1/admin/redemption-codes/{id}']

/** Questions of runtimes, whose credentials only a service account with an encryption key gets. */
const isOfRuntimes = (row: SpecRow) => permissionsOf(row.access).includes('runtime.resolve')

const reads = guarded.filter((row) => isRead(row) && !USES_A_KEY.includes(row.name) && !isOfRuntimes(row))
const compared = reads.filter((row) => !row.noSample && !(row.name in MOVES) && !SHORTENED.includes(row.name))

test('every operation that reads is for operators', () => {
	expect(reads.filter((row) => !neededFor(row).includes('platform.read')).map(({ name }) => name)).toEqual([])
})

test.each(compared.map((row) => [row.name, row] as const))(
	'%s: an auditor reads what an admin reads',
	async (_, row) => {
		for (const sample of await samplesOf(row, here)) {
			const [ours, theirs] = [await sample.send({}, entered), await sample.send({}, operators.auditor)]
			expect(ours.status).toBe(sample.status ?? 200)
			expect({ status: theirs.status, body: theirs.body, etag: theirs.headers.get('ETag') }).toEqual({
				status: ours.status,
				body: ours.body,
				etag: ours.headers.get('ETag'),
			})
		}
	},
)

/** The admin, acting in the same org. */
async function enteredAdmin(): Promise<Caller> {
	const { status, body } = await send('POST', '/v1/auth/login', {
		body: { login: env.BOOTSTRAP_ADMIN_LOGIN, password: env.BOOTSTRAP_ADMIN_PASSWORD, org_id: here.org_id },
	})
	expect(status).toBe(200)
	return { ...here.admin, ...as(body.access_token) }
}

import { expect, test } from 'vitest'
import { as, operationOf, type Reply } from '../support/api.ts'
import { everything } from '../support/dump.ts'
import { toolsOf } from '../support/mcp.ts'
import { changesSomething, DRY_RUN_TYPE } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { proposer } from '../support/proposals.ts'
import { rows } from '../support/rows.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'

// Every write, by keys that propose of a platform admin and of an org's owner, over HTTP and over MCP: what they leave in the database is
// requests. By day each operation has one of the four ways, at night it has all, and hostile variants of each.

const here = await sampleWorld()

const keys = {
	'the platform admin': await proposer(here.admin),
	'the owner': await proposer(here.owner, ['data.secrets', 'org.settings']),
}

/**
 * What a proposal may leave: requests, their sealed bodies, the events of both with their deliveries, and the stored response under an
 * `Idempotency-Key`. Notices come from a job, which doesn't run here. No audit row: the decision has one.
 */
async function butForRequests(): Promise<string[]> {
	const own = new Set(
		(await rows<{ id: string }>("SELECT id FROM events WHERE type IN ('request.opened', 'request.decided')")).map(
			({ id }) => id,
		),
	)
	return (await everything()).filter((text) => {
		const table = text.slice(0, text.indexOf(' '))
		if (table === 'requests' || table === 'idempotency_keys') return false
		if (table === 'secrets' || table === 'replaced_secrets') return !text.includes('"table_name":"requests"')
		if (table === 'events') return !/"type":"request\.(opened|decided)"/.test(text)
		if (table === 'webhook_deliveries') return !own.has(/"event_id":"(\w+)"/.exec(text)?.[1] ?? '')
		return true
	})
}

/** Those that a key's holder can call: anyone's own sign-ins aren't made by the key. */
const writes = SPEC.filter(
	({ method, path, access, write }) =>
		method !== 'GET' && write !== undefined && access !== 'anyone' && path.startsWith('/v1/'),
)

type Way = (sample: Sample, row: SpecRow) => Promise<{ status: number; isFiled: boolean; isDry: boolean }>

const seen = ({ status, body, headers }: Reply) => ({
	status,
	isFiled: status === 202 && body.request?.kind === 'change',
	isDry: headers.get('Content-Type') === DRY_RUN_TYPE,
})

const overHttp =
	(token: string | undefined, headers: Record<string, string> = {}): Way =>
	async ({ send }) =>
		seen(await send({ ...headers, Authorization: `Bearer ${token}` }))

const overMcp = (token: string | undefined, given: object = {}): Way => {
	const tool = toolsOf(token ?? '', quiet)
	return async ({ name, body }, { method }) => {
		const path = name.slice(method.length + 1)
		const { isError, data } = await tool('write', { method, path, ...(body && { body }), ...given })
		return {
			status: data.status ?? 400,
			isFiled: !isError && data.request_id !== undefined,
			isDry: !isError && JSON.stringify(data).includes('"dry_run":true'),
		}
	}
}

const ways = Object.entries(keys).flatMap(([who, { token }]) => [
	[`${who} over HTTP`, overHttp(token)] as const,
	[`${who} over MCP`, overMcp(token)] as const,
])

const hostile = Object.entries(keys).flatMap(([who, { token }]) => [
	[`${who} on trial`, overHttp(token, { 'Confirm-Within': '60' })] as const,
	[`${who} in a dry run`, overHttp(token, { 'Dry-Run': 'true' })] as const,
	[`${who} later`, overHttp(token, { Prefer: 'respond-async' })] as const,
	[`${who} of any state`, overHttp(token, { 'If-Match': '*' })] as const,
	[`${who} of an old state`, overHttp(token, { 'If-Match': '"old"' })] as const,
	[`${who} in a dry run over MCP`, overMcp(token, { dry_run: true })] as const,
	[`${who} on trial over MCP`, overMcp(token, { confirm_within: 60, idempotency_key: 'one' })] as const,
	[`${who} with another body over MCP`, overMcp(token, { body: { id: 1, '': [{}] } })] as const,
])

/** Requests are few at a time, and of an org a thousand in a day. */
const forget = () => rows('DELETE FROM requests')

/** Sends what the way sends. Only a proposal, a dry run and a read succeed. */
async function expectHarmless([how, send]: readonly [string, Way], row: SpecRow, sample: Sample) {
	const { status, isFiled, isDry } = await send(sample, row)
	const operation = operationOf(row.method, sample.name.split(/[ ?]/)[1] ?? '')
	const isRead = operation !== undefined && !changesSomething(operation)
	expect({ how, name: row.name, status, isHarmless: status >= 400 || isFiled || isDry || isRead }).toMatchObject({
		isHarmless: true,
	})
	return isFiled
}

test('what every write by a key that proposes leaves is requests', async () => {
	const samples: [SpecRow, Sample[]][] = []
	for (const row of writes) samples.push([row, await samplesOf(row, here)])
	for (const { token } of Object.values(keys)) await as(token).get('/v1/me')
	const before = await butForRequests()
	const filed = { HTTP: 0, MCP: 0 }
	for (const [index, [row, calls]] of samples.entries())
		for (const way of IS_NIGHT ? [...ways, ...hostile] : [ways[index % ways.length] ?? ways[0]])
			for (const sample of calls)
				if (way && (await expectHarmless(way, row, sample))) {
					filed[way[0].endsWith('MCP') ? 'MCP' : 'HTTP'] += 1
					await forget()
				}
	await forget()
	expect(await butForRequests()).toEqual(before)
	expect(Math.min(filed.HTTP, filed.MCP)).toBeGreaterThan(20)
})

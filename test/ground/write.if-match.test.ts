import { expect, test } from 'vitest'
import { operationOf } from '../support/api.ts'
import { Ok, takesIfMatch } from '../support/program.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'
import { unique, user } from '../support/world.ts'

// Every resource can be read alone, with its tag, and every write to it accepts that tag.

const here = await sampleWorld()

/** They write to a list, which has no tag. */
const LISTS = [
	'PUT /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys',
	'DELETE /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys/{kid}',
]

const writes = SPEC.filter(({ method, path, name, noSample }) => {
	const operation = operationOf(method, path.replaceAll(/\{\w+\}/g, 'x'))
	return operation && takesIfMatch(operation) && !noSample && !LISTS.includes(name)
})

/** Reads what a sample writes: its own path, or the nearest one above it that can be read. */
async function read({ name, caller }: Sample) {
	const { pathname, search } = new URL(name.slice(name.indexOf(' ') + 1), 'http://localhost')
	let path = pathname
	while (!operationOf('GET', path) && path !== '') path = path.slice(0, path.lastIndexOf('/'))
	if (!caller) throw new Error(`${name} has no caller`)
	return caller.get(path + search, quiet)
}

/** Whether the write returns the resource. If so, it also returns the new tag. */
const respondsWithResource = ({ method, path }: SpecRow) =>
	method !== 'DELETE' &&
	operationOf(method, path.replaceAll(/\{\w+\}/g, 'x'))?.responses?.some(
		({ status, schema }) => status === 200 && schema !== Ok,
	)

test.each(writes.map((row) => [row.name, row] as const))('%s takes the tag of what it changes', async (_, row) => {
	for (const sample of await samplesOf(row, here)) {
		// A PUT may create the resource. If so, the test creates it first.
		if (row.method === 'PUT' && (await read(sample)).status === 404) await sample.succeed()
		const before = await read(sample)
		const tag = before.headers.get('ETag')
		expect({ name: sample.name, status: before.status, tag }).toMatchObject({ status: 200, tag: expect.any(String) })
		expect((await sample.send({ 'If-Match': '"stale"' })).status, sample.name).toBe(412)
		expect((await read(sample)).headers.get('ETag'), sample.name).toBe(tag)
		// A proxy that compresses responses makes their tags weak.
		const written = await sample.succeed({ 'If-Match': `"other", W/${tag}` })
		if (!respondsWithResource(row)) continue
		const after = (await read(sample)).headers.get('ETag')
		expect({ name: sample.name, tag: written.headers.get('ETag') }).toEqual({ name: sample.name, tag: after })
	}
})

test('a write that does not declare If-Match takes any', async () => {
	const others = SPEC.filter(({ method, path, noSample }) => {
		const operation = operationOf(method, path.replaceAll(/\{\w+\}/g, 'x'))
		return operation && method !== 'GET' && method !== 'POST' && !takesIfMatch(operation) && !noSample
	})
	expect(others.length).toBeGreaterThan(0)
	for (const row of others)
		for (const sample of await samplesOf(row, here)) await sample.succeed({ 'If-Match': '"stale"' })
})

const reads = SPEC.filter(({ method, noSample }) => method === 'GET' && !noSample)

test('every read that has a tag returns 304 to its weak form, in a list, and to *', async () => {
	for (const row of reads)
		for (const { name, send } of await samplesOf(row, here)) {
			const { headers } = await send()
			const tag = headers.get('ETag')
			const known = async (tags: string) => (await send({ 'If-None-Match': tags })).status
			const statuses = [await known('*'), ...(tag === null ? [] : [await known(`"other", W/${tag}`)])]
			expect.soft({ name, statuses }).toEqual({ name, statuses: tag === null ? [200] : [304, 304] })
		}
})

test('a PUT that would create a resource is 412 under any tag', async () => {
	const key = unique('entry')
	const put = () =>
		here.admin.put(`/v1/admin/config-entries/${key}`, { value: 'x' }, { headers: { 'If-Match': '"x"' } })
	expect((await put()).status).toBe(412)
	expect((await here.admin.get(`/v1/admin/config-entries/${key}`)).status).toBe(404)
})

test('a tool provider has one tag for all of its writes, and a different tag in each layer', async () => {
	const { owner } = here
	const path = '/v1/tool-providers/web_fetch/keyed'
	const tagOf = async (scope: string) => (await owner.get(`${path}?scope=${scope}`)).headers.get('ETag') as string
	const first = await tagOf('org')
	const under = (tag: string) => ({ headers: { 'If-Match': tag } })
	const key = { api_key: 'sk-0123456789abcdef' }
	expect((await owner.put(`${path}/credential?scope=org`, key, under(first))).status).toBe(204)
	expect((await owner.put(`${path}/activate?scope=org`, undefined, under(first))).status).toBe(412)
	expect((await owner.put(`${path}/activate?scope=org`, undefined, under(await tagOf('org')))).status).toBe(204)
	expect((await owner.get(`${path}?scope=org`)).body).toMatchObject({ is_active: true, configured: true })
	expect((await owner.get(path)).status).toBe(403)
	expect((await owner.get('/v1/tool-providers/web_fetch/nothing?scope=org')).status).toBe(404)
	expect((await here.member.get('/v1/tool-providers/web_fetch/effective')).body.provider_name).toBe('web_fetch.keyed')
})

test('a path that ends in the word of another route is read as an id', async () => {
	expect((await here.admin.get('/v1/feature-flags/effective')).status).toBe(404)
	await here.admin.post('/v1/feature-flags', { key: 'effective', default_value: true })
	expect((await here.admin.get('/v1/feature-flags/effective')).body.key).toBe('effective')
})

test('of ten read markers set with one tag, one is 200 and the others are 412', async () => {
	const reader = await user()
	const row = SPEC.find(({ name }) => name === 'PATCH /v1/notifications/{notification_id}') as SpecRow
	const [sample] = await samplesOf(row, { ...here, member: reader })
	if (!sample) throw new Error('The row has a sample')
	const tag = (await read(sample)).headers.get('ETag') as string
	const responses = await Promise.all(Array.from({ length: 10 }, () => sample.send({ 'If-Match': tag })))
	expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)])
})

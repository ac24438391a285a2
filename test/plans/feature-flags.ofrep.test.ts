import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature as Server } from '@openfeature/server-sdk'
import { OpenFeature as Web, type Provider } from '@openfeature/web-sdk'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as, BASE, send } from '../support/api.ts'
import { flagValues, openDatabase } from '../support/program.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

// The clients are OpenFeature's own SDKs, talking to the Worker over HTTP.

function through(token: string | undefined, seen: { status: number; headers: Headers }[] = []): typeof fetch {
	return async (input, init) => {
		const request = new Request(input, init)
		const { pathname, search } = new URL(request.url)
		const headers = { ...Object.fromEntries(request.headers), ...(token ? { Authorization: `Bearer ${token}` } : {}) }
		const response = await send(request.method, pathname + search, { body: await request.text(), headers })
		seen.push(response)
		const body = response.status === 304 ? null : JSON.stringify(response.body)
		return new Response(body, { status: response.status, headers: response.headers })
	}
}

const newOrg = async () => (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id as string

async function serverClient(token: string | undefined) {
	const domain = unique('domain')
	await Server.setProviderAndWait(domain, new OFREPProvider({ baseUrl: BASE, fetchImplementation: through(token) }))
	return Server.getClient(domain)
}

test("an OpenFeature server SDK gets a flag's default, an org's override, and errors", async () => {
	const { admin: root, owner, stranger, org_id } = await world()
	const flag = await create.featureFlag({ default_value: false })
	await root.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })
	const [mine, theirs, nobody] = [
		await serverClient(owner.token),
		await serverClient(stranger.token),
		await serverClient(undefined),
	]
	expect(await mine.getBooleanDetails(flag.key, false)).toMatchObject({
		value: true,
		reason: 'TARGETING_MATCH',
		variant: 'override',
	})
	expect(await theirs.getBooleanDetails(flag.key, true)).toMatchObject({
		value: false,
		reason: 'STATIC',
		variant: 'default',
	})
	expect(await mine.getBooleanDetails(unique('missing'), true)).toMatchObject({
		value: true,
		errorCode: 'FLAG_NOT_FOUND',
	})
	expect(await mine.getStringDetails(flag.key, 'text')).toMatchObject({ value: 'text', errorCode: 'TYPE_MISMATCH' })
	expect(await nobody.getBooleanDetails(flag.key, true)).toMatchObject({ value: true, reason: 'ERROR' })
	await root.delete(`/v1/feature-flags/${flag.key}/org-overrides/${org_id}`)
	expect(await mine.getBooleanDetails(flag.key, true)).toMatchObject({ value: false, reason: 'STATIC' })
})

test('an API key evaluates flags for the org it was made in', async () => {
	const { admin: root, owner, org_id } = await world()
	const flag = await create.featureFlag({ default_value: false })
	await root.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })
	const key = (await owner.post('/v1/api-keys', { name: 'runtime' })).body.key
	expect(await (await serverClient(key)).getBooleanValue(flag.key, false)).toBe(true)
})

test('an OpenFeature web SDK loads all flags at once, and its polls get 304 while nothing changed', async () => {
	const { token } = await user()
	const flag = await create.featureFlag({ default_value: true })
	const seen: { status: number; headers: Headers }[] = []
	vi.stubGlobal('fetch', through(token, seen))
	const provider = new OFREPWebProvider({ baseUrl: BASE, pollInterval: -1 })
	const domain = unique('domain')
	try {
		await Web.setProviderAndWait(domain, provider as Provider, { targetingKey: 'one', plan: 'team' })
		expect(Web.getClient(domain).getBooleanDetails(flag.key, false)).toMatchObject({ value: true, reason: 'STATIC' })
		expect(seen.map(({ status }) => status)).toEqual([200])
		// An attribute other than the targeting key changes the context, and with it the tag.
		await Web.setContext(domain, { targetingKey: 'one', plan: 'solo' })
		expect(seen.at(-1)?.status).toBe(200)
		expect(seen.at(-1)?.headers.get('ETag')).not.toBe(seen[0]?.headers.get('ETag'))
		await Web.setContext(domain, { targetingKey: 'one', plan: 'solo' })
		expect(seen.at(-1)?.status).toBe(304)
		await (await admin()).patch(`/v1/feature-flags/${flag.key}`, { default_value: false })
		await Web.setContext(domain, { targetingKey: 'one', plan: 'solo' })
		expect(seen.at(-1)?.status).toBe(200)
		expect(Web.getClient(domain).getBooleanValue(flag.key, true)).toBe(false)
	} finally {
		await Web.close()
		vi.unstubAllGlobals()
	}
})

test('the ETag of a bulk evaluation covers flags, context and org', async () => {
	const { owner, stranger } = await world()
	const bulk = (api: typeof owner, context: object, tag?: string) =>
		api.post('/ofrep/v1/evaluate/flags', { context }, { headers: tag ? { 'If-None-Match': tag } : {} })
	const one = await bulk(owner, { targetingKey: 'a', tier: 1 })
	const tag = one.headers.get('ETag') as string
	expect((await bulk(owner, { targetingKey: 'a', tier: 1 }, tag)).status).toBe(304)
	expect((await bulk(owner, { targetingKey: 'a', tier: 2 }, tag)).status).toBe(200)
	expect((await bulk(stranger, { targetingKey: 'a', tier: 1 }, tag)).status).toBe(200)
	await create.featureFlag()
	expect((await bulk(owner, { targetingKey: 'a', tier: 1 }, tag)).status).toBe(200)
})

test('error responses have the fields that OFREP clients read, next to the usual ones', async () => {
	const owner = await user()
	const key = unique('missing')
	expect((await owner.post(`/ofrep/v1/evaluate/flags/${key}`, {})).body).toEqual({
		error: 'not_found',
		message: 'Feature flag not found',
		trace_id: expect.any(String),
		details: { key, errorCode: 'FLAG_NOT_FOUND' },
		key,
		errorCode: 'FLAG_NOT_FOUND',
		errorDetails: 'Feature flag not found',
	})
	expect(await owner.post('/ofrep/v1/evaluate/flags', { context: 7 })).toMatchObject({
		status: 400,
		body: {
			errorCode: 'INVALID_CONTEXT',
			errorDetails: expect.any(String),
			details: { fields: [{ path: 'context' }] },
		},
	})
	expect(await owner.post(`/ofrep/v1/evaluate/flags/${key}`, '{')).toMatchObject({
		status: 422,
		body: { key, errorCode: 'PARSE_ERROR', errorDetails: expect.any(String) },
	})
	expect(await as().post('/ofrep/v1/evaluate/flags', {})).toMatchObject({
		status: 401,
		body: { errorCode: 'GENERAL', errorDetails: expect.any(String) },
	})
})

test('null is the same as leaving the field out, for a description and for an OFREP context', async () => {
	const left_out = { description: '', default_value: false }
	expect(await create.featureFlag()).toMatchObject(left_out)
	const flag = await create.featureFlag({ description: null })
	expect(flag).toMatchObject(left_out)
	const caller = await user()
	const evaluated = await caller.post(`/ofrep/v1/evaluate/flags/${flag.key}`, { context: null })
	expect(evaluated).toMatchObject({ status: 200, body: { value: false } })
})

test('an isolate keeps the flags in memory once, and only overrides for each org', async () => {
	const [kept, overridden] = [await create.featureFlag(), await create.featureFlag()]
	const [one, other, own] = [await newOrg(), await newOrg(), await newOrg()]
	const changed = { org_id: own, enabled: !overridden.default_value }
	await (await admin()).post(`/v1/feature-flags/${overridden.key}/org-overrides`, changed)
	const { reader } = openDatabase(env.DB, 'first-primary')
	const ofOne = await flagValues(reader, one)
	expect(await flagValues(reader, other)).toBe(ofOne)
	const ofOwn = await flagValues(reader, own)
	expect(ofOwn?.get(kept.key)).toBe(ofOne?.get(kept.key))
	expect(ofOwn?.get(overridden.key)?.value).toBe(!overridden.default_value)
	expect(ofOne?.get(overridden.key)?.value).toBe(overridden.default_value)
	expect(ofOwn?.all().map(({ key }) => key)).toEqual(ofOne?.all().map(({ key }) => key))
})

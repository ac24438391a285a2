import { expect, test } from 'vitest'
import { acme, fieldsOf, ofOrg } from '../support/configuration.ts'
import { user } from '../support/world.ts'

// What an entry of the platform and one of an org have in common.

const LLM = '/v1/llm-providers'
const MCP = '/v1/mcp-configs'
const wrong = { status: 400, body: { details: { fields: [{ path: 'entitlement' }] } } }

test("an entitlement of an org's own entry is 400 unless it is null", async () => {
	const owner = await user()
	const provider = (await owner.post(LLM, { name: 'acme', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' })).body
	const models = `${LLM}/${provider.id}/models`
	expect(await owner.post(models, { model: 'm', entitlement: 'models.premium' })).toMatchObject(wrong)
	const model = await owner.post(models, { model: 'm', entitlement: null })
	expect(model).toMatchObject({ status: 201, body: { entitlement: null } })
	expect(await owner.patch(`${models}/${model.body.id}`, { entitlement: 'models.premium' })).toMatchObject(wrong)
	const config = { name: 'mcp', transport: 'stdio', command: 'run' }
	expect(await owner.post(MCP, { ...config, entitlement: 'mcp.premium' })).toMatchObject(wrong)
	const { body } = await owner.post(MCP, config)
	expect(await owner.patch(`${MCP}/${body.id}`, { entitlement: 'mcp.premium' })).toMatchObject(wrong)
	expect(await owner.patch(`${MCP}/${body.id}`, { entitlement: null })).toMatchObject({ status: 200 })
})

test('a document of an org refuses an entitlement by its path, and takes an older one without the field', async () => {
	const config = await ofOrg()
	const document = (entitlement?: string | null) => ({
		...acme({ models: { small: { ...(entitlement !== undefined && { entitlement }) } } }),
		mcp_configs: { files: { transport: 'stdio', command: 'run', ...(entitlement !== undefined && { entitlement }) } },
	})
	expect(Object.keys(fieldsOf(await config.plan(document('models.premium')))).sort()).toEqual([
		'llm_providers.acme.models.small.entitlement',
		'mcp_configs.files.entitlement',
	])
	expect((await config.put(document())).status).toBe(200)
	expect((await config.plan(document(null))).body.changes).toEqual([])
	const shown = await config.get()
	expect([shown.llm_providers.acme.models.small.entitlement, shown.mcp_configs.files.entitlement]).toEqual([null, null])
})

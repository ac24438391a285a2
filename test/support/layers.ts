import { expect } from 'vitest'
import type { Api } from './api.ts'
import { forgetMcp, forgetModels } from './program.ts'
import { admin } from './world.ts'

/** The key of everything of the platform in tests. */
export const PLATFORM_KEY = 'sk-of-the-platform-0123456789'

export const LLM = '/v1/llm-providers'
export const MCP = '/v1/mcp-configs'
export const OF_PLATFORM = '?scope=platform'

/** A provider at one layer, with models by name. */
export async function providerAt(
	caller: Api,
	scope: 'platform' | 'org',
	name: string,
	models: Record<string, object> = {},
	fields: object = {},
) {
	const given = { name, provider: 'vendor_a', api_key: PLATFORM_KEY, ...fields }
	const response = await caller.post(`${LLM}?scope=${scope}`, given)
	expect([response.status, response.body.message]).toEqual([201, undefined])
	const { id } = response.body as { id: string }
	const ids: Record<string, string> = {}
	for (const [model, more] of Object.entries(models)) {
		const made = await caller.post(`${LLM}/${id}/models?scope=${scope}`, { model, ...more })
		expect(made.status).toBe(201)
		ids[model] = made.body.id
	}
	return { id, path: `${LLM}/${id}`, ids }
}

/** An MCP config at one layer. */
export async function configAt(caller: Api, scope: 'platform' | 'org', name: string, fields: object = {}) {
	const url = 'https://mcp.example.com/mcp'
	const given = { name, transport: 'streamable_http', url, bearer_token: PLATFORM_KEY, ...fields }
	const response = await caller.post(`${MCP}?scope=${scope}`, given)
	expect([response.status, response.body.message]).toEqual([201, undefined])
	return { id: response.body.id as string, path: `${MCP}/${response.body.id}` }
}

/** Deletes all of the platform's, which every org of the file would get. */
export async function emptyPlatform() {
	const root = await admin()
	for (const path of [LLM, MCP]) {
		const { body } = await root.get(`${path}${OF_PLATFORM}&limit=200`)
		for (const { id } of body) expect((await root.delete(`${path}/${id}${OF_PLATFORM}`)).status).toBe(200)
	}
	forgetModels()
	forgetMcp()
}

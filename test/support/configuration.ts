import { expect } from 'vitest'
import type { Reply } from './api.ts'
import { type Caller, user } from './world.ts'

export interface Entry {
	[field: string]: unknown
}

/** A document as an export returns it. */
export interface Document {
	version: 1
	// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects and fails if it isn't there
	[section: string]: any
}

export const PLATFORM_PATH = '/v1/admin/config'
export const orgPath = ({ org_id }: { org_id: string }) => `/v1/orgs/${org_id}/config`

interface How {
	mode?: 'merge' | 'exact'
	sections?: string[]
	/** The query string, without its question mark. */
	query?: string
	/** `If-Match`. By default the current tag. */
	base?: string
}

/** The configuration at one path, as one caller. */
export function configuration(caller: Caller, path: string) {
	const get = async (): Promise<Document> => {
		const { status, body } = await caller.get(path)
		expect(status).toBe(200)
		return body
	}
	const tag = async () => (await caller.get(path)).headers.get('ETag') ?? ''
	return {
		get,
		tag,
		plan: (document: object, { mode = 'exact', sections }: How = {}): Promise<Reply> =>
			caller.post(`${path}/plan`, { document, mode, sections }),
		put: async (document: object, { mode = 'exact', sections, query = '', base }: How = {}): Promise<Reply> =>
			caller.put(`${path}?${query}`, { document, mode, sections }, { headers: { 'If-Match': base ?? (await tag()) } }),
		revisions: async () => (await caller.get(`${path}/revisions`)).body,
		restore: (number: number, query = ''): Promise<Reply> =>
			caller.post(`${path}/revisions/${number}/restore?${query}`),
	}
}

/** A new owner, and the configuration of their org. */
export async function ofOrg() {
	const owner = await user('owner')
	return { owner, ...configuration(owner, orgPath(owner)) }
}

export const KEY = 'sk-0123456789abcdef'

/** A document with one LLM provider, whose key is `KEY`. */
export const acme = (fields: object = {}) => ({
	version: 1,
	llm_providers: { acme: { provider: 'vendor_a', api_key: secret(KEY), ...fields } },
})

export const secret = (value: unknown) => ({ $secret: { value } })
export const keep = { $secret: { keep: true } }
export const stored = { $secret: { set: true, fingerprint: expect.any(String) } }

/** The wrong fields of a 400, by path. */
export function fieldsOf({ status, body }: Reply): Record<string, string> {
	expect(status, JSON.stringify(body)).toBe(400)
	return Object.fromEntries(
		body.details.fields.map(({ path, message }: { path: string; message: string }) => [path, message]),
	)
}

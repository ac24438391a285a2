import { deepEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Findings } from './conformance.ts'

// The official client SDKs, of both revisions, use each tool.

interface Result {
	isError?: boolean
	content: { type: string; text: string }[]
	structuredContent: Record<string, unknown>
}

interface Client {
	connect: (transport: object) => Promise<void>
	close: () => Promise<void>
	getServerVersion: () => { name: string } | undefined
	listTools: () => Promise<{ tools: { name: string }[] }>
	callTool: (call: { name: string; arguments: object }) => Promise<Result>
}

interface Sdk {
	Client: new (info: object, options?: object) => Client
	StreamableHTTPClientTransport: new (url: URL, options: object) => object
}

const SDKS: { name: string; files: string[]; options?: object }[] = [
	{
		name: 'client 2.4 with 2026-07-28',
		files: ['client/dist/index.mjs'],
		options: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
	},
	{ name: 'client 2.4 as it comes', files: ['client/dist/index.mjs'] },
	{
		name: 'sdk 1.32 with 2025-11-25',
		files: ['sdk/dist/esm/client/index.js', 'sdk/dist/esm/client/streamableHttp.js'],
	},
]

export async function clients(folder: string, base: string, key: string): Promise<Findings> {
	const faults = []
	for (const { name, files, options } of SDKS)
		try {
			const modules = await Promise.all(
				files.map(
					(file) => import(pathToFileURL(join(folder, '@modelcontextprotocol', file)).href) as Promise<Partial<Sdk>>,
				),
			)
			await use(Object.assign({}, ...modules) as Sdk, { base, key, options })
		} catch (error) {
			faults.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
		}
	return { says: `Official clients: ${SDKS.length - faults.length} of ${SDKS.length} use all tools`, faults }
}

async function use(
	{ Client, StreamableHTTPClientTransport }: Sdk,
	{ base, key, options }: { base: string; key: string; options: object | undefined },
) {
	const client = new Client({ name: 'visitor', version: '1' }, options)
	const headers = { Authorization: `Bearer ${key}` }
	await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', base), { requestInit: { headers } }))
	const call = async (name: string, given: object) => {
		const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: given })
		deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent)
		return { isError, data: structuredContent }
	}
	deepEqual(client.getServerVersion()?.name, 'plinth')
	const { tools } = await client.listTools()
	deepEqual(
		tools.map(({ name }) => name),
		['find', 'describe', 'read', 'write', 'undo', 'requests'],
	)
	const found = (await call('find', { query: 'create a feature flag' })).data.operations as { path: string }[]
	deepEqual(found[0]?.path, '/v1/feature-flags')
	const described = await call('describe', { method: 'POST', path: '/v1/feature-flags' })
	deepEqual(described.isError, false)
	const flag = { key: `flag.${crypto.randomUUID()}`, default_value: true }
	const made = await call('write', { method: 'POST', path: '/v1/feature-flags', body: flag })
	deepEqual([made.isError, made.data.status], [false, 201])
	const path = `/v1/feature-flags/${flag.key}`
	const read = await call('read', { path, fields: ['key', 'default_value'] })
	deepEqual(read.data.untrusted, flag)
	const undone = await call('undo', { audit_id: made.data.audit_id })
	deepEqual([undone.isError, undone.data.status], [false, 200])
	const gone = await call('read', { path })
	deepEqual([gone.isError, gone.data.error], [true, 'not_found'])
	const asked = await call('requests', { request_id: 'req_nothing' })
	deepEqual([asked.isError, asked.data.status], [true, 404])
	const wrong = await call('read', { paths: path })
	deepEqual([wrong.isError, wrong.data.error], [true, 'validation.error'])
	await client.close()
}

// `npm run check:clients`, part of `npm run check`: the clients that three public generators make from the OpenAPI document
// compile under `strict`, together with a caller that uses them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import ts from 'typescript'
import { ROOT } from './settings.ts'

const DOCUMENT = join(ROOT, 'src/worker/operations/docs/openapi.json')
/** Inside `node_modules`, because the callers import libraries. */
const FOLDER = join(ROOT, 'node_modules/.cache/plinth/clients')

interface Client {
	/** Writes the client into a folder. */
	make: (folder: string) => Promise<unknown>
	/** What somebody writes with it: a read, and a write whose error has a reason. */
	caller: string
}

const CLIENTS: Record<string, Client> = {
	'openapi-typescript': {
		make: async (folder) =>
			writeFileSync(
				join(folder, 'client.ts'),
				astToString(await openapiTypes(readFileSync(DOCUMENT, 'utf8'), { defaultNonNullable: false })),
			),
		caller: `import createClient from 'openapi-fetch'
import type { paths } from './client'
const api = createClient<paths>({ baseUrl: 'https://plinth.example.com', headers: { Prefer: 'handling=strict' } })
const { data } = await api.GET('/v1/plans', { params: { query: { limit: 5 } } })
export const names: string[] = data?.map(({ name }) => name) ?? []
const { error } = await api.POST('/v1/feature-flags', { body: { key: 'research.deep_mode', default_value: true } })
export const reason: unknown = error?.details['reason']`,
	},
	'@hey-api/openapi-ts': {
		make: (path) =>
			createClient({ input: DOCUMENT, output: { path, clean: false }, logs: { level: 'silent', file: false } }),
		caller: `import { client } from './client.gen'
import { getPlans, postFeatureFlags } from './index'
client.setConfig({ headers: { Prefer: 'handling=strict' } })
const { data } = await getPlans({ query: { limit: 5 } })
export const names: string[] = data?.map(({ name }) => name) ?? []
const { error } = await postFeatureFlags({ body: { key: 'research.deep_mode', default_value: true } })
export const reason: unknown = error?.details['reason']`,
	},
	orval: {
		make: (folder) =>
			generate(
				{
					input: { target: DOCUMENT },
					output: { target: join(folder, 'client.ts'), client: 'fetch', mode: 'single' },
				},
				undefined,
				{ logLevel: 'warn' },
			),
		caller: `import { getPlans, postFeatureFlags } from './client'
const strict = { headers: { Prefer: 'handling=strict' } }
const plans = await getPlans({ limit: 5 }, strict)
export const names: string[] = plans.status === 200 ? plans.data.map(({ name }) => name) : []
const flag = await postFeatureFlags({ key: 'research.deep_mode', default_value: true }, strict)
export const reason: unknown = flag.status === 409 ? flag.data.details['reason'] : undefined`,
	},
}

const OPTIONS: ts.CompilerOptions = {
	target: ts.ScriptTarget.ES2024,
	lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	strict: true,
	noEmit: true,
	skipLibCheck: true,
	types: [],
}

rmSync(FOLDER, { recursive: true, force: true })
const faults = (await Promise.all(Object.entries(CLIENTS).map(faultsOf))).flat()
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
rmSync(FOLDER, { recursive: true })

async function faultsOf([name, { make, caller }]: [string, Client]): Promise<string[]> {
	const folder = join(FOLDER, name)
	mkdirSync(folder, { recursive: true })
	await make(folder)
	const file = join(folder, 'caller.ts')
	writeFileSync(file, caller)
	return ts.getPreEmitDiagnostics(ts.createProgram([file], OPTIONS)).map(({ file: at, start, messageText }) => {
		const line = at && start !== undefined ? `:${at.getLineAndCharacterOfPosition(start).line + 1}` : ''
		return `The client from ${name} doesn't compile: ${at?.fileName ?? ''}${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
	})
}

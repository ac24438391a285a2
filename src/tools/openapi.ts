// `npm run openapi`: writes the OpenAPI document, and the types of a client for it. With `--check` it writes nothing, and fails
// when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypes, { astToString } from 'openapi-typescript'
import { app, tags } from '../app.ts'
import { operations } from '../http/contract.ts'
import { openApi } from '../operations/docs/openapi.ts'
import { ROOT } from './settings.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
// Indented by spaces: linters read JSON as YAML, which knows no tabs.
const document = `${JSON.stringify(openApi(operations(app), tags, version), null, 2)}\n`
const types = astToString(await openapiTypes(document, { defaultNonNullable: false }))

const problems = await lintFromString({ source: document, config: await createConfig({ extends: ['recommended'] }) })
for (const { severity, ruleId, message, location } of problems)
	console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`)

const files = [
	[join(ROOT, 'src/operations/docs/openapi.json'), document],
	[
		join(ROOT, 'src/console/client.d.ts'),
		`// Written by \`npm run openapi\` from src/operations/docs/openapi.json.\n${types}`,
	],
] as const
const old = files.filter(([path, text]) => current(path) !== text)
if (process.argv.includes('--check'))
	for (const [path] of old) console.error(`${path} is out of date: run npm run openapi`)
else for (const [path, text] of old) writeFileSync(path, text)

if (problems.length > 0 || (process.argv.includes('--check') && old.length > 0)) process.exit(1)

function current(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return undefined
	}
}

// `npm run openapi`: writes the OpenAPI document, and regenerates the client's types. With `--check` it writes nothing, and fails
// when the document is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { app, tags } from '../worker/app.ts'
import { operations } from '../worker/ground/http/operations.ts'
import { openApi } from '../worker/operations/docs/openapi.ts'
import { writeClientTypes } from './client-types.ts'
import { ROOT, textOf } from './settings.ts'

const PATH = join(ROOT, 'src/worker/operations/docs/openapi.json')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
// Indented with spaces: linters read JSON as YAML, which doesn't allow tabs.
const document = `${JSON.stringify(openApi(operations(app), tags, version), null, 2)}\n`

// A sign-in through a provider only ever sends the browser on.
const rules = { 'operation-2xx-response': 'off' } as const
const config = await createConfig({ extends: ['recommended'], rules })
const problems = await lintFromString({ source: document, config })
for (const { severity, ruleId, message, location } of problems)
	console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`)

const isOld = textOf(PATH) !== document
if (!process.argv.includes('--check')) {
	if (isOld) writeFileSync(PATH, document)
	await writeClientTypes()
} else if (isOld) console.error(`${PATH} is out of date: run npm run openapi`)

if (problems.length > 0 || (process.argv.includes('--check') && isOld)) process.exit(1)

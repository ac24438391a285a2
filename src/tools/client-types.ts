// The types of the client that the console and a test use. A public generator makes them from the OpenAPI document.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './settings.ts'

const DOCUMENT = join(ROOT, 'src/worker/operations/docs/openapi.json')
/** The import `#client-types`, by `paths` in `tsconfig.json`. */
const TYPES = join(ROOT, 'node_modules/.cache/plinth/client-types.d.ts')

/** Writes the types, unless they're already this document's. */
export async function writeClientTypes(): Promise<void> {
	const document = readFileSync(DOCUMENT, 'utf8')
	// After a checkout, file times say nothing.
	const stamp = `// Made of openapi.json ${createHash('sha1').update(document).digest('hex')}\n`
	if (existsSync(TYPES) && readFileSync(TYPES, 'utf8').startsWith(stamp)) return
	const { default: openapiTypes, astToString } = await import('openapi-typescript')
	const types = astToString(await openapiTypes(document, { defaultNonNullable: false }))
	mkdirSync(dirname(TYPES), { recursive: true })
	// Several tools may do this at once, and a compiler may be reading.
	writeFileSync(`${TYPES}.${process.pid}`, stamp + types)
	renameSync(`${TYPES}.${process.pid}`, TYPES)
}

if (process.argv[1] === import.meta.filename) await writeClientTypes()

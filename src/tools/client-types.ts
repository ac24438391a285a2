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
	const types = astToString(await openapiTypes(ofActing(JSON.parse(document)), { defaultNonNullable: false }))
	mkdirSync(dirname(TYPES), { recursive: true })
	// Several tools may do this at once, and a compiler may be reading.
	writeFileSync(`${TYPES}.${process.pid}`, stamp + types)
	renameSync(`${TYPES}.${process.pid}`, TYPES)
}

type Document = { paths: Record<string, Record<string, { responses: Record<string, Answer> }>> }
interface Answer {
	$ref?: string
	content?: Record<string, unknown>
}

/** The document without what only a key of mode `propose` gets: people never do, and their types would be unions with it. */
function ofActing<D extends Document>(document: D): D {
	for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path)))
		for (const [status, { $ref, content = {} }] of Object.entries(responses ?? {})) {
			if ($ref?.endsWith('/Proposed')) delete responses[status]
			delete content['application/json; proposed=true']
		}
	return document
}

if (process.argv[1] === import.meta.filename) await writeClientTypes()

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { PLACES } from '../console/places/places.ts'
import { reasons } from '../console/text/zh/reasons.ts'
import { signInReasons } from '../console/text/zh/sign-in-reasons.ts'
import { codes } from '../console/text/zh/why-reasons.ts'
import { BUILT } from '../worker/operations/docs/built.ts'
import type { Document } from '../worker/operations/docs/document.ts'
import { pagesOf } from '../worker/operations/guides/pages.ts'
import { mcpFiles } from '../worker/operations/mcp/files.ts'
import { names } from './console-names.ts'
import { writePythonClient } from './python-client.ts'
import { ROOT, textOf } from './settings.ts'

/** Writes the pages of the documentation and the API document into the folder of the static assets, if they differ. */
export function buildDocs(assets: string): void {
	const document = JSON.parse(source('src/worker/operations/docs/openapi.json')) as Document
	const agents = {
		'tool_agent.py': source('test/agents/tool_agent.py'),
		'mcp_tools.py': source('test/agents/mcp_tools.py'),
		'tool-agent.mjs': source('test/agents/tool-agent.mjs'),
		'mcp-tools.mjs': source('test/agents/mcp-tools.mjs'),
	}
	const texts: Record<string, string> = {
		[`/${BUILT}/openapi.json`]: JSON.stringify(document),
		[`/${BUILT}/docs/plinth_runtime.py`]: writePythonClient(),
		[`/${BUILT}/docs/plinth_runtime.mjs`]: bundledClient(),
		...pagesOf({
			document,
			agents,
			places: { chapters: placesBy('chapter'), guides: placesBy('guide'), names },
			errors: { zh: { ...reasons, ...signInReasons, ...codes } },
			changelog: source('.github/CHANGELOG.md'),
		}),
		...mcpFiles(document),
	}
	for (const [name, text] of Object.entries(texts)) {
		const file = join(assets, name)
		if (textOf(file) === text) continue
		mkdirSync(dirname(file), { recursive: true })
		writeFileSync(file, text)
	}
	const kept = new Set(Object.keys(texts).map((name) => join(assets, name)))
	for (const name of globSync('**/*.*', { cwd: join(assets, BUILT) }))
		if (!kept.has(join(assets, BUILT, name))) rmSync(join(assets, BUILT, name))
}

/** The chapter or the guide of each place of the console. A guide leads back to the first of its places. */
function placesBy(page: 'chapter' | 'guide'): Record<string, string> {
	const places = [...PLACES.filter(({ isGuideTarget }) => isGuideTarget), ...PLACES]
	return Object.fromEntries(places.flatMap((place) => (place[page] ? [[place.to, place[page]]] : [])))
}

/** The client for Node.js as one file, so that nobody needs a package to have it. */
function bundledClient(): string {
	const { outputFiles } = buildSync({
		stdin: {
			contents: "export * from './runtime.ts'\nexport { fileStore } from './file-store.ts'",
			resolveDir: join(ROOT, 'src/client'),
		},
		bundle: true,
		write: false,
		format: 'esm',
		target: 'node20',
		conditions: ['import'],
		external: ['node:*'],
		legalComments: 'none',
	})
	return outputFiles[0]?.text ?? ''
}

const source = (file: string) => readFileSync(join(ROOT, file), 'utf8')

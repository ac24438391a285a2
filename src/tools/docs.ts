import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { BUILT, type BuiltName } from '../operations/docs/built.ts'
import { type Document, page } from '../operations/docs/page.ts'
import { changeGuide } from '../operations/guides/change-guide.ts'
import { runtimeGuide } from '../operations/guides/runtime-guide.ts'
import { spendingGuide } from '../operations/guides/spending-guide.ts'
import { webhookGuide } from '../operations/guides/webhook-guide.ts'
import { ROOT } from './settings.ts'

/** Writes the pages of the documentation and the API document into the folder of the static assets, if they differ. */
export function buildDocs(assets: string): void {
	const document = JSON.parse(source('src/operations/docs/openapi.json')) as Document
	const agents = {
		'tool_agent.py': source('test/agents/tool_agent.py'),
		'mcp_tools.py': source('test/agents/mcp_tools.py'),
		'tool-agent.mjs': source('test/agents/tool-agent.mjs'),
		'mcp-tools.mjs': source('test/agents/mcp-tools.mjs'),
	}
	const texts: Record<BuiltName, string> = {
		'openapi.json': JSON.stringify(document),
		'reference.html': page(document),
		'webhooks.html': webhookGuide(),
		'changes.html': changeGuide(),
		'spending.html': spendingGuide(),
		'runtime.html': runtimeGuide(agents),
		'plinth_runtime.py': source('src/client/plinth_runtime.py'),
		'plinth_runtime.mjs': bundledClient(),
	}
	for (const [name, text] of Object.entries(texts)) {
		const file = join(assets, BUILT, name)
		if (written(file) === text) continue
		mkdirSync(dirname(file), { recursive: true })
		writeFileSync(file, text)
	}
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

function written(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8')
	} catch {
		return undefined
	}
}

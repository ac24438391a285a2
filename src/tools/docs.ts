import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT, type BuiltName } from '../operations/docs/built.ts'
import { type Document, page } from '../operations/docs/page.ts'
import { changeGuide } from '../operations/guides/change-guide.ts'
import { spendingGuide } from '../operations/guides/spending-guide.ts'
import { webhookGuide } from '../operations/guides/webhook-guide.ts'
import { ROOT } from './settings.ts'

/** Writes the pages of the documentation and the API document into the folder of the static assets, if they differ. */
export function buildDocs(assets: string): void {
	const source = readFileSync(join(ROOT, 'src/operations/docs/openapi.json'), 'utf8')
	const document = JSON.parse(source) as Document
	const texts: Record<BuiltName, string> = {
		'openapi.json': JSON.stringify(document),
		'reference.html': page(document),
		'webhooks.html': webhookGuide(),
		'changes.html': changeGuide(),
		'spending.html': spendingGuide(),
	}
	for (const [name, text] of Object.entries(texts)) {
		const file = join(assets, BUILT, name)
		if (written(file) === text) continue
		mkdirSync(dirname(file), { recursive: true })
		writeFileSync(file, text)
	}
}

function written(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8')
	} catch {
		return undefined
	}
}

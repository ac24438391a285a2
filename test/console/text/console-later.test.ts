import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeConsoleLater } from '../../../src/tools/console-later.ts'
import { CONSOLE_PAGE, ROOT } from '../../../src/tools/settings.ts'

test('what stands for the console and the documentation has the headers, and nothing that their policy refuses', () => {
	const assets = mkdtempSync(join(tmpdir(), 'plinth-later-'))
	try {
		writeConsoleLater(assets)
		const headers = readFileSync(join(assets, '_headers'), 'utf8')
		expect(headers).toBe(readFileSync(join(ROOT, 'src/console/public/_headers'), 'utf8'))
		expect(headers).toContain("script-src 'self'")
		for (const page of [CONSOLE_PAGE, 'built-docs/docs.html'])
			expect(readFileSync(join(assets, page), 'utf8')).not.toMatch(/<style|style=|<script/)
	} finally {
		rmSync(assets, { recursive: true })
	}
})

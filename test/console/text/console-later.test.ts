import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeConsoleLater } from '../../../src/tools/console-later.ts'
import { CONSOLE_PAGE, ROOT } from '../../../src/tools/settings.ts'

test('what stands for the console until it is built has its headers, and nothing that their policy refuses', () => {
	const assets = mkdtempSync(join(tmpdir(), 'plinth-later-'))
	try {
		writeConsoleLater(assets)
		const headers = readFileSync(join(assets, '_headers'), 'utf8')
		expect(headers).toBe(readFileSync(join(ROOT, 'src/console/public/_headers'), 'utf8'))
		expect(headers).toContain("script-src 'self'")
		expect(readFileSync(join(assets, CONSOLE_PAGE), 'utf8')).not.toMatch(/<style|style=|<script/)
	} finally {
		rmSync(assets, { recursive: true })
	}
})

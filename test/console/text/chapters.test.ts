import { expect, test } from 'vitest'
import { shell as en } from '../../../src/console/text/en/shell.ts'
import { shell as zh } from '../../../src/console/text/zh/shell.ts'
import { NAMES } from '../../../src/worker/operations/docs/groups.ts'

test('a chapter of the documentation has the name of its place in the console, in both languages', () => {
	const places = Object.entries(en.places).map(
		([key, name]) => [name, zh.places[key as keyof typeof zh.places]] as const,
	)
	const chapters = Object.values(NAMES)
	const named = places.filter(([name]) => chapters.some((chapter) => chapter.en === name))
	expect(named.length).toBeGreaterThan(20)
	for (const [name, chinese] of named) expect(chapters).toContainEqual({ en: name, zh: chinese })
})

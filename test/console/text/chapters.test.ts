import { expect, test } from 'vitest'
import { shell } from '../../../src/console/text/en/shell.ts'
import { names } from '../../../src/tools/console-names.ts'
import { NAMES } from '../../../src/worker/operations/docs/groups.ts'

test('a chapter of the documentation has the name of its place in the console', () => {
	expect(names.chapters).toMatchObject({
		orgs: { en: 'Orgs', zh: '组织' },
		configuration: { en: 'Config entries', zh: '配置项' },
		'llm-providers': { en: 'Models', zh: '模型' },
	})
	const places = new Set<string>(Object.values(shell.places))
	expect(Object.values(NAMES).filter(({ en }) => places.has(en))).toEqual([])
})

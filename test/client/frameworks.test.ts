import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { frameworks } from '../../src/worker/operations/guides/en/frameworks.ts'
import * as snippets from '../../src/worker/operations/guides/frameworks-snippets.ts'
import { frameworks as inChinese } from '../../src/worker/operations/guides/zh/frameworks.ts'

// The guide to frameworks, as somebody reads it who has a program without Plinth.

const MODULES = join(import.meta.dirname, '../../node_modules')
const FRAMEWORKS = [
	'ai',
	'@ai-sdk/openai',
	'@ai-sdk/anthropic',
	'@openai/agents',
	'@langchain/core',
	'@langchain/openai',
	'openai',
]

test('it asks for the Node.js that the frameworks ask for', () => {
	const needed = FRAMEWORKS.map((name) => {
		const { engines } = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')) as {
			engines?: { node?: string }
		}
		return Number(/\d+/.exec(engines?.node ?? '')?.[0] ?? 0)
	})
	const version = Math.max(...needed)
	expect(JSON.stringify(frameworks.chapters({} as never))).toContain(`You need Node.js ${version}`)
	expect(JSON.stringify(inChinese.chapters)).toContain(`您需要 Node.js ${version}`)
})

const { AI, AGENTS, LANGCHAIN, OPENAI, CLAUDE_AGENT } = snippets
const PROGRAMS = Object.entries({ AI, AGENTS, LANGCHAIN, OPENAI, CLAUDE_AGENT })

test.each(PROGRAMS)('each line of %s that differs from a program without Plinth says so', (_name, program) => {
	const lines = program.split('\n')
	const without = lines
		.filter((line) => !line.includes('// '))
		.concat(lines.flatMap((line) => line.split('// was ').slice(1)))
		.join('\n')
	const imported = [...without.matchAll(/^import (.*) from/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
	const unused = imported.filter((one) => one !== 'as' && without.match(new RegExp(`\\b${one}\\b`, 'g'))?.length === 1)
	expect(imported).not.toEqual([])
	expect(unused).toEqual([])
})

import { expect, test } from 'vitest'
import { colorsOf } from '../support/program.ts'

/** The colored pieces of a source, each with its color. */
const pieces = (source: string, name?: string) =>
	colorsOf(source, name)
		.split(' ')
		.filter(Boolean)
		.map((range) => {
			const [start = 0, length = 0] = range.slice(1).split('+').map(Number)
			return `${range[0]} ${source.slice(start, start + length)}`
		})

test('code has the colors of its language', () => {
	expect(pieces(`curl -X PUT "$PLINTH/v1/me" # me\n  -d '{"a": 1}' $TOKEN`, 'curl')).toEqual([
		'k curl',
		'n -X',
		's "$PLINTH/v1/me"',
		'c # me',
		'n -d',
		`s '{"a": 1}'`,
		'v $TOKEN',
	])
	expect(pieces("const a = await fetch('x') // it's 7", 'typescript')).toEqual([
		'k const',
		'k await',
		"s 'x'",
		"c // it's 7",
	])
	expect(pieces('import os\nx = f"{a}"  # 1\ny = None or 42', 'python')).toEqual([
		'k import',
		's f"{a}"',
		'c # 1',
		'k None',
		'k or',
		'n 42',
	])
	expect(pieces('{"a_b": [true, -1.5, "x: y"]}', 'json')).toEqual(['v "a_b"', 'k true', 'n -1.5', 's "x: y"'])
	expect(pieces('400\nX-Trace-Id: 7\n\n{"a": null}')).toEqual(['n 400', 'v X-Trace-Id', 'n 7', 'v "a"', 'k null'])
})

test('a block that names no language has the colors of the one that it is in', () => {
	expect(pieces('import os\n\nprint(1)')).toContain('k import')
	expect(pieces("const a = 'b'")).toContain('k const')
	expect(pieces('npm ci && npm start')).toContain('k npm')
})

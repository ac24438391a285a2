// `npm run statements`: writes each folder's `statements.sql`, the SQL of its prepared statements. With `--check` it writes
// nothing, and fails if one is out of date. Either way it fails if a prepared statement isn't in any of them.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getCallSites } from 'node:util'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import ts from 'typescript'
import { listener } from '../worker/ground/db/prepared.ts'
import { ROOT } from './settings.ts'
import { textsOf } from './shared-sql.ts'

const HEAD =
	'-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it\n-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.\n'

/** A place in a file, as `file:line:column`. */
type Place = string

/** A call of `prepared` or `preparedAll`. */
interface Call {
	place: Place
	name: string
}

interface Prepared {
	file: string
	name: string
	line: number
	parts: Parameters<NonNullable<typeof listener.onPrepared>>[0]
}

const sources = globSync('src/worker/**/*.ts', { cwd: ROOT })
	.filter((file) => file !== 'src/worker/ground/db/prepared.ts')
	.toSorted()
	.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
	.filter(([, source]) => source.includes('/prepared.ts'))
	.map(([file, source]) => ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))

const prepared: Prepared[] = []
const seen = new Set<Place>()
listener.onPrepared = (parts) => {
	const places = getCallSites(40).flatMap(({ scriptName, lineNumber, columnNumber }) => {
		const file = scriptName.startsWith('file:') ? relative(ROOT, fileURLToPath(scriptName)) : ''
		return /^src\/(?!tools\/|worker\/ground\/db\/prepared\.ts)/.test(file)
			? [{ file, line: lineNumber, column: columnNumber }]
			: []
	})
	// The call itself, and whatever called it when the file was loaded: together they identify the statement.
	for (const { file, line, column } of places) seen.add(`${file}:${line}:${column}`)
	const { file, line, column } = places.at(-1) as (typeof places)[number]
	prepared.push({ file, line, name: nameAt(file, line, column), parts })
}

for (const { fileName } of sources) await import(pathToFileURL(join(ROOT, fileName)).href)
// Statements that are prepared only when called, with a made-up argument.
const { plainRowOf } = await import('../worker/ground/write/audit.ts')
plainRowOf(sqliteTable('target', { id: text().primaryKey() }))

const missing = sources.flatMap(callsIn).filter(({ place }) => !seen.has(place))
for (const { place, name } of missing)
	console.error(
		`${place} prepares ${name} when it is called, not when the file is loaded: call it in src/tools/statements.ts`,
	)

const statements = prepared
	.toSorted((a, b) => order(dirname(a.file), dirname(b.file)) || order(a.file, b.file) || a.line - b.line)
	.flatMap(({ file, name, parts }) =>
		Object.entries(parts()).map(([part, text]) => ({
			...text,
			folder: dirname(file),
			title: `${file.split('/').at(-1)}: ${[name, part].filter(Boolean).join('.')}`,
		})),
	)
const files = new Map(
	[...Map.groupBy(textsOf(statements), ({ folder }) => folder)].map(([folder, found]) => {
		const texts = found.map(({ title, text }) => `\n-- ${title}\n${text && `${text};\n`}`)
		return [join(folder, 'statements.sql'), [HEAD, ...texts].join('')]
	}),
)
const known = globSync('src/**/statements.sql', { cwd: ROOT })
const stale = [...new Set([...known, ...files.keys()])].filter((path) => current(path) !== files.get(path)).toSorted()
if (process.argv.includes('--check'))
	for (const path of stale) console.error(`${path} is out of date: run npm run statements`)
else
	for (const path of stale) {
		const written = files.get(path)
		if (written === undefined) rmSync(join(ROOT, path))
		else writeFileSync(join(ROOT, path), written)
	}
if (missing.length > 0 || (process.argv.includes('--check') && stale.length > 0)) process.exit(1)

function order(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}

function current(path: string): string | undefined {
	return known.includes(path) ? readFileSync(join(ROOT, path), 'utf8') : undefined
}

/** The calls of functions that a file imports from `db/prepared.ts`. */
function callsIn(source: ts.SourceFile): Call[] {
	const found: Call[] = []
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) && /^prepared(?:All)?$/.test(node.expression.getText(source))) {
			const { line, character } = source.getLineAndCharacterOfPosition(node.expression.getStart(source))
			found.push({ place: `${source.fileName}:${line + 1}:${character + 1}`, name: nameOf(node) })
		}
		ts.forEachChild(node, visit)
	}
	visit(source)
	return found
}

/** The name of whatever is made at a place of a file. */
function nameAt(file: string, line: number, column: number): string {
	const source = sources.find(({ fileName }) => fileName === file)
	if (!source) throw new Error(`${file} prepares a statement, but doesn't import db/prepared.ts`)
	const position = source.getPositionOfLineAndCharacter(line - 1, column - 1)
	let node: ts.Node = source
	const inner = (at: ts.Node) =>
		ts.forEachChild(at, (child) => (child.pos <= position && position < child.end ? child : undefined))
	for (let next = inner(node); next; next = inner(node)) node = next
	return nameOf(node)
}

/** The names of the variables, properties and functions around a node, outermost first. */
function nameOf(node: ts.Node): string {
	const names: string[] = []
	for (let at = node; at; at = at.parent)
		if ((ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) || ts.isFunctionDeclaration(at)) && at.name)
			names.unshift(at.name.getText())
	return names.join('.')
}

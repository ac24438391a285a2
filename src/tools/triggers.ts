// Part of `npm run check`: the slices' `triggers.sql` and the migrations agree on every trigger, view and search index.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { endOn, ROOT } from './settings.ts'
import { withLocalD1 } from './state.ts'

interface Declared {
	file: string
	sql: string
}

const root = process.argv[2] ?? ROOT
const problems: string[] = []
const declared = readDeclared()
const migrated = await readMigrated()
for (const [name, { file, sql }] of declared) {
	const current = migrated.get(name)
	if (current === undefined) problems.push(`${file} has ${name}, which no migration creates`)
	else if (current !== sql)
		problems.push(`${file} and the migrations differ in ${name}: write a migration that drops and recreates it`)
}
for (const name of migrated.keys())
	if (!declared.has(name))
		problems.push(`The migrations create ${name}, which no triggers.sql has: add it to its slice's`)
endOn(problems)

/** The statements of all `triggers.sql`, by the names of what they create. */
function readDeclared(): Map<string, Declared> {
	const found = new Map<string, Declared>()
	for (const file of globSync('src/**/triggers.sql', { cwd: root }).toSorted())
		for (const statement of statementsIn(readFileSync(join(root, file), 'utf8'))) {
			const name = nameOf(statement)
			const known = name === undefined ? undefined : found.get(name)
			if (name === undefined)
				problems.push(
					`${file} has a statement that doesn't create a trigger, a view or a search index: ${statement.slice(0, 60)}`,
				)
			else if (known) problems.push(`Both ${file} and ${known.file} have ${name}`)
			else found.set(name, { file, sql: normalized(statement) })
		}
	return found
}

/** The triggers, views and search indexes of an empty database after all migrations, by name. */
async function readMigrated(): Promise<Map<string, string>> {
	const state = mkdtempSync(join(tmpdir(), 'plinth-triggers-'))
	const query =
		"SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'view') OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%')"
	try {
		return await withLocalD1(async (db) => {
			await migrate(db)
			const { results } = await db.prepare(query).all<{ sql: string }>()
			return new Map(results.map(({ sql }) => [nameOf(sql) ?? sql, normalized(withoutComments(sql))]))
		}, state)
	} finally {
		rmSync(state, { recursive: true })
	}
}

/** A trigger has semicolons inside and ends at the `END;` that follows one. Any other statement ends at its first semicolon. */
function statementsIn(text: string): string[] {
	const found: string[] = []
	let rest = withoutComments(text).trim()
	while (rest !== '') {
		const end = /^CREATE\s+TRIGGER\b/i.test(rest) ? /;\s*END\s*;/i.exec(rest) : /;/.exec(rest)
		const length = end ? end.index + end[0].length : rest.length
		found.push(rest.slice(0, length))
		rest = rest.slice(length).trim()
	}
	return found
}

function nameOf(statement: string): string | undefined {
	return /^CREATE\s+(?:TRIGGER|VIEW|VIRTUAL\s+TABLE)\s+(?:IF\s+NOT\s+EXISTS\s+)?[`"]?(\w+)/i.exec(statement)?.[1]
}

function withoutComments(text: string): string {
	return text.replaceAll(/('(?:[^']|'')*')|--[^\n]*/g, '$1')
}

/** SQL without what doesn't matter: line breaks, spaces next to punctuation, quotes around names, the last semicolon. */
function normalized(statement: string): string {
	return statement
		.replaceAll(/[`"]/g, '')
		.replaceAll(/\bIF\s+NOT\s+EXISTS\s+/gi, '')
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/ ?([(),;]) ?/g, '$1')
		.replace(/;$/, '')
		.trim()
}

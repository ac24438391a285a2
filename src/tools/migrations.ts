// Part of `npm run check`: the migrations and the tables agree. No migration drops a table or makes a foreign key that cascades,
// because dropping deletes the rows that refer to it. No migration contains what D1's splitter is known to trip over, or grows with the rows without saying so. Only the
// newest snapshot is kept.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { growthIn } from './growth.ts'
import { ROOT } from './settings.ts'

const migrations = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.sql'))

/** What a migration's statements must not contain, and what to do. `wrangler d1 migrations apply --remote` sends a whole file, and D1 splits it. */
const TRAPS: [pattern: RegExp, sentence: string][] = [
	[/\bDROP\s+TABLE\b/i, 'drops a table. See drizzle/README.md for what to do instead.'],
	[/\bON\s+DELETE\s+CASCADE\b/i, 'has a foreign key that cascades. Delete the children in the same batch.'],
	[/\r/, 'has a carriage return, which D1 may split at. Use line feeds only.'],
	[
		/^[ \t]*--(?!> statement-breakpoint).*['"`;]/m,
		'has a quote mark or a semicolon in a comment, where D1 may split. Reword it.',
	],
	[/\S.*[ \t]--(?!> )/, 'has a comment after a statement. Give it a line of its own.'],
]

/** The one migration whose foreign key cascades, onto rows that live ten minutes: drizzle/README.md. */
const CASCADES = '0057_oidc.sql'

/** The one that rebuilds two small tables: drizzle/README.md. */
const REBUILDS = '0075_platform_models.sql'

/** What triggers must not contain either: D1 has to keep their statements together. */
const TRAPS_OF_TRIGGERS: typeof TRAPS = [
	[/\bCASE\b/i, 'has CASE in a trigger, whose END would end the trigger for D1. Use iif() or coalesce().'],
	[/\b(begin|end)\b/, 'has begin or end in lower case in a trigger, which D1 misses. Use upper case.'],
]

function withoutExceptions(file: string, text: string): string {
	if (file === CASCADES) return text.replaceAll('ON DELETE cascade', '')
	return file === REBUILDS ? text.replaceAll(/DROP TABLE `(?:llm_providers|mcp_configs)(?:_copy)?`;/g, '') : text
}

const trapped = migrations(join(ROOT, 'drizzle')).flatMap((file) => {
	// String literals in statements may contain anything.
	const text = readFileSync(join(ROOT, 'drizzle', file), 'utf8').replaceAll(/^(?![ \t]*--).*/gm, (line) =>
		line.replaceAll(/'[^']*'/g, "''"),
	)
	const triggers = text.split('--> statement-breakpoint').filter((part) => /\bCREATE\s+TRIGGER\b/i.test(part))
	const inTriggers = triggers.map((part) => part.replaceAll(/^[ \t]*--.*/gm, '')).join('\n')
	return [
		...TRAPS.filter(([pattern]) => pattern.test(withoutExceptions(file, text))),
		...TRAPS_OF_TRIGGERS.filter(([pattern]) => pattern.test(inTriggers)),
	].map(([, sentence]) => `drizzle/${file} ${sentence}`)
})
const growing = growthIn(
	new Map(
		migrations(join(ROOT, 'drizzle')).map((file) => [file, readFileSync(join(ROOT, 'drizzle', file), 'utf8')] as const),
	),
)
for (const sentence of [...trapped, ...growing]) console.error(sentence)

// drizzle-kit compares the tables with the newest snapshot only. Each is 150 kB, and together they'd be most of the repository.
const olderSnapshots = readdirSync(join(ROOT, 'drizzle/meta'))
	.filter((file) => file.endsWith('_snapshot.json'))
	.toSorted()
	.slice(0, -1)
for (const file of olderSnapshots) console.error(`drizzle/meta/${file} isn't the newest snapshot: delete it.`)

const copy = mkdtempSync(join(tmpdir(), 'plinth-migrations-'))
cpSync(join(ROOT, 'drizzle'), copy, { recursive: true })
const before = migrations(copy).length
// drizzle-kit puts ./ before the folder, so an absolute one isn't found, and it exits with 0 all the same.
execFileSync(
	'drizzle-kit',
	['generate', '--dialect=sqlite', '--schema=./src/**/table.ts', `--out=${relative(ROOT, copy)}`],
	{ cwd: ROOT, stdio: 'ignore' },
)
const missing = migrations(copy).length - before
rmSync(copy, { recursive: true })
if (missing > 0) console.error('A table.ts changed: run npm run db:generate -- --name what_it_adds')

if (missing > 0 || trapped.length > 0 || growing.length > 0 || olderSnapshots.length > 0) process.exit(1)

// Part of `npm run check`: the migrations and the tables agree, and no migration drops a table. Dropping one deletes the rows
// that refer to it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './settings.ts'

const migrations = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.sql'))

const dropping = migrations(join(ROOT, 'drizzle')).filter((file) =>
	/\bDROP\s+TABLE\b/i.test(readFileSync(join(ROOT, 'drizzle', file), 'utf8')),
)
for (const file of dropping)
	console.error(`drizzle/${file} drops a table. See drizzle/README.md for what to do instead.`)

const copy = mkdtempSync(join(tmpdir(), 'plinth-migrations-'))
cpSync(join(ROOT, 'drizzle'), copy, { recursive: true })
const before = migrations(copy).length
execFileSync('drizzle-kit', ['generate', '--dialect=sqlite', '--schema=./src/**/table.ts', `--out=${copy}`], {
	cwd: ROOT,
	stdio: 'ignore',
})
const missing = migrations(copy).length - before
rmSync(copy, { recursive: true })
if (missing > 0) console.error('A table.ts has changed: run npm run db:generate -- --name what_it_brings')

if (missing > 0 || dropping.length > 0) process.exit(1)

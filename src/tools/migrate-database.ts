// `npm run migrate`: applies the migrations that a database lacks, step by step. A large database can't take all of them from
// `wrangler d1 migrations apply`, which sends each file as one query: D1 ends a query after 30 seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsOf, run } from './command.ts'
import { at, PLACE } from './database-command.ts'
import { Failure } from './failure.ts'
import { type Call, migrateInSteps } from './migrate-in-steps.ts'
import { MIGRATIONS } from './migrate.ts'

const USAGE = `npm run migrate -- --remote    applies the migrations that the database lacks, one step at a time

  --remote       the D1 database that wrangler.toml names. Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN in the
                 environment; the token needs to edit D1.
  --env <name>   with --remote: the database of that environment
  --local        the local instance, or the one in PERSIST_TO. Stop it first.

You can stop it at any time. Start it again to continue.`

const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
const files = new Map(names.toSorted().map((name) => [name, readFileSync(join(MIGRATIONS, name), 'utf8')]))

let longest = 0
const say = ({ file, step, of, rows, ms }: Call) => {
	longest = Math.max(longest, ms)
	const progress = rows ? `, ${rows.done} of ${rows.of} rows` : ''
	console.log(`${file}: step ${step} of ${of}${progress}, ${(ms / 1_000).toFixed(2)} s`)
}

await run(async () => {
	const { values } = optionsOf({ options: { local: { type: 'boolean', default: false }, ...PLACE } }, USAGE)
	const { remote, local, env } = values
	if (remote === local || (local && env !== undefined)) throw new Failure(USAGE)
	return at({ remote, env }, async (db) => {
		const applied = await migrateInSteps(db, files, { onCall: say })
		console.log(
			applied.length === 0
				? 'The database has every migration.'
				: `Applied ${applied.length} migrations, up to ${applied.at(-1)}. The longest call took ${(longest / 1_000).toFixed(1)} s.`,
		)
	})
})
